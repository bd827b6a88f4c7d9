"""Games that begin in the middle, so that a scene need not play there."""
