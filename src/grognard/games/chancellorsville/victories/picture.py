"""A position as a picture, as one seat sees it: enemy stacks that nobody stands next to show their backs (U9.26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from grognard.core.hexes import Hex
from grognard.core.pictures import (
    AdditionPicture,
    Colours,
    CounterPicture,
    GroupPicture,
    MarkerPicture,
    Picture,
    StackPicture,
    TrackPicture,
    TrayPicture,
    art_of,
    reconstructed,
)
from grognard.core.pictures.hexes import HexPicture, HexSheet, HexsidePicture, NamePicture, RoadPicture, ZonePicture
from grognard.core.texts import scope_in_force, text
from grognard.games.chancellorsville.victories.chapter import C
from grognard.games.chancellorsville.victories.hidden import counters_known
from grognard.games.chancellorsville.victories.pieces import (
    ARMIES,
    AVAILABLE,
    CSA,
    GOOD,
    LEFT,
    LOST,
    ORDERS,
    UNION,
    WAITING,
    Command,
    Counter,
    Piece,
)
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.rules import VictoriesRules
    from grognard.games.chancellorsville.victories.state import Campaign

Sky = Literal["rain", "night"]
FACES = {UNION: ("#3b5f99", "#ffffff"), CSA: ("#c9c1aa", "#1f1a12")}
"""The face of a counter, with its ink."""
BACKS = {UNION: Colours("#3b5f99", "#e6edf8", "#1d3358", "#ffffff"), CSA: Colours("#a79f8a", "#f6f1e2", "#5a2a22", "#ffffff")}
DRAWN_STACKS = 20_000
"""How many drawn stacks are kept at most."""
INDEPENDENT_BAND = ("#3b3226", "#f4ead0")
BANDS = {
    "I": ("#a3212b", "#ffffff"),
    "II": ("#1f6b3d", "#ffffff"),
    "III": ("#7a3f8f", "#ffffff"),
    "V": ("#0f6f78", "#ffffff"),
    "VI": ("#c7641b", "#ffffff"),
    "XI": ("#16233f", "#ffffff"),
    "XII": ("#e0bb3a", "#2a2000"),
    "Stoneman": ("#5b6f2a", "#ffffff"),
    "Anderson": ("#b03a2e", "#ffffff"),
    "McLaws": ("#8a5a12", "#ffffff"),
    "Hill": ("#7b1e46", "#ffffff"),
    "Rodes": ("#24557a", "#ffffff"),
    "Colston": ("#2d6a57", "#ffffff"),
    "Early": ("#5a3f8c", "#ffffff"),
    "Stuart": ("#d9a521", "#2a2000"),
    "Hood": ("#3f4a52", "#ffffff"),
    "Pickett": ("#a14f7c", "#ffffff"),
}
"""U3.6: the band of each formation, with the ink of its names."""
SIGNS = {"infantry": "unit", "cavalry": "horse_unit", "artillery": "gun_unit", "horse_artillery": "horse_gun_unit"}
"""U3.13: the signs of one counter sheet; the other shows the arms themselves."""
ROADS = {"major": "major_road", "minor": "minor_road"}
PRIZES = {"vp_10": 10, "vp_5": 5}
NOT_DRAWN = frozenset({"ford", "fortification", *PRIZES})
"""Features that are drawn as what lies along hexsides, or as flags."""
STAR = "★"
"""What shows a point of bonus beside the name."""
SHORTER = {" (art.)": " Art", "Horse Artillery": "Horse Art", "Artillery": "Art"}
COURSES = {
    "Rappahannock": ("1006", "1409", "2009", "2513", "2918", "3619", "4223", "4627"),
    "Rapidan": ("0313", "1012", "1515", "2014"),
}
"""Where the names of the great rivers are lettered, on their banks."""
WATER_NAMES = 24
"""A lesser water is named once in so many hexsides."""
ROAD_NAMES = 9
"""A road is named if it runs through so many hexes."""
TRAYS = (WAITING, LOST, LEFT)


# ---------------------------------------------------------------- the map


def bare_map(rules: VictoriesRules[C]) -> HexSheet:
    """The playing area and the hexes about it, with nothing on them."""
    sheet, grid, area = rules.components.sheet, rules.board.grid, rules.components.scenario.area
    left, right = max(area.columns[0] - 1, grid.first_column), min(area.columns[1] + 1, grid.columns)
    top, bottom = max(area.rows[0] - 1, grid.first_row), min(area.rows[1] + 1, grid.rows)
    terrain = sheet.hexes()
    shown = {label for h, label in grid.labels.items() if left <= grid.column(h) <= right and top <= grid.row(h) <= bottom}
    hexes = tuple(
        HexPicture(
            label,
            grid.column(h),
            grid.row(h),
            terrain[label],
            tuple(feature for feature in sheet.features.get(label, ()) if feature not in NOT_DRAWN),
        )
        for h, label in grid.labels.items()
        if label in shown
    )
    return HexSheet(
        title=rules.scenario.title,
        art=art_of(rules),
        columns=right,
        rows=bottom,
        first_column=left,
        first_row=top,
        hexes=hexes,
        north=sheet.grid.north,
        scale=text("picture.scale", {"metres": sheet.scale.hex_metres}),
        hexsides=tuple(hexsides(rules, shown)),
        roads=tuple(
            RoadPicture(ROADS.get(kind, kind), stretch)
            for kind, chains in sheet.roads.items()
            for chain in chains
            for stretch in stretches(chain, shown)
        ),
        names=tuple(names(rules, shown)),
        zones=tuple(zones(rules, shown)),
        beyond=tuple(label for h, label in grid.labels.items() if label in shown and not rules.area >> h & 1),
    )


def zones(rules: VictoriesRules[C], shown: set[str]) -> Iterator[ZonePicture]:
    """What is outlined on the map."""
    sheet = rules.components.sheet
    for zone in sheet.outlined:
        found = tuple(label for label in sheet.zones[zone] if label in shown)
        if found:
            yield ZonePicture(zone.replace("_", " "), found)


def hexsides(rules: VictoriesRules[C], shown: set[str]) -> Iterator[HexsidePicture]:
    """What lies between hexes; works are drawn from the hex that they face."""
    for kind, pairs in rules.components.sheet.hexsides.items():
        for one, other in pairs:
            if one in shown and other in shown:
                yield HexsidePicture(kind, (other, one) if kind == "fortification" else (one, other))


def stretches(chain: tuple[str, ...], shown: set[str]) -> Iterator[tuple[str, ...]]:
    """The parts of a road that lie in the playing area."""
    part: list[str] = []
    for label in (*chain, ""):
        if label in shown:
            part.append(label)
        else:
            if len(part) > 1:
                yield tuple(part)
            part = []


def names(rules: VictoriesRules[C], shown: set[str]) -> Iterator[NamePicture]:
    """Places; fords by their southern bank; rivers along their course; the long roads in their middle."""
    sheet = rules.components.sheet
    taken = {label for label in sheet.names if label in shown}
    yield from (NamePicture(label, name) for label, name in sheet.names.items() if label in shown)
    for name, ford in sheet.fords.items():
        place = next((label for label in reversed(ford.hexes) if label in shown and label not in taken), None)
        if place is not None:
            taken.add(place)
            yield NamePicture(place, name, "crossing")
    for river, labels in (*COURSES.items(), *lesser_waters(rules)):
        for label in labels:
            if label in shown and label not in taken:
                taken.add(label)
                yield NamePicture(label, river, "water")
    for name, chain in sheet.road_names.items():
        part = max(stretches(chain, shown), key=len, default=())
        free = [label for label in part[2:-2] if label not in taken]
        if len(part) >= ROAD_NAMES and free:
            label = free[len(free) // 2]
            taken.add(label)
            yield NamePicture(label, name.partition(" (")[0], "road")


def lesser_waters(rules: VictoriesRules[C]) -> Iterator[tuple[str, list[str]]]:
    """Rivers and runs with the hexes where their names stand: away from the great rivers, whose names they would meet."""
    sheet, grid = rules.components.sheet, rules.board.grid
    great = {label for side in sheet.hexsides["major_river"] for label in side}
    by_great = great | {grid.labels[n] for label in great for n in grid.neighbours[grid.by_label[label]] if n is not None}
    for name, sides in sheet.waters.items():
        banks = [side[0] for side in sides if side[0] not in by_great]
        yield name.partition(" (")[0], banks[min(WATER_NAMES, len(banks)) // 2 :: WATER_NAMES]


# ---------------------------------------------------------------- the counters


def picture_of(game: Campaign, seat: str | None) -> Picture:
    rules, state = game.rules, game.state
    first = rules.components.scenario.first_turn
    return Picture(
        title=rules.scenario.title,
        sheets=(map_sheet(game, seat),),
        subtitle=moment(game),
        notes=tuple(notes(game)),
        values=text("picture.values"),
        trays=tuple(trays(game, seat)),
        tracks=(
            TrackPicture(
                text("picture.turns"),
                tuple(turn_box(game, turn) for turn in range(first, first + (rules.turns or 0))),
                state.turn - first,
            ),
            *activations(game),
        ),
    )


def activations(game: Campaign) -> Iterator[TrackPicture]:
    """The counters drawn this turn, in their order, and how many are left in the cup; the last one drawn acts now."""
    state, commands = game.state, game.rules.commands
    left = sum(counters_known(game, None)["numbers"]["cup"].values())
    if state.drawn or left:
        boxes = (*(commands[id].name for id in state.drawn), *("?",) * left)
        yield TrackPicture(text("picture.activations"), boxes, len(state.drawn) - 1 if state.command else len(state.drawn))


def map_sheet(game: Campaign, seat: str | None) -> HexSheet:
    """The map with all that lies on it."""
    return replace(
        game.rules.bare_map,
        stacks=tuple(stacks(game, seat)),
        markers=tuple(markers(game)),
        groups=tuple(groups(game.rules)),
        additions=tuple(additions(game)),
        sky=sky(game),
    )


def sky(game: Campaign) -> tuple[Sky, ...]:
    found: list[Sky] = ["rain"] if game.state.rain else []
    return (*found, "night") if game.night else tuple(found)


def stacks(game: Campaign, seat: str | None) -> Iterator[StackPicture]:
    """The stacks of both armies, the strongest unit on top."""
    rules, drawn, scope = game.rules, game.rules.drawn_stacks, scope_in_force()
    if len(drawn) > DRAWN_STACKS:
        drawn.clear()
    for army in ARMIES:
        for h in sorted(game.army(army).stacks):
            units, dug_in = game.units_at(army, h), rules.has_works(game, army, h)
            seen = units if rules.shows_face(game, seat, army, h) else len(units)
            key = army, h, seen, dug_in, scope
            if key not in drawn:
                drawn[key] = drawn_stack(game, army, h, seen, dug_in)
            yield drawn[key]


def drawn_stack(game: Campaign, army: str, h: Hex, seen: tuple[Piece, ...] | int, dug_in: bool) -> StackPicture:
    """A stack whose units are seen, or only how many they are."""
    label = game.label(h)
    counters = (
        [back(army, f"{label}-{place}") for place in range(seen)]
        if isinstance(seen, int)
        else [front(game, piece) for piece in sorted(seen, key=lambda piece: weight(game, piece))]
    )
    return StackPicture(label, tuple(counters), game.rules.colours()[army], dug_in)


def weight(game: Campaign, piece: Piece) -> tuple[bool, bool, int]:
    """What lies lower in a stack comes first."""
    counter = game.counter(piece.id)
    return counter.is_real, not counter.is_artillery, game.points(piece)


def back(army: str, where: str) -> CounterPicture:
    return CounterPicture(f"{army}-{where}", "", "back", "", BACKS[army], text(f"army.{army}"), side=army)


def front(game: Campaign, piece: Piece) -> CounterPicture:
    """A unit in its present state; each is drawn up once for every state."""
    drawn = game.rules.drawn_counters
    key = piece.id, piece.step, piece.order, piece.unsupplied, piece.fired, piece.tired
    if key not in drawn:
        drawn[key] = drawn_front(game.rules, piece)
    return drawn[key]


def drawn_front(rules: VictoriesRules[C], piece: Piece) -> CounterPicture:
    counter = rules.counters[piece.id]
    (face, ink), (band, band_ink) = FACES[counter.side], BANDS.get(counter.formation, INDEPENDENT_BAND)
    return CounterPicture(
        counter.id,
        shortened(counter.name) + STAR * counter.bonuses[piece.step],
        symbol_of(rules, counter),
        values(counter, piece.step),
        Colours(face, ink, band, band_ink),
        full_name(counter),
        counter.levels,
        piece.step,
        states=tuple(states(piece)),
        basis=reconstructed(counter.basis),
        side=counter.side,
        group=group_id(counter.formation),
    )


def symbol_of(rules: VictoriesRules[C], counter: Counter) -> str:
    """U3.13: the sign of its arm, or the arm itself, as the players like."""
    return SIGNS.get(counter.kind, counter.kind) if rules.options.get("counters") == "symbols" else counter.kind


def shortened(name: str) -> str:
    for long, short in SHORTER.items():
        name = name.replace(long, short)
    return name


def full_name(counter: Counter) -> str:
    """`Phelps, Wadsworth's division, I Corps`."""
    if not counter.formation:
        return counter.name
    parts = [counter.name]
    if counter.division not in ("", counter.formation):
        parts.append(text("picture.division", {"division": counter.division}))
    return ", ".join((*parts, formation_name(counter.formation)))


def formation_name(formation: str) -> str:
    key = "picture.corps" if formation.strip("IVX") == "" else "picture.formation"
    return text(key, {"formation": formation})


def values(counter: Counter, step: int) -> str:
    """U3.5: `4-4`, combat points and movement; skirmishers and dummies have none."""
    return f"{counter.strengths[step]}-{counter.movement}" if counter.is_real else ""


def states(piece: Piece) -> Iterator[str]:
    if piece.order != GOOD:
        yield ORDERS[piece.order]
    for state in ("unsupplied", "fired", "tired"):
        if getattr(piece, state):
            yield state


def group_id(formation: str) -> str:
    return f"formation-{formation}" if formation else ""


def groups(rules: VictoriesRules[C]) -> Iterator[GroupPicture]:
    """The formations, each with a short badge: what is seen of them from afar."""
    for army in ARMIES:
        face, _ = FACES[army]
        for command in rules.army_commands[army]:
            if command.formation:
                band, ink = BANDS[command.formation]
                title = formation_name(command.formation)
                yield GroupPicture(
                    group_id(command.formation), title, command.formation, Colours(face, FACES[army][1], band, ink), army
                )


# ---------------------------------------------------------------- what else lies on the map


def markers(game: Campaign) -> Iterator[MarkerPicture]:
    """Where the acting counter and the Detach markers lie, and who holds the places that count."""
    rules, state, colours = game.rules, game.state, game.rules.colours()
    for label, features in rules.components.sheet.features.items():
        worth = next((PRIZES[feature] for feature in features if feature in PRIZES), 0)
        h = rules.board.grid.by_label[label]
        if worth and rules.area >> h & 1:
            yield MarkerPicture(label, str(worth), colours.get(holder(game, h), "#6d655c"))
    if state.command and state.post:
        command = rules.commands[state.command]
        yield MarkerPicture(state.post, command.name, colours[command.side])
    for army, label in state.detached.items():
        if label:
            yield MarkerPicture(label, text("picture.detach"), colours[army])


def holder(game: Campaign, h: Hex) -> str:
    return next((army for army in ARMIES if game.units_at(army, h)), "")


def additions(game: Campaign) -> Iterator[AdditionPicture]:
    """Pontoons, breastworks and fortification markers."""
    state = game.state
    for key, army in state.pontoons.items():
        yield AdditionPicture("pontoon", tuple(key.split("-")), text("picture.pontoon", {"army": text(f"side.{army}")}))
    for label, army in state.works.items():
        yield AdditionPicture("works", (label,), text("picture.works", {"army": text(f"side.{army}")}))
    for label, army in state.forts.items():
        if game.rules.area >> game.rules.board.grid.by_label[label] & 1:
            yield AdditionPicture("battery", (label,), text("picture.fort", {"army": text(f"side.{army}")}))


# ---------------------------------------------------------------- beside the map


def trays(game: Campaign, seat: str | None) -> Iterator[TrayPicture]:
    """U3.11: the boxes beside the map; of the enemy's skirmishers at hand only the number is told."""
    rules, pieces = game.rules, game.state.pieces
    for army in ARMIES:
        for box in TRAYS:
            units = [front(game, pieces[id]) for id in rules.sheets[army] if pieces[id].box == box]
            if units:
                yield TrayPicture(f"{text(f'side.{army}')}, {text(f'tray.{box}')}", tuple(units))
        ready = [pieces[id] for id in rules.sheets[army] if pieces[id].box == AVAILABLE and pieces[id].hex == OFF_MAP]
        if army == seat:
            shown = [front(game, piece) for piece in ready]
        else:
            known = [piece for piece in ready if rules.counters[piece.id].is_skirmisher]
            shown = [
                replace(front(game, piece), id=f"{army}-{AVAILABLE}-{place}")
                for place, piece in enumerate([known[0]] * len(known) if known else [])
            ]
        if shown:
            yield TrayPicture(f"{text(f'side.{army}')}, {text(f'tray.{AVAILABLE}')}", tuple(shown))
        yield from commands_of(game, seat, army)


