"""The tables that all battles of the series share, typed a second time: each battle reads every cell through its own play."""

from __future__ import annotations

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import TacticsRevealed
from tests.eutaw.positions import columns, happened
from tests.proving_ground import combat, last_roll, parse, tactics

CLOSE_COMBAT_TABLE = """
      1-3   1-2   1-1   3-2   2-1   3-1   4-1
-2    2/-   AC/-  AC/-  AC/-  AC/-  1*/-  D/-
-1    AC/-  1*/-  1*/-  1*/-  1*/-  D/-   D/-
 0    1*/-  1/-   1/-   1/-   1/-   D/-   R/-
 1    1/-   D/-   D/-   D/-   D/-   R/-   R/-
 2    1/-   D/-   D/-   D/-   R/-   R/-   PIN
 3    D/-   D/-   R/-   R/-   PIN   PIN   R/R
 4    D/-   R/-   R/-   PIN   R/R   R/R   -/R
 5    R/-   PIN   PIN   R/R   -/R   -/R   -/D
 6    PIN   R/R   R/R   -/R   -/R   -/D   -/D
 7    R/R   -/R   -/R   -/D   -/D   -/D   -/1
 8    -/R   -/R   -/D   -/D   -/D   -/1   -/1*
 9    -/R   -/D   -/D   -/1   -/1   -/1*  -/DC
10    -/D   -/D   -/1   -/1*  -/1*  -/DC  -/AC
11    -/D   -/1*  -/1*  -/DC  -/AC  -/AC  -/2
"""

TACTICS_MATRIX = """
                 skirmish attack_echelon stand_fast withdraw frontal_assault commit_reserve turn_flank refuse_flank
skirmish             0         -1            1         NC          2              -1           -1           0
attack_echelon       1          0           -1         -1          0               0            1          -1
stand_fast          -1          1            0         NC         -1              -1            2           0
withdraw            NC          1           NC         NC          2               0            0          NC
frontal_assault     -2          0            1         -2          0               1            1           0
commit_reserve       1          0            1          0         -1               0           -1          -1
turn_flank           1         -1           -2          0         -1               1            0           2
refuse_flank         0          1            0         NC          0               1           -2           0
"""


def cells(table: str) -> dict[tuple[str, str], str]:
    """Every cell, by its column and its row."""
    heading, *rows = (line.split() for line in table.strip().splitlines())
    return {(column, row): cell for row, *line in rows for column, cell in zip(heading, line, strict=True)}


CLOSE_COMBAT = cells(CLOSE_COMBAT_TABLE)
"""The result by the odds and the modified die."""
TACTICS = cells(TACTICS_MATRIX)
"""The modifier, or no combat, by the chits of attacker and defender."""
CHITS = tuple(dict.fromkeys(attacker for attacker, _ in TACTICS))

DAMAGE = [((0, 3), "AM", "R"), ((4, 6), "R", "D"), ((7, 8), "D", "1"), ((9, 9), "1*", "1*")]
"""The first and last die of a row, what rifles do to anything but guns, and what they do to guns and guns to anything."""

ROWS_WITH_MOMENTUM = {-2: "defender", -1: "defender", 10: "attacker", 11: "attacker"}
MOMENTUM = [(-2, (1, 1)), (-1, (1, 1)), (0, (0, 1)), (9, (0, 1)), (10, (0, 2)), (11, (0, 2))]
"""The modified die, and the momentum of both sides afterwards if the attacker begins with one."""

# ---------------------------------------------------------------- read through play


def chits_shown(game: Battle, attacker: str, defender: str) -> str:
    """What two chits give."""
    tactics(game, attacker, defender)
    revealed = happened(game, TacticsRevealed)[-1]
    assert isinstance(revealed, TacticsRevealed)
    if revealed.result != "NC":
        assert last_roll(game, "close-combat")["tactics"] == int(revealed.result)
    return revealed.result


def chits_offered(game: Battle, seat: str) -> set[str]:
    return {chit for chit in CHITS if parse(game, f"chit {chit}") in game.actions(seat)}


def wavering(total: int) -> tuple[int, tuple[int, int]]:
    """The die for a modified die, and the army morale of both sides: a wavering army takes 2 off its lead."""
    shift = 2 if total > 9 else -2 if total < 0 else 0
    return total - shift, (3 if shift > 0 else 14, 3 if shift < 0 else 14)


def at_odds(game: Battle, odds: str, total: int, *attacks: tuple[str, str], leads: tuple[str, ...]) -> Battle:
    """A close combat, which is at these odds and has this modified die."""
    combat(game, *attacks, leads=leads)
    assert columns(game) == [odds]
    assert last_roll(game, "close-combat")["total"] == total
    return game
