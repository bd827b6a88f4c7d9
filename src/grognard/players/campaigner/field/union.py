"""The plans of the Army of the Potomac."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex, members
from grognard.games.chancellorsville.victories.pieces import UNION, Piece
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.players.campaigner.field.plans import Plan, by_units, exits, hunt, nearest

if TYPE_CHECKING:
    from grognard.players.campaigner.field.situation import Field


def jackson(game: Campaign, place: Hex) -> Plan:
    """Keep Chancellorsville, and lose fewer units than Jackson."""
    plan = Plan({place: 1.5}, hunt(place), 0.3, 1.5, 0.06, 1.2, threshold=0.02, risk=2.5, garrison=1.0)
    plan = plan._replace(careless=0.5, by_heads=True)
    return by_units(game, UNION, plan)


def chancellorsville(game: Campaign, places: Sequence[Hex]) -> Plan:
    """One of the two places is enough: whoever is near fills them."""
    return Plan(dict.fromkeys(places, 5.0), nearest(tuple(places)), 0.2, 0.3, 0.25, 0.3, threshold=0.3)


def salem_church(game: Campaign) -> Plan:
    """Three brigades must get out in the west, by the nearest way."""
    out = exits(game)
    return Plan({}, partial(way_out, tuple(members(out))), 0.1, 0.2, 0.2, 0.3, threshold=0.5, leave=out)


def way_out(out: Sequence[Hex], field: Field, pieces: Sequence[Piece]) -> Hex | None:
    """The nearest exit that the enemy does not hold; a little farther from the enemy, if that costs little."""
    here, held = pieces[0].hex, field.game.held(field.enemy)
    free = [h for h in out if not held >> h & 1]

    def way(h: Hex) -> float:
        leaving = field.rules.exit_cost(field.game, field.army, h) or 0
        return field.far_from(here, h) + leaving + 0.2 * field.pressure(h)

    return min(free, key=lambda h: (way(h), h), default=None)


# ---------------------------------------------------------------- the campaign

FALMOUTH, CHANCELLORSVILLE, SPOTSYLVANIA, HEIGHTS = "Falmouth", "Chancellorsville", "Spotsylvania", "Marye's Heights"
POSTS = {
    "XI": CHANCELLORSVILLE,
    "XII": CHANCELLORSVILLE,
    "V": CHANCELLORSVILLE,
    "II": CHANCELLORSVILLE,
    "III": CHANCELLORSVILLE,
    "I": HEIGHTS,
    "VI": HEIGHTS,
    "Stoneman": SPOTSYLVANIA,
}
"""Where each corps belongs."""
LATER = {"III": SPOTSYLVANIA, "XII": SPOTSYLVANIA}
"""Where some corps go when the right wing has gathered."""
GATHERED = 9


def campaign(game: Campaign) -> Plan:
    """Chancellorsville with the right wing, then Spotsylvania; the heights with the left; Falmouth is kept."""
    place, worth = game.rules.components.places, game.rules.components.scenario.victory.locations
    places = {place[name]: points / 2 for name, points in worth.items()}
    return Plan(places, campaign_goal, 0.5, 2.0, 0.55, 2.2, by_points=True, threshold=0.2, travel=3.0, detour=-10)


def campaign_goal(field: Field, pieces: Sequence[Piece]) -> Hex | None:
    place = field.rules.components.places
    formation = next((field.formation(piece) for piece in pieces if field.formation(piece)), "")
    posts = POSTS | LATER if field.game.state.turn >= GATHERED else POSTS
    name = posts.get(formation, "")
    return place[name] if name else pieces[0].hex
