"""The rules: marks, what is legal and earned, points, findings. Pure functions over frozen values."""
