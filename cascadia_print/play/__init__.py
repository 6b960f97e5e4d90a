"""A game played alone: the dialogue, the dice and the sheet as text, apart from the terminal."""
