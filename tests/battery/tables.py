"""The tables of each game, cell by cell: which method of the rules reads them, and what it reads with given arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from grognard.core.games import Game
from grognard.core.rules import Rules
from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules
from grognard.games.revolution.eutaw.rules import EutawRules
from grognard.games.revolution.series.rules import SeriesRules
from tests.core.nim import NimRules
from tests.core.raid import RaidRules
from tests.core.relief import ReliefRules
from tests.core.tabletop import TableRules
from tests.core.toy import ToyRules


class Table(NamedTuple):
    """A table: all its cells, the method that reads it, and the cell that a call reads (None: none)."""

    cells: tuple[str, ...]
    method: str
    cell: Callable[..., str | None]


# ---------------------------------------------------------------- the series


def close_combat(rules: SeriesRules) -> Table:
    table = rules.components.close_combat

    def cell(column: int, total: int) -> str:
        row = min(max(total, table.row_min), table.row_max)
        return f"close combat {table.columns[max(column, 1) - 1]} row {row}"

    cells = tuple(f"close combat {column} row {row}" for column in table.columns for row in table.rows)
    return Table(cells, "read_table", cell)


def odds(rules: SeriesRules) -> Table:
    read = type(rules).odds_column

    def cell(attack: int, defence: int) -> str:
        return f"odds {rules.column_name(read(rules, attack, defence))}"

    columns = range(len(rules.components.close_combat.columns) + 1)
    return Table(tuple(f"odds {rules.column_name(column)}" for column in columns), "odds_column", cell)


def tactics(rules: SeriesRules) -> Table:
    chits = rules.components.tactics.chits
    cells = tuple(f"tactics {attacker} against {defender}" for attacker in chits for defender in chits)
    return Table(cells, "tactics_result", lambda attacker, defender: f"tactics {attacker} against {defender}")


def to_hit(rules: SeriesRules) -> Table:
    rows = rules.components.fire.to_hit

    def cell(strength: int, distance: int) -> str:
        row = next(row for row in rows if row.min <= strength and (row.max is None or strength <= row.max))
        return f"to hit {row.sp} {'adjacent' if distance == 1 else 'far'}"

    return Table(tuple(f"to hit {row.sp} {far}" for row in rows for far in ("adjacent", "far")), "number_to_hit", cell)


def damage(rules: SeriesRules) -> Table:
    table = rules.components.fire.damage

    def cell(column: str, face: int) -> str:
        row = next(row for row in table.rows if row.min <= face <= row.max)
        return f"damage {column} {row.min}-{row.max}"

    cells = tuple(f"damage {column} {row.min}-{row.max}" for column in table.columns for row in table.rows)
    return Table(cells, "damage", cell)


def army_morale(rules: SeriesRules) -> Table:
    events = rules.components.morale_events.values()
    cells = tuple(f"army morale {event.id}" for event in events if event.own is not None)  # leaders have a table of their own
    return Table(cells, "note_event", lambda game, event, side, piece=None: f"army morale {event}")


def bands(rules: SeriesRules) -> Table:
    read = type(rules).band_at
    return Table(tuple(f"band {band}" for band in rules.bands), "band_at", lambda level: f"band {read(rules, level).id}")


def leader_losses(rules: SeriesRules) -> Table:
    leaders = [id for id in rules.components.leader_losses if rules.counters[id].is_leader]
    return Table(tuple(f"leader loss {id}" for id in leaders), "lose_leader", lambda game, id, fate: f"leader loss {id}")


def unit_leader_losses(rules: SeriesRules) -> Table:
    """Units whose loss counts as that of a leader."""
    units = [id for id in rules.components.leader_losses if rules.counters[id].is_unit]
    cells = tuple(f"leader loss {id}" for id in units)
    return Table(cells, "unit_lost", lambda game, id: f"leader loss {id}" if id in units else None)


# ---------------------------------------------------------------- Eutaw Springs


def looting(rules: EutawRules) -> Table:
    rows = rules.tables.looting.rows
    names = {id: name for name, row in rows.items() for id in row.units}
    return Table(tuple(f"looting {name}" for name in rows), "looting_limit", lambda id: f"looting {names[id]}")


TABLES: dict[type[Rules], tuple[Callable[[Any], Table], ...]] = {
    SeriesRules: (
        close_combat,
        odds,
        tactics,
        to_hit,
        damage,
        army_morale,
        bands,
        leader_losses,
        unit_leader_losses,
    ),
    EutawRules: (looting,),
}
"""The tables that each class of rules adds."""

VICTORIES: dict[type[Rules], Callable[[Any], tuple[str, ...]]] = {
    SeriesRules: lambda rules: (
        *(f"victory {level} {side}" for level in ("decisive", "substantial", "marginal") for side in rules.sides),
        "victory draw nobody",
        "victory double-defeat nobody",
    ),
    PerfectPlanRules: lambda rules: ("victory victory AoP", "victory victory ANV", "victory draw nobody"),
    NimRules: lambda rules: ("victory win person", "victory win automaton"),
    RaidRules: lambda rules: ("victory through south", "victory held north"),
    TableRules: lambda rules: ("victory win north", "victory win south"),
    ReliefRules: lambda rules: ("victory win besieger", "victory win garrison"),
    ToyRules: lambda rules: ("victory touch red", "victory touch blue", "victory draw nobody"),
}
"""How a game can end."""


def tables(rules: Rules) -> Iterator[Table]:
    for kind, makers in TABLES.items():
        if isinstance(rules, kind):
            yield from (make(rules) for make in makers)


def victories(rules: Rules) -> tuple[str, ...]:
    return tuple(cell for kind, cells in VICTORIES.items() if isinstance(rules, kind) for cell in cells(rules))


def victory(game: Game) -> str:
    assert game.over is not None
    return f"victory {game.over.level} {game.over.winner or 'nobody'}"
