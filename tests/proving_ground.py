"""An open field on which each rule of the series is tried: 20 by 20 hexes, terrain and units as a test wants them.

A unit is written strength-morale-movement, as in the ledger: `Unit("4-1-4", "1010")`. The top edge (row 01) is home to the
British and the bottom edge (row 20) to the Americans, unless a test says otherwise.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

import grognard
from grognard.core import scenarios
from grognard.core.actions import Action
from grognard.core.dice import Dice
from grognard.core.games import Options
from grognard.core.scenarios import Scenario
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.components import Components
from grognard.games.revolution.series.data_schema import (
    Edge,
    Grid,
    HexsideTerrain,
    HexTerrain,
    LeaderLoss,
    MapData,
    Reinforcement,
    RifleZoc,
    Scale,
    ScenarioData,
    Sources,
    StepData,
    StrategicMovement,
    TerrainData,
    TerrainGrid,
    UnitData,
)
from grognard.games.revolution.series.options import SERIES_OPTIONS
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules

COLUMNS = ROWS = 20
CLASSES = ("infantry", "militia", "light_infantry", "dragoons", "artillery", "leader")
BRITISH, AMERICAN = "british", "american"

# The ledger's examples: forest 1.5 for line infantry and 1 for light infantry, light forest 1.5 for dragoons and 2 for guns.
TERRAIN = {
    "open": HexTerrain((1, 1, 1, 1, 1, 1), open_ground=True),
    "cultivated": HexTerrain((1, 1, 1, 1, 1, 1), open_ground=True),
    "light_forest": HexTerrain((1, 1, 1, 1.5, 2, 1), -1, 0, True, False, True, rule="S8.1d"),
    "forest": HexTerrain((1.5, 1.5, 1, 2, 2, 1), -1, 0, True, False, True, rule="S8.1d"),
    "orchard": HexTerrain((1, 1, 1, 1.5, 2, 1), -1, 0, True, False, True, rule="S8.1d"),
    "courthouse": HexTerrain((1, 1, 1, 1, 1, 1), -1, -1, True, True, False, rule="S12.23-3g"),
    "town": HexTerrain((1, 1, 1, 1, 1, 1), 0, 0, True, True, False, rule="S11.42a"),
    "bog": HexTerrain((2, 2, 2, "P", "P", 2), 0, 0, False, True, False, rule="S9.2d"),  # closed to dragoons and guns
    "pond": HexTerrain(("P",) * 6, 0, 0, False, True, False, rule="S9.2d"),
}


def _side(mp_add: float = 0, drm: int = 0, total: float | None = None) -> HexsideTerrain:
    return HexsideTerrain(0, drm, bool(drm), "S9.1b", "", mp_add, total)


HEXSIDES = {
    "road": _side(total=1),
    "track": _side(total=1),
    "path": _side(total=1),
    "stream": _side(1, -1),
    "ford": _side(0, -1),
    "bridge": _side(0, -1),
    "slope_up": _side(1, -1),
    "slope_down": _side(1, 0),
    "slope_and_stream": _side(1, -1),
    "fieldwork_in": _side(0, 0),
    "fieldwork_out": _side(0, 0),
    "fence": _side(0, 0),
}


class Unit(msgspec.Struct):
    """A combat unit for a test: values of the full side, hex, and whatever else matters."""

    values: str
    hex: str = ""
    id: str = ""
    kind: str = "infantry"
    """infantry, militia, light_infantry, dragoons or artillery"""
    reduced: str = ""
    """The values of the back, for a two-step unit."""
    flags: tuple[str, ...] = ()
    """rifle, militia, jaeger"""
    states: tuple[str, ...] = ()
    """disrupted, shattered, pinned:N, withdrawn, fired"""
    step: int = 1
    """2: on its reduced side"""
    box: str = ""
    group: str = "line"
    turn: int = 0
    """With an entry letter: a reinforcement of this turn."""
    entry: str = ""


class Leader(msgspec.Struct):
    """A leader: close-combat DRM, command DRM and movement."""

    values: str
    hex: str = ""
    id: str = ""
    rank: int = 1
    seniority: int = 0
    loss: tuple[int, int] = (0, 0)
    """Army morale when he is lost: own, enemy."""
    momentum: int = 0
    """Momentum chits his side returns when he is lost."""
    vp: float = 0
    box: str = ""
    turn: int = 0
    entry: str = ""
    states: tuple[str, ...] = ()
    step: int = 1


_numbers = itertools.count(1)


def _steps(unit: Unit) -> tuple[StepData, ...]:
    sides = [unit.values, unit.reduced] if unit.reduced else [unit.values]
    return tuple(StepData(*_three(side)) for side in sides)


def _three(values: str) -> tuple[int, int, int]:
    """`4--1-4` is strength 4, morale -1, movement 4."""
    strength, rest = values.split("-", 1)
    morale, movement = rest.rsplit("-", 1)
    return int(strength), int(morale), int(movement)


def _counter(piece: Unit | Leader, side: str) -> UnitData:
    if isinstance(piece, Leader):
        combat, command, movement = _three(piece.values)
        return UnitData(
            piece.id,
            piece.id,
            side,
            "leaders",
            "leader",
            "printed",
            rank=piece.rank,
            seniority=piece.seniority,
            combat_drm=combat,
            command_drm=command,
            movement=movement,
        )
    flags = set(piece.flags) | ({"militia"} if piece.kind == "militia" else set())
    return UnitData(piece.id, piece.id, side, piece.group, piece.kind, "printed", steps=_steps(piece), flags=frozenset(flags))


def _sheet(
    terrain: dict[str, str],
    hexsides: Mapping[str, Sequence[tuple[str, str]]],
    roads: Mapping[str, Sequence[str]],
    entries: dict[str, tuple[str, ...]],
    homes: dict[str, tuple[str, ...]],
) -> MapData:
    codes = {str(number): name for number, name in enumerate(TERRAIN)}
    code_of = {name: code for code, name in codes.items()}
    columns = [f"{column:02}" for column in range(1, COLUMNS + 1)]
    rows = {
        f"{row:02}": " ".join(code_of[terrain.get(f"{column}{row:02}", "open")] for column in columns)
        for row in range(1, ROWS + 1)
    }
    return MapData(
        name="The proving ground",
        scale=Scale(200, 60),
        grid=Grid(COLUMNS, ROWS, "flat-top", "up"),
        terrain=TerrainGrid(codes, " ".join(columns), rows),
        features={},
        names={},
        hexsides={kind: tuple(pairs) for kind, pairs in hexsides.items()},
        roads={kind: tuple(tuple(chain.split()) for chain in chains) for kind, chains in roads.items()},
        entries=entries,
        zones={},
        notes={},
        basis=Sources((), ()),
        edges={"north": Edge(row=1), "south": Edge(row=ROWS), "west": Edge(column=1), "east": Edge(column=COLUMNS)},
        friendly_edges=homes,
    )


CHART = TerrainData(
    "The proving ground",
    "",
    {},
    CLASSES,
    TERRAIN,
    {},
    HEXSIDES,
    RifleZoc(1, 1, "S8.31b"),
    StrategicMovement(2, "", ()),
    {},
    "printed",
    (),
)


def field(
    british: Sequence[Unit | Leader] = (),
    american: Sequence[Unit | Leader] = (),
    *,
    phase: str = "movement",
    phasing: str = BRITISH,
    turn: int = 2,
    last_turn: int = 5,
    order: str = "initiative",
    first: str = "",
    dice: Iterable[int] = (),
    morale: tuple[int, int] = (14, 14),
    momentum: tuple[int, int] = (0, 0),
    terrain: dict[str, str] | None = None,
    hexsides: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    roads: Mapping[str, Sequence[str]] | None = None,
    entries: dict[str, tuple[str, ...]] | None = None,
    homes: dict[str, tuple[str, ...]] | None = None,
    options: Options | None = None,
    state: dict[str, Any] | None = None,
    rules: type[SeriesRules] = SeriesRules,
) -> Battle:
    """A game on the proving ground at the beginning of a phase.

    `phase` is one of initiative, movement, rally, artillery fire, rifle fire, close combat, end of turn. `hexsides` maps
    slope (low, high), stream, ford, bridge, fieldwork (outside, inside) or fence to pairs of hexes; `roads` maps road, track
    or path to chains such as "1010 1011 1012". `dice` is the complete script: one roll too many is an error. Pairs of numbers
    are (british, american). `first` is who plays first this turn (default: the phasing side). Every unit without an id gets
    one: its side's letter and a number (b1, b2, a1 ...).
    """
    pieces: dict[str, Any] = {}
    counters: list[UnitData] = []
    losses: dict[str, LeaderLoss] = {}
    reinforcements: list[Reinforcement] = []
    for side, force in ((BRITISH, british), (AMERICAN, american)):
        for number, piece in enumerate(force, 1):
            piece.id = piece.id or f"{side[0]}{number}"
            counters.append(_counter(piece, side))
            if piece.entry:
                reinforcements.append(Reinforcement(piece.turn, (piece.entry,), (piece.id,)))
            where = {"hex": piece.hex} if piece.hex else {"box": piece.box or "waiting"}
            pieces[piece.id] = {**where, "step": piece.step, "states": list(piece.states)}
            if isinstance(piece, Leader):
                losses[piece.id] = LeaderLoss(side, piece.loss[0], piece.loss[1], piece.vp, "S14.32c", -piece.momentum)
    sheet = _sheet(
        terrain or {}, hexsides or {}, roads or {}, entries or {}, homes or {BRITISH: ("north",), AMERICAN: ("south",)}
    )
    scenario_data = ScenarioData(
        "The proving ground",
        1,
        last_turn,
        {turn: order, **{t: "initiative" for t in range(1, last_turn + 1) if t != turn}},
        {BRITISH: 14, AMERICAN: 14},
        {BRITISH: 0, AMERICAN: 0},
        5,
        (BRITISH, AMERICAN),
        {},
        (),
        {},
        Sources((), ()),
        reinforcements=tuple(reinforcements),
    )
    components = Components(sheet, CHART, tuple(counters), scenario_data, {}, losses)

    def make(scenario: Scenario, chosen: Options) -> SeriesRules:
        return rules(scenario, chosen, components)

    scenario = scenarios.add(Scenario(f"proving-ground/{next(_numbers)}", "The proving ground", make, SERIES_OPTIONS))
    _forget_old_fields()
    position: dict[str, Any] = {
        "scenario": scenario.id,
        "options": options or {},
        "turn": turn,
        "phase": phase,
        "phasing": phasing,
        "order": [first, _other(first)] if first else [phasing, _other(phasing)],
        "tracks": {
            "army_morale": dict(zip((BRITISH, AMERICAN), morale, strict=True)),
            "momentum": dict(zip((BRITISH, AMERICAN), momentum, strict=True)),
        },
        "pieces": pieces,
    }
    if state:
        position["state"] = state
    game = grognard.setup(position, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    return game


def _forget_old_fields(keep: int = 40) -> None:
    """Each field has tables of its own; thousands of them would fill the memory."""
    fields = [known for known in scenarios.ADDED if known.id.startswith("proving-ground/")]
    for old in fields[:-keep]:
        scenarios.ADDED.remove(old)


def _other(side: str) -> str:
    return AMERICAN if side == BRITISH else BRITISH


# ---------------------------------------------------------------- playing and looking


def act(game: Battle, *texts: str) -> None:
    """Play actions written as text, each by the seat whose decision it is: `act(game, "move b1", "go 1009", "stop")`.

    Where both seats decide (sealed tactics) write the seat first: `act(game, "british: chit skirmish")`.
    """
    for text in texts:
        seat, _, words = text.rpartition(": ")
        seat, action = seat or game.actors[0], parse(game, words)
        refused = game.why_not(seat, action)
        game.play(seat, action)
        assert refused is None, f"{text!r} is offered, and refused: {refused}"


def parse(game: Battle, text: str) -> Action:
    return game.rules.vocabulary.parse(text)


def choices(game: Battle) -> list[str]:
    """What the seat to decide may do, as text."""
    return [str(action) for action in game.actions(game.actors[0])]


def refusal(game: Battle, text: str, seat: str | None = None) -> tuple[str, ...]:
    """The rules that forbid an action now; also checks that `play` refuses it and changes nothing."""
    seat = seat or game.actors[0]
    action = parse(game, text)
    reason = game.why_not(seat, action)
    assert reason is not None, f"'{text}' is allowed"
    before = game.position()
    try:
        game.play(seat, action)
    except grognard.IllegalAction:
        pass
    else:
        raise AssertionError(f"'{text}' was played")
    assert game.position() == before
    return reason.cites


def where(game: Battle, id: str) -> str:
    """The hex of a piece, or the box it is in."""
    piece = game.piece(id)
    return game.label(piece.hex) if piece.hex else piece.box


def piece(game: Battle, id: str) -> Piece:
    return game.piece(id)


def order_of(game: Battle, id: str) -> str:
    """parade, disrupted or shattered."""
    return ("parade", "disrupted", "shattered")[game.piece(id).order]


def army_morale(game: Battle) -> tuple[int, int]:
    return game.state.morale[BRITISH], game.state.morale[AMERICAN]


def momentum_of(game: Battle) -> tuple[int, int]:
    return game.state.momentum[BRITISH], game.state.momentum[AMERICAN]


def asked(game: Battle) -> str:
    """The key of what is asked now, or nothing if the game is over."""
    decision = game.decision(game.actors[0]) if game.actors else None
    return decision.prompt if decision is not None else ""


def labels(game: Battle) -> list[str]:
    """The hexes offered now, by `go`, `retreat`, `place` or `occupy`."""
    return sorted(text.split()[1] for text in choices(game) if text.split()[0] in ("go", "retreat", "place", "occupy"))


def last_roll(game: Battle, purpose: str) -> dict[str, int]:
    """The modifiers of the last roll for a purpose, by label; `die` is the face and `total` the sum."""
    rolled = [event for event in game.events(None) if getattr(event, "purpose", "") == purpose][-1]
    found = {modifier.label: modifier.value for modifier in rolled.modifiers}  # type: ignore[attr-defined]
    return {**found, "die": rolled.faces[0], "total": rolled.total}  # type: ignore[attr-defined]


def attack_mask(game: Battle, id: str, *hexes: str) -> str:
    """The text of an attack by a unit on hexes: `attack b1 8`."""
    grid = game.rules.board.grid
    here = game.piece(id).hex
    mask = 0
    for label in hexes:
        direction = grid.direction(here, grid.by_label[label])
        assert direction is not None, f"{label} is not next to {id}"
        mask |= 1 << direction
    return f"attack {id} {mask}"


def announce(game: Battle, *attacks: tuple[str, str]) -> None:
    """Announce attacks, each a unit and the hexes it attacks ("1011" or "1011 1111"); the announcement then ends if it can.

    What is forced the game has done by itself: an attack that was the only choice need not be announced any more.
    """
    for id, hexes in attacks:
        if asked(game) == "announce-attack":
            act(game, attack_mask(game, id, *hexes.split()))
    if asked(game) == "announce-attack":
        act(game, "end-announcement")


def tactics(game: Battle, attacker: str = "attack_echelon", defender: str = "attack_echelon") -> None:
    """Both chits of the combat under way; two `attack_echelon` give 0."""
    phasing = game.state.phasing
    act(game, f"{phasing}: chit {attacker}", f"{_other(phasing)}: chit {defender}")


def combat(game: Battle, *attacks: tuple[str, str], leads: tuple[str, ...] = ()) -> None:
    """One combat from announcement to the roll: leads where they are asked for, then chits that give 0."""
    announce(game, *attacks)
    for lead in leads:
        if asked(game) == "choose-lead":
            act(game, f"lead {lead}")
    tactics(game)
