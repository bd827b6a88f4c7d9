"""A position as a picture: what lies on the map and on every counter, told to whoever draws it."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from grognard.core.pictures import (
    AdditionPicture,
    Colours,
    CounterPicture,
    MarkerPicture,
    Picture,
    StackPicture,
    TrackPicture,
    TrayPicture,
    art_of,
    reconstructed,
)
from grognard.core.pictures.hexes import HexSheet, NamePicture
from grognard.core.texts import has_text, text
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import MapData
from grognard.games.revolution.series.pieces import CAPTURED, ELIMINATED, EXITED, ORDERS, PARADE, WAITING, Counter, Piece
from grognard.games.revolution.series.sequence import PHASES
from grognard.hexgames.pictures import bare_sheet
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.rules import SeriesRules

FACES = {"british": "#c4463a", "loyalist": "#b5533f", "german": "#5f7f4a", "american": "#3e6ba3", "french": "#8aa0c8"} | {
    "allied": "#5c7fb4"
}
"""The face of a counter by its nation; an alliance has none, but is known by a colour as well."""
BANDS = {
    "": ("#3b3226", "#ffffff"),
    "none": ("#24436b", "#ffffff"),
    "red": ("#8f1f1b", "#ffffff"),
    "yellow": ("#f0cf55", "#3a2a00"),
    "brown": ("#7b5433", "#ffffff"),
    "green": ("#4f8a4b", "#ffffff"),
    "dark_blue": ("#16233f", "#ffffff"),
    "light_blue": ("#a9cdea", "#12304d"),
    "turquoise": ("#2f9c95", "#ffffff"),
    "aqua": ("#8fe0d3", "#0f3a36"),
    "teal": ("#12595a", "#ffffff"),
}
"""S2.2d: the band of a counter, with the ink of its name."""
LEADERS_BAND = ("#3b3226", "#ffe9a8")
SHORTER = {
    " Virginia Regiment": " Virginia",
    "Royal North Carolina Regiment": "Royal NC",
    "Marquis de ": "",
    " Independent": "",
    " and Granville": "",
    " and Rowan": "",
    "New York": "NY",
    "New Jersey": "NJ",
    " Volunteers": " Vols",
    " Brigade": " Bde",
    "Light Infantry": "Light Inf",
    " Infantry": " Inf",
    " Cavalry": " Cav",
    " Artillery": " Arty",
    " District": "",
    " Militia": " Mil",
    " Dragoons": " Drgs",
    " Delawares": "",
    " (cavalry)": " Cav",
    " (infantry)": " Inf",
    "Lee's Legion": "Lee's",
    " Riflemen": " Rifles",
    "Battalion": "Bn",
    "Regiment": "Regt",
}
"""What a name loses to fit on half an inch of cardboard, the longer first."""
VALUES = "strength-morale-movement; leaders combat-command-movement"
BOXES = (WAITING, EXITED, CAPTURED, ELIMINATED)


def picture_of(game: Battle, markers: Iterable[MarkerPicture] = (), additions: Iterable[AdditionPicture] = ()) -> Picture:
    """The whole position (S7.4: everything on the map is open); a battle may add flags of its own."""
    names = game.rules.counter_names
    stacks = stacks_of(game, names)
    sheet = replace(game.rules.bare_map, stacks=stacks, markers=tuple(markers), additions=tuple(additions))
    return Picture(
        title=sheet.title,
        sheets=(sheet,),
        subtitle=moment(game),
        notes=tracks(game),
        values=VALUES,
        trays=trays_of(game, names),
        tracks=(turn_track(game),),
    )


# ---------------------------------------------------------------- the map


def bare_map(rules: SeriesRules) -> HexSheet:
    """The map with nothing on it."""
    sheet = rules.components.sheet
    return bare_sheet(sheet, rules.board.grid, names_of(sheet), f"{sheet.scale.hex_yards} yards", shape, art_of(rules))


def shape(feature: str) -> str:
    """A house looks like a house, whatever its name."""
    return "house" if feature.endswith("house") else feature


ALONG: dict[str, Literal["place", "water", "road"]] = {"Road": "road", "Creek": "water", "Branch": "water"}
"""What a name runs along, by its last word: the maps print no more than the name."""


def names_of(sheet: MapData) -> tuple[NamePicture, ...]:
    """Names, each once; an entry letter is drawn by itself, and what is left of its name is that of the road."""
    letters = {hex: letter for letter, hexes in sheet.entries.items() for hex in hexes}
    terrain, rivers = sheet.hexes(), sheet.river.course if sheet.river else {}
    found: dict[str, NamePicture] = {}
    for hex, name in sheet.names.items():
        words = name.removeprefix(letters.get(hex, "")).strip() if hex in letters else name
        if not words or words in found:
            continue
        on_water = hex in rivers and terrain[hex] == "river" and not sheet.features.get(hex)
        along = ALONG.get(words.rpartition(" ")[2], "place")
        found[words] = NamePicture(hex, words, "road" if hex in letters else "water" if on_water else along)
    return tuple(found.values())


# ---------------------------------------------------------------- the counters


def counter_names(counters: Mapping[str, Counter]) -> dict[str, str]:
    """Each counter's name as short as it can be told apart: without brackets, and without the brigade before a colon."""
    plain = {id: counter.name.partition(" (")[0].rpartition(": ")[2] for id, counter in counters.items()}
    count = Count(plain.values())
    return {id: shortened(name if count[name] == 1 else counters[id].name) for id, name in plain.items()}


