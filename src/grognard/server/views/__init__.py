"""The table as JSON: pure functions from what a seat, or a spectator, may see to the shapes that are sent.

Nothing here reads a game but through a `Viewer`, which gives only what is redacted for who looks.
"""
