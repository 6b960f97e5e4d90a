"""A page to tap sheets on, and its server, which keeps nothing."""
