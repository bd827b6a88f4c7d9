"""Guilford Courthouse, 15 March 1781."""
