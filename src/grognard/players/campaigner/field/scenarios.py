"""Which plan an army follows, by the victory conditions of the scenario."""

from __future__ import annotations

from grognard.games.chancellorsville.victories.pieces import UNION
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.players.campaigner.field import confederate, union
from grognard.players.campaigner.field.plans import Plan, one_place


def plan_of(game: Campaign, army: str) -> Plan:
    victory, place = game.rules.components.scenario.victory, game.rules.components.places
    is_union = army == UNION
    match victory.type:
        case "occupy_at_end":
            return one_place(place[victory.hex])
        case "csa_occupies_at_end_else_more_units_eliminated":
            return (union.jackson if is_union else confederate.jackson)(game, place[victory.hex])
        case "csa_occupies_all_at_once_else_union":
            places = [place[name] for name in victory.hexes]
            return (union.chancellorsville if is_union else confederate.chancellorsville)(game, places)
        case "union_exits_brigades_else_csa":
            return (union.salem_church if is_union else confederate.salem_church)(game)
    return (union.campaign if is_union else confederate.campaign)(game)
