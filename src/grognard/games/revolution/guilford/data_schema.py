"""The tables that only Guilford Courthouse has, as data/tables.json holds them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.games.revolution.series.data_schema import (
    Basis,
    Conflict,
    Draw,
    DrmLine,
    Hex,
    LeaderLoss,
    Marginal,
    RuleId,
    Substantial,
)


class BattleMoraleEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of army morale, tested at the end of a turn: so many hexes of a zone held, and no enemy in any."""

    id: str
    side: str
    own: int
    enemy: int
    zone: str
    hexes: int
    turn: int
    rule: RuleId
    event: str


class MeleeFire(Struct, frozen=True, forbid_unknown_fields=True):
    """Guns that fire into a close combat: the attacker's column shifts, on so many turns of the game."""

    side: str
    unit: str
    shift: int
    turns: int
    when: str
    rules: tuple[RuleId, ...]


class Bretigny(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of one unit, and what holds for those who march up to it while the skirmisher is adjacent."""

    unit: str
    closed_zone: str
    skirmisher: str
    marchers: tuple[str, ...]
    strength_divisor: int
    unprepared: DrmLine
    text: str
    rules: tuple[RuleId, ...]


class Release(Struct, frozen=True, forbid_unknown_fields=True):
    """When an army that may not move is released, who moves before, and who keeps out of some zones afterwards."""

    turn: int
    turns_after_contact: int
    free_units: tuple[str, ...]
    contact: str
    no_contact_with: tuple[str, ...]
    limited_units: tuple[str, ...]
    closed_zones: tuple[str, ...]
    limits: str
    rules: tuple[RuleId, ...]


class BlockedEntry(Struct, frozen=True, forbid_unknown_fields=True):
    entry: str
    allowance_divisor: int
    strategic_movement: bool
    text: str
    rule: RuleId


class PairsVp(Struct, frozen=True, forbid_unknown_fields=True):
    """VP for every so many units that end in one of these states, rounded down."""

    side: str
    vp: int | float
    for_every: int
    states: tuple[str, ...]
    rule: RuleId


class NcMilitia(Struct, frozen=True, forbid_unknown_fields=True):
    """Units whose losses change no army morale and score in pairs; the names are those of the army morale events."""

    units: tuple[str, ...]
    no_army_morale_for: tuple[str, ...]
    eliminated: str
    army_morale_as_usual_for: tuple[str, ...]
    vp: PairsVp
    no_momentum_for: str
    text: str
    rules: tuple[RuleId, ...]


class VictoryHexes(Struct, frozen=True, forbid_unknown_fields=True):
    """The hexes that score in a scenario, who controls one, and to whom it falls if nobody does."""

    hexes: dict[Hex, int | float]
    control: Literal["last_through", "held_in_good_order"]
    artillery: bool
    enemy_zoc_denies: bool
    otherwise: str | None
    british_hold_cancels: Hex | None  # with it in British hands the Americans score no victory hex
    text: str
    rules: tuple[RuleId, ...]


class Decisive(Struct, frozen=True, forbid_unknown_fields=True):
    """Strength that left the map through a zone, or enemy losses together with a leader lost."""

    side: str
    when: Literal["at once"]
    sp: int
    groups: tuple[str, ...]
    not_counted: tuple[str, ...]
    rules: tuple[RuleId, ...]
    text: str
    leader: str | None = None
    zone: str | None = None
    exit_mp: int = 0


class VictoryLevels(Struct, frozen=True, forbid_unknown_fields=True):
    decisive: dict[str, Decisive]
    substantial: Substantial
    marginal: Marginal
    draw: Draw


class DecisiveOption(Struct, frozen=True, forbid_unknown_fields=True):
    """An option by which further groups count for a decisive victory."""

    default: bool
    decisive: str
    adds_groups: tuple[str, ...]
    rule: RuleId
    text: str


class TablesData(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of Guilford Courthouse beside those of the series."""

    name: str
    source: str
    basis: Basis
    leader_losses: dict[str, LeaderLoss]
    leader_losses_how: str
    army_morale_events: tuple[BattleMoraleEvent, ...]
    melee_fire: MeleeFire
    bretigny: Bretigny
    release: Release
    blocked_entry: BlockedEntry
    nc_militia: NcMilitia
    vp_excluded_units: tuple[str, ...]
    victory_hexes: dict[str, VictoryHexes]  # by scenario
    victory_levels: VictoryLevels
    options: dict[str, DecisiveOption]
    conflicts: tuple[Conflict, ...]


SCHEMAS: dict[str, object] = {"tables.json": TablesData}
