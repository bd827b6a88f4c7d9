"""The plans of the Army of Northern Virginia."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex
from grognard.games.chancellorsville.victories.pieces import CSA, UNION, Piece
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.players.campaigner.field.plans import Plan, hunt, missing

if TYPE_CHECKING:
    from grognard.players.campaigner.field.situation import Field


def jackson(game: Campaign, place: Hex) -> Plan:
    """Roll up the flank: units count, and Chancellorsville if it can be had."""
    return Plan({place: 3.0}, hunt(place), 0.3, 1.5, 0.1, 1.2, threshold=0.05)


def chancellorsville(game: Campaign, places: Sequence[Hex]) -> Plan:
    """Both places at once, whatever it costs; where a six drives defenders out, many attacks are better than a great one."""
    plan = Plan(dict.fromkeys(places, 8.0), missing(tuple(places)), 0.4, 0.4, 0.08, 0.15, near=0.12, threshold=0.02, risk=5.0)
    sixes = game.rules.rule_of_six()
    return plan._replace(owed=0.2, massed=not sixes, at_once=sixes)


def salem_church(game: Campaign) -> Plan:
    """Stand in the way of the Sixth Corps, and wear it down."""
    place = game.rules.components.places
    return Plan({place["Salem Church"]: 1.0}, block, 0.4, 1.0, 0.3, 0.8)


def block(field: Field, pieces: Sequence[Piece]) -> Hex | None:
    return field.rules.components.places["Salem Church"]


# ---------------------------------------------------------------- the campaign

CHANCELLORSVILLE, SPOTSYLVANIA, HEIGHTS = "Chancellorsville", "Spotsylvania", "Marye's Heights"
POSTS = {
    "Early": HEIGHTS,
    "McLaws": HEIGHTS,
    "Anderson": CHANCELLORSVILLE,
    "Hill": CHANCELLORSVILLE,
    "Rodes": CHANCELLORSVILLE,
    "Colston": SPOTSYLVANIA,
    "Stuart": SPOTSYLVANIA,
    "Hood": CHANCELLORSVILLE,
    "Pickett": SPOTSYLVANIA,
}
"""Where each division belongs; the guns of the reserve stand on the heights."""
HOPELESS, AROUND = 1.5, 3
"""The superiority of the enemy, within so many hexes, from which Chancellorsville is not fought for."""


def campaign(game: Campaign) -> Plan:
    """The heights are kept; the rest strike the right wing of the enemy, and get out of the way of all of it at once."""
    place, worth = game.rules.components.places, game.rules.components.scenario.victory.locations
    places = {place[name]: points / 2 for name, points in worth.items()}
    if strength_around(game, UNION, place[CHANCELLORSVILLE]) > HOPELESS * strength_around(game, CSA, place[CHANCELLORSVILLE]):
        del places[place[CHANCELLORSVILLE]]
    return Plan(places, campaign_goal, 0.5, 2.0, 0.4, 1.8, by_points=True, threshold=0.1, travel=2.0, wary=True)


def strength_around(game: Campaign, army: str, h: Hex) -> int:
    near = game.rules.board.grid.disc(h, AROUND)
    return sum(game.points(piece) for piece in game.on_map(army) if near >> piece.hex & 1)


def campaign_goal(field: Field, pieces: Sequence[Piece]) -> Hex | None:
    formation = next((field.formation(piece) for piece in pieces if field.formation(piece)), "")
    guns = any(field.game.counter(piece.id).is_artillery for piece in pieces)
    name = POSTS.get(formation, HEIGHTS if guns else "")
    return field.rules.components.places[name] if name else pieces[0].hex
