"""The table as a picture: ground, lines, objectives, rears, squads and men."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.pictures import (
    Colours,
    CounterPicture,
    FlagPicture,
    FlyingPicture,
    GroupPicture,
    Picture,
    StackPicture,
    TrayPicture,
    art_of,
)
from grognard.core.pictures.plane import (
    GroundPicture,
    LinePicture,
    ObjectivePicture,
    PlaneSheet,
    RearPicture,
)
from grognard.core.texts import in_table, text
from grognard.games.chancellorsville.red_dice.choosing import encode_point
from grognard.games.chancellorsville.red_dice.components import CM, SIDES
from grognard.games.chancellorsville.red_dice.data_schema import ObjectivePoints
from grognard.games.chancellorsville.red_dice.declared_ways import ways_now
from grognard.games.chancellorsville.red_dice.state import (
    BOXES,
    GUARD,
    LIGHTLY,
    OUT,
    PAIR,
    SEVERELY,
    Man,
    Squad,
)

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

COLOURS = {
    "ANV": Colours("#b9ae93", "#2b241a", "#8a7a5c", "#f4efe2"),
    "AoP": Colours("#7f95bd", "#141c2b", "#2f4a7c", "#eef2f8"),
}
LEADER = 1


def picture_of(game: Skirmish) -> Picture:
    """Nothing is hidden: every seat sees the same."""
    state, field = game.state, game.rules.field
    return Picture(
        title=field.data.title,
        sheets=(sheet_of(game),),
        subtitle=text("picture.spell", {"side": text(f"army.{state.initiative}"), "left": game.rules.limit - state.passes}),
        notes=tuple(note(game, side) for side in SIDES),
        trays=tuple(trays(game)),
    )


def note(game: Skirmish, side: str) -> str:
    """A side in one line: points, red dice, men in the ranks."""
    return text(
        "picture.side",
        {
            "side": text(f"army.{side}"),
            "points": game.points(side),
            "red": game.state.red[side],
            "men": game.in_ranks(side),
            "of": game.strength(side),
        },
    )


def sheet_of(game: Skirmish) -> PlaneSheet:
    data, state = game.rules.field.data, game.state
    areas = [feature for feature in data.features if feature.shape == "area"]
    lines = [feature for feature in data.features if feature.shape == "line"]
    return PlaneSheet(
        title=data.title,
        art=art_of(game.rules),
        width=data.table.width_cm,
        height=data.table.height_cm,
        base=2 * game.rules.numbers.radius / CM,
        grounds=tuple(GroundPicture(found.id, found.kind, found.points, found.name) for found in areas),
        lines=tuple(LinePicture(found.id, found.kind, found.points, found.name) for found in lines),
        objectives=tuple(
            ObjectivePicture(found.id, found.name, (found.x, found.y), found.radius_cm, worth(found.points))
            for found in data.objectives
        ),
        rears=tuple(RearPicture(game.rules.field.rear[side], side, text(f"army.{side}"), COLOURS[side].band) for side in SIDES),
        stacks=tuple(stacks(game)),
        groups=tuple(group_of(game, squad) for squad in state.squads.values() if game.company(squad.id)),
        flags=tuple(
            FlyingPicture(id, FlagPicture(side, COLOURS[side].band)) for id, side in state.held.items() if side in SIDES
        ),
        ways=ways_now(game),
    )


def worth(points: ObjectivePoints) -> str:
    return text("picture.worth", {"anv": points.ANV, "aop": points.AoP})


def stacks(game: Skirmish) -> Iterator[StackPicture]:
    for man in game.on_table():
        yield StackPicture(encode_point(man.at), (counter_of(game, man),))


def counter_of(game: Skirmish, man: Man) -> CounterPicture:
    squad = game.state.squads[man.squad]
    leads = squad.leader == man.id and man.is_free
    return CounterPicture(
        man.id,
        man.id.rpartition("-")[2],
        "infantry",
        "",
        COLOURS[man.side],
        text("picture.man", {"man": man.id, "squad": game.rules.names().get(man.squad, man.squad)}),
        rank=LEADER if leads else 0,
        states=() if man.box else tuple(states_of(game, man)),
        side=man.side,
        group=man.charge or man.squad,
        facing=squad.facing if man.is_free else None,
    )


def states_of(game: Skirmish, man: Man) -> Iterator[str]:
    """The words of the table `state` that are true of a man."""
    if man.wounds == SEVERELY:
        yield "wounded"
    elif man.wounds == LIGHTLY:
        yield "hurt"
    if man.down:
        yield "lying"
    if man.captor:
        yield "prisoner"
    elif man.is_free and all(other.id != man.id for other in game.unit(man.squad)):
        yield "stray"


def group_of(game: Skirmish, squad: Squad) -> GroupPicture:
    fit = sum(man.is_fit for man in game.unit(squad.id))
    armed = in_table("weapons", squad.weapon)
    badge = text("picture.badge", {"squad": squad.id, "level": squad.level, "weapons": armed, "men": fit})
    states = [name for name in ("pinned", "doubtful") if getattr(squad, name)]
    if squad.kind in (PAIR, GUARD):
        states.append(squad.kind)
    title = game.rules.names().get(squad.id, squad.id)
    return GroupPicture(squad.id, title, badge, COLOURS[squad.side], squad.side, tuple(states), squad.facing)


def trays(game: Skirmish) -> Iterator[TrayPicture]:
    """The men who are off the table, box by box."""
    for box in BOXES:
        gone = [man for man in game.state.men.values() if man.box == box]
        if gone and box != OUT:
            yield TrayPicture(text(f"off-table.{box}"), tuple(counter_of(game, man) for man in gone))
