"""What may be marked, what is earned and scored, and what is wrong: pure functions."""
