"""The components of the solitaire game: those of the campaign, with divisions for the Union, the booklet and the display."""

from __future__ import annotations

from functools import cached_property

from grognard.core.hexes import Hex
from grognard.core.overlays.applying import check
from grognard.core.overlays.components import component
from grognard.games.chancellorsville.old_joe.data_checks import check_booklet, check_display
from grognard.games.chancellorsville.old_joe.data_schema import (
    AreaData,
    BookletData,
    DayPoints,
    DisplayData,
    DivisionData,
    LocationData,
    ObjectiveRow,
    RowData,
    SetUpStep,
    SpecialData,
)
from grognard.games.chancellorsville.victories.components import Components
from grognard.games.chancellorsville.victories.data_schema import CounterData, StepData
from grognard.games.chancellorsville.victories.pieces import UNION, Counter

PACKAGE = "grognard.games.chancellorsville.old_joe"
GIBBON = "Gibbon"
CHANCELLORSVILLE = "[019]"


class SoloComponents(Components):
    """Everything that is printed."""

    def __init__(self) -> None:
        super().__init__("campaign", {})
        self.book = component(PACKAGE, "choices.json", BookletData)
        self.display = component(PACKAGE, "display.json", DisplayData)
        check("choices.json", lambda: check_booklet(self.book, self.sheet))
        check("display.json", lambda: check_display(self.display))
        self.divisions: dict[str, DivisionData] = {division.id: division for division in self.book.divisions}
        self.areas: dict[str, AreaData] = {area.id: area for area in self.book.strategic_map.areas}
        self.locations: dict[str, LocationData] = {found.id: found for found in self.book.location_paragraphs}
        self.specials: dict[str, SpecialData] = {found.id: found for found in self.book.special_paragraphs}
        self.steps: dict[int, SetUpStep] = {step.step: step for step in self.book.setup.steps}
        excluded = self.book.setup.excluded_csa_formations
        csa = {id: c for id, c in self.counters.items() if c.side != UNION and c.formation not in excluded}
        skirmishers = {id: c for id, c in self.counters.items() if c.side == UNION and c.is_skirmisher}
        divisions = {id: division_counter(data) for id, data in self.divisions.items()}
        self.counters = csa | divisions | skirmishers
        self.commands = {
            id: command
            for id, command in self.commands.items()
            if command.name in self.scenario.commands[command.side] and command.formation not in excluded
        }
        self.command_of = {command.formation: id for id, command in self.commands.items() if command.formation}
        self.night_turns = frozenset(self.book.setup.night_turns)

    @cached_property
    def formations(self) -> dict[str, tuple[str, ...]]:
        """J-B0e, J-N4: the divisions of each formation, by their numbers; Gibbon is one by itself."""
        found: dict[str, list[str]] = {}
        for id, counter in self.counters.items():
            if id in self.divisions:
                found.setdefault(counter.formation, []).append(id)
        return {name: tuple(ids) for name, ids in found.items()}

    @cached_property
    def bonuses(self) -> dict[str, tuple[int, int]]:
        """J-J1c: the points of each formation, at full strength and reduced; Gibbon has those of II Corps."""
        found = {corps: (row.full, row.reduced) for row in self.display.bonuses for corps in row.corps}
        return found | {GIBBON: found["II"]}

    @cached_property
    def day_points(self) -> tuple[DayPoints, ...]:
        """J-P001: what the Union scores at the end of a day."""
        return tuple(line for line in self.specials["[001]"].effect if isinstance(line, DayPoints))

    @cached_property
    def south_fords(self) -> dict[str, tuple[Hex, Hex]]:
        """J-N6a: the fords that lead to the south region: the bank on this side, then the south bank."""
        number, south = self.board.grid.by_label, self.regions["south"]
        found = {}
        for name, ford in self.sheet.fords.items():
            one, other = (number[label] for label in ford.hexes)
            if south >> one & 1:
                one, other = other, one
            if south >> other & 1 and not south >> one & 1:
                found[name] = (one, other)
        return found

    def row(self, page: int, die: int) -> RowData:
        """J-C1a: the row of a page that the third die shows."""
        return next(row for row in self.book.pages[page - 2].rows if die in row.faces)

    def page_text(self, page: int) -> str:
        return self.book.pages[page - 2].text

    def location_row(self, number: str, formation: str, red: int, white: int) -> ObjectiveRow:
        """J-C2b, J-PLOC: what a location paragraph says to a formation."""
        paragraph = self.locations[number]
        return result_of(paragraph.table_for.get(formation, paragraph.table), red, white)

    def wheel_row(self, red: int, white: int) -> ObjectiveRow:
        """J-P110: what the table of [110] says."""
        return result_of(self.specials["[110]"].table, red, white)


def result_of(table: tuple[ObjectiveRow, ...], red: int, white: int) -> ObjectiveRow:
    return next(row for row in table if red in row.red and white in row.white)


def division_counter(data: DivisionData) -> Counter:
    """J-B0b: a division as a counter with as many sides as it has values, and no bonus before a roll (J-J1d)."""
    formation = GIBBON if data.name == GIBBON else data.corps
    steps = tuple(StepData(value, data.movement, 0) for value in data.values)
    printed = CounterData(data.id, data.name, "Union", "infantry", data.basis, formation, data.name, steps=steps)
    return Counter(printed, data.id, formation)
