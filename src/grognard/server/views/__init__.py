"""The table as JSON: pure functions from what a seat, or a spectator, may see to the shapes that are sent.

Nothing here reads a game but through a `Seat`, which gives only what that seat, or a spectator, may know.
"""