def shortened(name: str) -> str:
    for long, short in SHORTER.items():
        name = name.replace(long, short)
    return name


def counter_of(game: Battle, piece: Piece, name: str) -> CounterPicture:
    """A counter in its present state; each is drawn up once for every state."""
    drawn = game.rules.drawn_counters
    state = (piece.id, piece.step, piece.order, piece.pin > 0, piece.withdrawn, piece.fired, piece.marks)
    if state not in drawn:
        drawn[state] = drawn_counter(game, piece, name)
    return drawn[state]


def drawn_counter(game: Battle, piece: Piece, name: str) -> CounterPicture:
    counter = game.counter(piece.id)
    band, ink = LEADERS_BAND if counter.is_leader else BANDS[counter.data.band or ""]
    return CounterPicture(
        counter.id,
        name,
        symbol(counter),
        values(counter, piece.step),
        Colours(FACES[counter.data.nation or counter.army], "#ffffff", band, ink),
        counter.name,
        counter.steps,
        piece.step,
        counter.rank,
        states(piece),
        reconstructed(counter.data.basis),
        counter.side,
    )


def symbol(counter: Counter) -> str:
    """Riflemen are shown by their rifle, whatever else they are."""
    return "rifle" if counter.is_rifle else counter.kind


def values(counter: Counter, step: int) -> str:
    """`4-1-4`; a number below zero stands in brackets."""
    if counter.is_leader:
        numbers = (counter.close_combat, counter.command, counter.movements[0])  # S2.2c
    else:
        numbers = (counter.strengths[step], counter.morales[step], counter.movements[step])  # S2.2d
    return "-".join(str(number) if number >= 0 else f"({number})" for number in numbers)


def states(piece: Piece) -> tuple[str, ...]:
    order = () if piece.order == PARADE else (ORDERS[piece.order],)
    pinned = ("pinned",) if piece.pin else ()
    rest = tuple(name for name in ("withdrawn", "fired") if getattr(piece, name))
    return (*order, *pinned, *rest, *sorted(piece.marks))


def stacks_of(game: Battle, names: Mapping[str, str]) -> tuple[StackPicture, ...]:
    """Leaders lie below, so that the strongest unit is on top and every name shows."""
    held: dict[str, list[Piece]] = {}
    for piece in game.state.pieces.values():
        if piece.hex != OFF_MAP:
            held.setdefault(game.label(piece.hex), []).append(piece)
    return tuple(
        StackPicture(
            hex, tuple(counter_of(game, piece, names[piece.id]) for piece in sorted(held[hex], key=lambda p: weight(game, p)))
        )
        for hex in sorted(held)
    )


def weight(game: Battle, piece: Piece) -> tuple[bool, bool, int]:
    """What lies lower in a stack comes first."""
    counter = game.counter(piece.id)
    if counter.is_leader:
        return False, False, -counter.rank
    return True, not counter.is_artillery, counter.strengths[piece.step]


def trays_of(game: Battle, names: Mapping[str, str]) -> tuple[TrayPicture, ...]:
    """The pieces in boxes beside the map."""
    trays = []
    for army in game.rules.armies:
        sheet = [id for id, counter in game.rules.counters.items() if counter.army == army]
        for box in BOXES:
            pieces = [game.state.pieces[id] for id in sheet if game.state.pieces[id].box == box]
            if pieces:
                title = f"{in_words('side', army)}, {in_words('box', box)}"
                trays.append(TrayPicture(title, tuple(counter_of(game, piece, names[piece.id]) for piece in pieces)))
    return tuple(trays)


# ---------------------------------------------------------------- the heading


def in_words(table: str, word: str) -> str:
    return text(f"{table}.{word}") if has_text(f"{table}.{word}") else word


def moment(game: Battle) -> str:
    """`Turn 4, 10:00 AM. American player turn: movement`."""
    state = game.state
    hour = game.rules.components.clock.get(state.turn)
    turn = f"Turn {state.turn}" + (f", {hour}" if hour else "")
    phase = in_words("phase", state.phase)
    if state.phase in PHASES and state.phasing:
        return f"{turn}. {in_words('side', state.phasing)} player turn: {phase}"
    return f"{turn}: {phase}"


def turn_track(game: Battle) -> TrackPicture:
    """The turns of the scenario by their hours, where the map prints a clock."""
    rules = game.rules
    turns = range(rules.components.scenario.first_turn, rules.last_turn + 1)
    boxes = tuple(rules.components.clock.get(turn) or str(turn) for turn in turns)
    return TrackPicture(in_words("track", "turn"), boxes, game.state.turn - turns.start)


def tracks(game: Battle) -> tuple[str, ...]:
    """A line for each side: the morale of its army, or of each army of an alliance, and its momentum."""
    state, lines = game.state, []
    for side, armies in game.rules.armies_of.items():
        morale = [f"army morale {state.morale[side]}"] if armies == (side,) else []
        morale += [f"{in_words('side', army)} army morale {state.morale[army]}" for army in armies if army != side]
        lines.append(f"{in_words('side', side)}: {', '.join(morale)}, momentum {state.momentum[side]}")
    return tuple(lines)
