"""What every game is built on: boards, dice, procedures, games, records. It knows no game."""
