"""What a picture of a position shows, as plain data. A game fills it; whoever draws it needs to know no game.

A picture holds one sheet or several: a map, a strategic map, a display. What changes in play (counters, flags, what is built)
is the same for every kind of sheet and stands in `Sheet`; what is printed is a matter of its kind, and each kind has a file of
its own here. A new kind is one file here, and one entry in the registry of each layer that shows it.
"""

from __future__ import annotations

from grognard.core.pictures.art import *
from grognard.core.pictures.common import *