def commands_of(game: Campaign, seat: str | None, army: str) -> Iterator[TrayPicture]:
    """U3.9: the counters in the cup and under superior commanders: one's own by name, of the enemy the numbers."""
    commands = game.rules.commands
    known = counters_known(game, seat)
    numbers, side = known["numbers"], text(f"side.{army}")
    own = [command_counter(commands[id]) for id in known.get("cup", ()) if commands[id].side == army]
    if army == seat:
        used = {*game.state.cup, *game.state.drawn, *(id for under in game.state.boxes.values() for id in under)}
        free = [command for command in game.rules.army_commands[army] if command.formation and command.id not in used]
        if free:
            yield TrayPicture(f"{side}, {text('tray.commands')}", tuple(map(command_counter, free)))
    hidden = [back(army, f"cup-{place}") for place in range(numbers["cup"][army] if army != seat else 0)]
    if own or hidden:
        yield TrayPicture(f"{side}, {text('tray.cup')}", tuple(own or hidden))
    for superior, under in known.get("boxes", {}).items():
        if commands[superior].side == army and under:
            title = text("picture.under", {"superior": commands[superior].name})
            yield TrayPicture(title, tuple(command_counter(commands[id]) for id in under))
    for place, number in enumerate(numbers["boxes"][army] if army != seat else ()):
        if number:
            shown = tuple(back(army, f"box-{place}-{each}") for each in range(number))
            yield TrayPicture(f"{side}, {text('tray.superior')}", shown)


