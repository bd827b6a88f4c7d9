"""Positions to look at: every scenario after some play, as the pages get them, one JSON file each.

python web/bench/positions.py FOLDER
"""

import sys
from pathlib import Path

import msgspec

import grognard
from grognard.players import player
from grognard.server.views.maps import map_of
from grognard.server.views.pieces import pieces_of
from grognard.server.views.viewer import Viewer

MOVES = 120


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for scenario in grognard.catalogue():
        game = grognard.new(scenario.id, seed=5)
        players = {seat: player("brawler", 3) for seat in game.seats}
        for _ in range(MOVES):
            if game.over:
                break
            actor = game.actors[0]
            game.play(actor, players[actor].choose(game.seat(actor)))
        viewer = Viewer(game, game.seats[0])
        if viewer.picture is not None:
            position = {"map": map_of(viewer.picture).sheets[0], "pieces": pieces_of(viewer)}
            (folder / f"{scenario.id.replace('/', '-')}.json").write_bytes(msgspec.json.encode(position))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
