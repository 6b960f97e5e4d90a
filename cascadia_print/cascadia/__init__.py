"""Cascadia and Landmarks: scoring of environments. Frozen values and pure functions."""
