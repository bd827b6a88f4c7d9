"""Your-turn notices for players who are away."""
