"""What every game stands on: hexes, boards, dice, procedures, games, records. It knows no game."""
