"""Standing orders: what an army may settle in advance of all that it is asked while the enemy moves and attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.orders import SPARE, StandingOrder, standing_order
from grognard.core.procedures import Ask
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.forecasts import default_answer, homeward, losses_taken, suggested

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

CONTACT = standing_order(
    "contact",
    ("Contact.react", "Scattering.next_unit"),
    ("U9.7", "U9.10", "U9.12"),
    ("stand", "stand-in-works", "fall-back"),
)
DIG = standing_order("dig", ("Bombardment.dig", "Combat.dig"), ("U12.9", "U14.20"), ("dig", "do-not-dig"))
SKIRMISH = standing_order("skirmish", ("Combat.skirmish",), ("U14.14",), ("send", "keep"))
COVER = standing_order(
    "cover",
    ("Combat.choose_works", "Combat.choose_ground", "Combat.choose_cover"),
    ("U14.6", "U14.16", "U14.19"),
    ("die", "level"),
)
BONUS = standing_order(
    "bonus", ("Combat.defender_adds", "Combat.defender_subtracts"), ("U14.28", "U14.29"), ("suggested", "own", "theirs")
)
EVENT = standing_order("combat-event", ("Combat.defender_event",), ("U17.3", "U14.31"), (SPARE, "keep", "play"))
BETWEEN = standing_order("between-activations", ("Interlude.offer",), ("U17.3", "U17.14", "U17.22"), (SPARE, "keep"))
LOSSES = standing_order(
    "level-losses",
    ("Bombardment.suffer", "Combat.defender_loses", "Combat.defender_sixes"),
    ("U12.11", "U14.33", "U14.35", "U14.39"),
    ("hold", "retreat"),
)
RETREAT = standing_order("retreat", ("Retreat.go", "Retreat.bridge"), ("U14.42", "U11.10"), ("homeward", "first"))
ALL: tuple[StandingOrder, ...] = (CONTACT, DIG, SKIRMISH, COVER, BONUS, EVENT, BETWEEN, LOSSES, RETREAT)


def carry_out(game: Campaign, army: str, order: str, answer: str) -> Action | None:
    ask = game.question(army)
    if ask is None:
        return None
    actions = ask.actions
    match order:
        case CONTACT.kind:
            return react(game, army, ask, answer)
        case DIG.kind:
            return next((a for a in actions if isinstance(a, words.DigIn) and answer == "dig"), actions[-1])
        case SKIRMISH.kind:
            return next((a for a in actions if isinstance(a, words.SendSkirmishers) and answer == "send"), actions[-1])
        case COVER.kind:
            wanted = words.TakeLevel if answer == "level" else words.TakeDie
            return next((a for a in actions if isinstance(a, wanted)), None) or default_answer(game, ask)[1]
        case BONUS.kind:
            return share(game, ask, answer)
        case EVENT.kind:
            return next((a for a in actions if isinstance(a, words.PlayEvent) and answer == "play"), actions[-1])
        case BETWEEN.kind:
            return actions[-1]
        case LOSSES.kind:
            instead = next((a for a in actions if isinstance(a, words.RetreatInstead)), None)
            if answer == "retreat" and instead is not None:
                return instead
            found = losses_taken(game, ask)[1]
            return min_loss(game, ask) if isinstance(found, words.RetreatInstead) and answer == "hold" else found
        case RETREAT.kind:
            if isinstance(actions[0], words.KeepBridge):
                return actions[0]
            return max(actions, key=lambda action: homeward(game, army, action)) if answer == "homeward" else actions[0]
    return None


def min_loss(game: Campaign, ask: Ask) -> Action:
    """The first unit that may take a loss."""
    return next(action for action in ask.actions if isinstance(action, words.Suffer))


def react(game: Campaign, army: str, ask: Ask, answer: str) -> Action:
    """U9.7: stand, or let stacks withdraw one after another, homeward; those behind works stand if that is the order."""
    if not isinstance(ask.actions[-1], words.HoldFast):
        return max(ask.actions, key=lambda action: homeward(game, army, action))
    if answer == "stand":
        return ask.actions[-1]
    rules = game.rules

    def goes(action: Action) -> bool:
        if not isinstance(action, words.BreakAway):
            return False
        return answer == "fall-back" or not rules.has_works(game, army, rules.board.hex(action.stack))

    going = [action for action in ask.actions if goes(action)]
    return max(going, key=lambda action: homeward(game, army, action)) if going else ask.actions[-2]


def share(game: Campaign, ask: Ask, answer: str) -> Action:
    """U14.28: the suggested sharing, or all points for one's own dice, or all against the enemy's."""
    if answer == "suggested":
        return suggested(game) or ask.actions[0]
    total = {action: sum(int(digit) for digit in action.dice) for action in ask.actions if isinstance(action, words.AddBonus)}
    if not total:
        return ask.actions[0]
    return max(total, key=lambda a: total[a]) if answer == "own" else min(total, key=lambda a: total[a])
