"""Savannah, September and October 1779. Not in the catalogue before it can be played to the end."""
