"""What hex games of any family share: maps, stacks, ground, marches. It knows neither units nor rules of a game."""
