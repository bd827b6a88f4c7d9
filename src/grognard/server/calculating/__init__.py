"""Exact odds in a process of their own, so that the tables stay responsive however many are asked for."""
