"""Every way out: verdicts as text and JSON, faults of files, the texts of the rules."""
