"""Record the golden games anew: `python -m tests.golden.make`.

They are complete games that the tests replay, so that a change of the rules that alters an old game is noticed. Record
them anew only when such a change is meant; then say in the commit what it is.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

import grognard
from grognard.core.dice import Dice
from grognard.core.games import Game, Options
from grognard.core.texts import text
from grognard.players import Player, player
from tests.golden import FOLDER

EUTAW, EUTAW_CAMPAIGN = "revolution/eutaw/historical", "revolution/eutaw/campaign"
CAMPAIGN, GUILFORD = "revolution/guilford/campaign", "revolution/guilford/historical"
SAVANNAH, SIEGE = "revolution/savannah/historical", "revolution/savannah/campaign"
PERFECT_PLAN, OLD_JOE = "chancellorsville/perfect-plan", "chancellorsville/old-joe"
RED_DICE = "chancellorsville/red-dice/"
VICTORIES = "chancellorsville/victories/"
EVENTS: Options = {"events": True, "dummies": True}
VARIANTS: Options = {"hypothetical": True, "stoneman": True, "longstreet": True}
SECRET = hashlib.sha256(b"the secret of the golden games").digest()
MANY_DECISIONS = 10_000


class Recipe(NamedTuple):
    """How a golden game is played."""

    name: str
    scenario: str
    players: str
    seed: int
    options: Options = {}
    live: bool = False
    undoes: float = 0.0
    """How often a choice that can be taken back is taken back and thought over."""


RECIPES = (
    Recipe("eutaw-random", EUTAW, "random", 1781),
    Recipe("eutaw-random-basic", EUTAW, "random", 908, {"game": "basic"}),
    Recipe("eutaw-brawler-live", EUTAW, "brawler", 1108, live=True),
    Recipe("eutaw-brawler-any-chit", EUTAW, "brawler", 64, {"chits": "any"}),
    Recipe("eutaw-brawler-undo", EUTAW, "brawler", 63, undoes=0.05),
    Recipe("perfect-plan-random", PERFECT_PLAN, "random", 1863),
    Recipe("perfect-plan-brawler-undo", PERFECT_PLAN, "brawler", 502, undoes=0.05),
    Recipe("perfect-plan-brawler-live", PERFECT_PLAN, "brawler", 430, live=True),
    Recipe("red-dice-turnpike-random", RED_DICE + "turnpike", "random", 501),
    Recipe("red-dice-furnace-skirmisher", RED_DICE + "furnace", "skirmisher", 502, undoes=0.05),
    Recipe("red-dice-schoolhouse-brawler", RED_DICE + "schoolhouse", "brawler", 503, {"single_modifier": True}, live=True),
    Recipe("victories-lee-moves-random", VICTORIES + "lee-moves", "random", 511),
    Recipe("victories-lee-moves-brawler", VICTORIES + "lee-moves", "brawler", 512, {"dummies": True}, undoes=0.02),
    Recipe("victories-jackson-random", VICTORIES + "jackson-attack", "random", 521, {"rule_of_six": True}),
    Recipe("victories-jackson-brawler", VICTORIES + "jackson-attack", "brawler", 522, live=True),
    Recipe("victories-chancellorsville-random", VICTORIES + "chancellorsville", "random", 531),
    Recipe("victories-chancellorsville-brawler", VICTORIES + "chancellorsville", "brawler", 532, {"rule_of_six": True}),
    Recipe("victories-salem-church-random", VICTORIES + "salem-church", "random", 534, {"extra_skirmishers_union": 2}),
    Recipe("victories-salem-church-brawler", VICTORIES + "salem-church", "brawler", 535),
    Recipe("victories-campaign-random", VICTORIES + "campaign", "random", 430, EVENTS),
    Recipe("victories-campaign-brawler", VICTORIES + "campaign", "brawler", 501, VARIANTS),
    Recipe("old-joe-random", OLD_JOE, "random", 1863, {"events": True}, undoes=0.02),
    Recipe("old-joe-campaigner", OLD_JOE, "campaigner", 430, live=True),
    Recipe("eutaw-campaign-random", EUTAW_CAMPAIGN, "random", 1332),
    Recipe("eutaw-campaign-brawler", EUTAW_CAMPAIGN, "brawler", 925, live=True),
    Recipe("eutaw-campaign-optional", EUTAW_CAMPAIGN, "brawler", 1914, {"reinforcements": "optional"}, undoes=0.02),
    Recipe("guilford-campaign-random-lee-free", CAMPAIGN, "random", 315, {"lee": "free", "draws": "both-lose"}),
    Recipe("guilford-campaign-brawler", CAMPAIGN, "brawler", 23, {"virginia_line": "continental"}, undoes=0.02),
    Recipe("guilford-random-basic", GUILFORD, "random", 71, {"game": "basic", "draws": "american-marginal"}),
    Recipe("guilford-brawler-bids", GUILFORD, "brawler", 33, {"british_bid": 2, "american_bid": 1}, live=True),
    Recipe("savannah-random-basic", SAVANNAH, "random", 9, {"game": "basic"}),
    Recipe("savannah-brawler-three", SAVANNAH, "brawler", 10, {"seats": "three"}, live=True),
    Recipe("savannah-campaign-brawler", SIEGE, "brawler", 1780, undoes=0.02),
    Recipe("savannah-campaign-random-three", SIEGE, "random", 16, {"seats": "three", "chits": "any"}),
)


def dice_for(recipe: Recipe) -> Dice:
    if recipe.live:
        nonces = {seat: f"nonce of {text(f'army.{seat}')}" for seat in grognard.find(recipe.scenario).seats()}
        return Dice.live("golden", nonces, SECRET)
    return Dice.fast(recipe.seed)


def play(recipe: Recipe) -> Game:
    """The game of a recipe, always the same as long as the rules are."""
    game = grognard.new(recipe.scenario, options=recipe.options, dice=dice_for(recipe))
    players: dict[str, Player] = {seat: player(recipe.players, recipe.seed + place) for place, seat in enumerate(game.seats)}
    chance = Random(recipe.seed)
    for _ in range(MANY_DECISIONS):
        if game.over is not None:
            return game
        seat = game.actors[0]
        game.play(seat, players[seat].choose(game.seat(seat)))
        if game.can_undo(seat) and chance.random() < recipe.undoes:
            game.undo(seat)
    raise AssertionError(f"{recipe.name} does not end")


def digest(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()


def summary(game: Game) -> dict[str, Any]:
    """What a replay must come to."""
    return {
        "outcome": msgspec.json.decode(msgspec.json.encode(game.over)),
        "rolls": game.rolled,
        "position": digest(game.position()),
        "events": digest(game.events(None)),
    }


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.json"


def main() -> None:
    for recipe in RECIPES:
        game = play(recipe)
        body = msgspec.json.encode({**summary(game), "record": game.record()})
        file_of(recipe.name).write_bytes(body + b"\n")
        assert game.over is not None
        print(f"{recipe.name}: {game.entries.length} entries, {game.over.winner or 'nobody'} wins ({game.over.reason})")


if __name__ == "__main__":
    main()