def command_counter(command: Command) -> CounterPicture:
    """U3.7: a command counter with its radius."""
    face, ink = FACES[command.side]
    band, band_ink = BANDS.get(command.formation, INDEPENDENT_BAND)
    colours = Colours(face, ink, band, band_ink)
    rank = 2 if command.is_superior else 1  # U3.8
    return CounterPicture(command.id, command.name, "leader", str(command.radius), colours, rank=rank, side=command.side)


# ---------------------------------------------------------------- the heading


def moment(game: Campaign) -> str:
    """`Turn 3, 30 April 1863, 14:00-18:00. Activations. Rain.`"""
    rules, state = game.rules, game.state
    day = next(turn for turn in rules.components.turns.turns if turn.turn == state.turn)
    parts = [text("picture.moment", {"turn": state.turn, "date": day.date, "time": day.time})]
    if state.command:
        command = rules.commands[state.command]
        side = text(f"side.{command.side}")
        parts.append(text("picture.acting", {"command": command.name, "side": side}))
    parts.extend(text(f"picture.{word}") for word in sky(game))
    return ". ".join(parts)


def turn_box(game: Campaign, turn: int) -> str:
    """The number of a turn; the nights have a moon."""
    return f"{turn}☾" if turn in game.rules.components.night_turns else str(turn)


def notes(game: Campaign) -> Iterator[str]:
    """What each army has lost, and the pontoons that it may lay."""
    for army in ARMIES:
        lost, in_hand = game.lost_points(army), game.state.in_hand.get(army, 0)
        yield text("picture.army", {"side": text(f"side.{army}"), "lost": lost, "pontoons": in_hand})
