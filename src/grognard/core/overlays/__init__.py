"""Overlays: values printed in the box that replace those in the data files of a game."""
