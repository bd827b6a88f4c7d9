"""Overlays: values from the box laid over the components of a game."""
