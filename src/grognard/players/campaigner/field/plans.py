"""What an army plays for: the places worth holding, the worth of blood, and where units belong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.hexes import Hex, HexSet, hex_set
from grognard.games.chancellorsville.victories.pieces import ENEMY, UNION, Piece
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.players.campaigner.outlook import FAR

if TYPE_CHECKING:
    from grognard.players.campaigner.field.situation import Field


HUNTING = 8
"""How many hexes hunters look around."""
WARY = 0.5
"""How far hunters go around each point of strength."""
SLIPPERY = 3.0
"""How much farther away prey seems that may break contact."""
Goal = Callable[["Field", Sequence[Piece]], Hex | None]


class Plan(NamedTuple):
    """What an army plays for."""

    places: dict[Hex, float]
    """What it is worth to hold a hex in the end, or to keep the enemy out of it."""
    goal: Goal
    level: float = 0.3
    kill: float = 0.5
    own_level: float = 0.3
    own_kill: float = 0.5
    near: float = 0.1
    """What a hex next to a place is worth, as a share of the place."""
    threshold: float = 0.1
    """The least promise for which it attacks."""
    risk: float = 1.7
    """The superiority of the enemy around a hex up to which units go there."""
    wary: bool = False
    """Whether units also leave hexes around which the enemy is stronger than that."""
    owed: float = 1.0
    """What it costs to have to attack one hex more."""
    travel: float = 1.0
    """What it is worth, for each point of strength, that units on the way act."""
    detour: int = FAR
    """The half-points that a new pontoon must save."""
    garrison: float = FAR
    """The points in a place, for each of the enemy's around it, with which it is safe: nobody else goes there."""
    leave: HexSet = 0
    """The hexes where units leave the map to win."""
    massed: bool = True
    """Whether formations act together under a superior, rather than one after another."""
    careless: float = 0.0
    """The share of enemies who do not care where their losses fall."""
    by_heads: bool = False
    """Whether only the number of units lost counts: others lose levels before a unit loses its last."""
    by_points: bool = False
    """Whether units count by their points."""
    at_once: bool = False
    """Whether places must be held together, for a moment: attacks elsewhere count little, and one is risked for the next."""


def one_place(h: Hex) -> Plan:
    """Whoever stands in a hex in the end wins: losses hardly count."""
    return Plan({h: 10.0}, nearest((h,)), 0.3, 0.4, 0.25, 0.3)


def is_last_by_day(game: Campaign) -> bool:
    """Whether all turns that follow are nights."""
    components = game.rules.components
    return not set(range(game.state.turn + 1, components.scenario.last_turn + 1)) - components.night_turns


def by_units(game: Campaign, army: str, plan: Plan) -> Plan:
    """Who has destroyed more units wins: behind or level, every attack with a chance is right, and in the last turn by day
    at almost any price; ahead, one's own units count."""
    lead = game.rules.lost_units(game, ENEMY[army]) - game.rules.lost_units(game, army)
    if lead > 0:
        return plan._replace(own_kill=plan.own_kill * 1.5)
    plan = plan._replace(own_level=plan.own_level / 2, threshold=plan.threshold / 2, owed=0.2)
    return plan._replace(own_kill=plan.own_kill / 2) if is_last_by_day(game) else plan


def nearest(places: Sequence[Hex]) -> Goal:
    """Everybody goes to the nearest of some places."""

    def goal(field: Field, pieces: Sequence[Piece]) -> Hex | None:
        here = pieces[0].hex
        return min(places, key=lambda h: (field.far_from(here, h), h), default=None)

    return goal


def missing(places: Sequence[Hex]) -> Goal:
    """Everybody goes to the nearest of some places that is not held yet."""

    def goal(field: Field, pieces: Sequence[Piece]) -> Hex | None:
        here, held = pieces[0].hex, field.game.held(field.army)
        wanted = [h for h in places if not held >> h & 1] or list(places)
        return min(wanted, key=lambda h: (field.far_from(here, h), h), default=None)

    return goal


def hunt(place: Hex) -> Goal:
    """The nearest enemies that are weak for their distance; if there are none, a place."""

    def goal(field: Field, pieces: Sequence[Piece]) -> Hex | None:
        here = pieces[0].hex
        prey = [h for h in field.enemies if field.grid.distance(here, h) <= HUNTING and field.same_bank(here, h)]
        return min(prey, key=partial(ease, field, here), default=place)

    return goal


def ease(field: Field, here: Hex, h: Hex) -> tuple[float, Hex]:
    """How easily the enemies in a hex are hunted down: near, few, worn, and unable to get away."""
    levels = sum(field.rules.levels(piece) for piece in field.enemies[h])
    slippery = SLIPPERY if field.rules.may_break(field.game, field.enemy, h) else 0.0
    return 2 * field.grid.distance(here, h) + WARY * field.pressure(h) + levels + slippery, h


def exits(game: Campaign) -> HexSet:
    """Where the Union leaves the map."""
    return hex_set(h for h in game.rules.board.grid.hexes if game.rules.exit_cost(game, UNION, h) is not None)
