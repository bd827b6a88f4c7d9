"""What every game stands on: boards, dice, procedures, games, records. It knows no game."""
