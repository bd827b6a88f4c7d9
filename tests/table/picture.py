"""Makes docs/pictures/terminal.svg: a game of Eutaw Springs in play at the table, just before an attack is announced.

Run as `python -m tests.table.picture`.
"""

from __future__ import annotations

import re
from pathlib import Path

from grognard.core.games import Game
from grognard.players import player
from tests.table.seating import Person, new, play, seated

FILE = Path(__file__).parent.parent.parent / "docs" / "pictures" / "terminal.svg"
SIZE = (146, 44)
FONTS = "DejaVu Sans Mono, Menlo, Consolas"
SEED = 3


def in_play() -> Game:
    """The sergeants fight until the Americans have several attacks to announce."""
    game = new(seed=SEED)
    players = {seat: player("sergeant", place) for place, seat in enumerate(game.seats)}
    while not ready(game):
        seat = game.actors[0]
        game.play(seat, players[seat].choose(game.seat(seat)))
    return game


def ready(game: Game) -> bool:
    decision = game.decision("american")
    return decision is not None and decision.prompt == "announce-attack" and len(game.actions("american")) > 4


def without_fetching(svg: str) -> str:
    """The picture with fonts that are already there: none is fetched from elsewhere."""
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", FONTS)


def main() -> None:
    async def person(one: Person) -> None:
        FILE.write_text(without_fetching(one.app.export_screenshot()), encoding="utf-8")

    play(seated(in_play(), "american"), person, SIZE)


if __name__ == "__main__":
    main()
