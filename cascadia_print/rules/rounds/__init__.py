"""The game in rounds: dice, Tally Sheet, cards and marks as moves, and the replay of a log (L4)."""
