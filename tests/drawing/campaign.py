"""The picture of A Perfect Plan in the documents: the historical set-up and the first marches, as the Union sees them.

`python -m tests.drawing.campaign` draws it anew.
"""

from __future__ import annotations

from typing import cast

import grognard
from grognard.drawing import png, svg
from grognard.games.chancellorsville.perfect_plan.state import Plan
from tests.drawing.opening import PICTURES

SCENARIO = "chancellorsville/perfect-plan"
FIRST_DAY = """
march AoP-Hooker chancellorsville, march AoP-V chancellorsville, march AoP-XII wilderness,
march ANV-Anderson zoan_church, exchange ANV-McLaws ANV-small-1, entrench hamiltons_crossing,
march AoP-XI wilderness, march AoP-small-2 chancellorsville, march AoP-II united_states_ford, entrench chancellorsville,
march ANV-Hill massaponax, march ANV-Jackson massaponax, march ANV-Rodes massaponax, march ANV-Stuart massaponax,
march AoP-VI hamiltons_crossing
"""
"""Orders of both sides in turn 1, impulse by impulse."""


def campaign() -> Plan:
    game = cast("Plan", grognard.new(SCENARIO, seed=7))
    historical = game.rules.components.setup.historical_placement
    for placed in (historical.ANV, historical.AoP):
        for area, units in placed.items():
            for unit in units:
                if game.state.units[unit] == "in hand":  # the last one may have placed itself
                    play(game, f"deploy {unit} {area}")
    for order in FIRST_DAY.replace("\n", " ").split(","):
        play(game, order.strip())
    return game


def play(game: Plan, order: str) -> None:
    game.play(game.actors[0], game.rules.vocabulary.parse(order))


def draw() -> None:
    PICTURES.mkdir(exist_ok=True)
    game = campaign()
    picture = svg(game.rules.picture(game, "AoP"))
    (PICTURES / "perfect-plan.svg").write_text(picture, "utf-8")
    (PICTURES / "perfect-plan.png").write_bytes(png(picture))


if __name__ == "__main__":
    draw()
