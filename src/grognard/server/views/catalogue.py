"""The list of games: what each scenario is, and who can be played against."""

from __future__ import annotations

from functools import lru_cache

import grognard
from grognard.core.dice import Dice
from grognard.core.scenarios import Option, Scenario
from grognard.core.texts import has_text, in_table, language_in_force, text, texts_of
from grognard.players import computer_players, players_for
from grognard.server.shapes import OptionCard, PlayerCard, ScenarioCard, SeatCard, Value, ValueCard
from grognard.telling.words import capital


def scenario_cards() -> list[ScenarioCard]:
    """Every scenario that can be played here."""
    return [card_of(scenario) for scenario in grognard.catalogue()]


def card_of(scenario: Scenario) -> ScenarioCard:
    """A scenario, in the language in force and its own texts."""
    with texts_of(scenario.rules(scenario.complete(None))):
        return scenario_card(scenario, language_in_force())


@lru_cache(maxsize=256)
def scenario_card(scenario: Scenario, language: str) -> ScenarioCard:
    """A scenario; the language and its texts are in force already, the language is here only a cache key."""
    rules = scenario.rules(scenario.complete(None))
    colours = rules.colours()
    not_begun = rules.game_class(scenario, rules.options, Dice.fast(0))  # beginning one takes longer than all the rest
    title = title_of(scenario)
    game, _, name = title.partition(": ")
    return ScenarioCard(
        scenario.id,
        title,
        game,
        capital(name),
        box_of(scenario.id),
        sentence(text(f"about.{scenario.id}")) if has_text(f"about.{scenario.id}") else "",
        tuple(SeatCard(seat, in_table("side", seat), colours.get(seat, "")) for seat in rules.seats),
        rules.turns,
        scenario.minutes,
        scenario.difficulty,
        f"/api/scenarios/{scenario.id}/picture",
        tuple(option_card(option) for option in scenario.options),
        tuple(player_card(name) for name in players_for(not_begun)),
    )


def box_of(scenario: str) -> str:
    """The box that a scenario, by its id, came in."""
    with texts_of(grognard.find(scenario)):
        return in_table("family", scenario.partition("/")[0])


def game_of(scenario: str) -> str:
    """The name of the game that a scenario, by its id, belongs to."""
    return title_of(grognard.find(scenario)).partition(": ")[0]


def title_of(scenario: Scenario) -> str:
    with texts_of(scenario):
        return text(f"title.{scenario.id}") if has_text(f"title.{scenario.id}") else scenario.title


def sentence(words: str) -> str:
    """Words that end as a sentence does."""
    return words if not words or words.endswith((".", "!", "?")) else f"{words}."


def option_card(option: Option) -> OptionCard:
    about = text(f"option.{option.name}") if has_text(f"option.{option.name}") else ""
    return OptionCard(
        option.name,
        option_title(option.name),
        sentence(capital(about)),
        option.default,
        tuple(ValueCard(value, value_title(option.name, value)) for value in option.values),
        tuple(option.cites.split()),
    )


def option_title(name: str) -> str:
    return capital(in_table("option-title", name).replace("_", " "))


def value_title(name: str, value: Value) -> str:
    """A value in words; one that is on or off and has no words of its own is yes or no."""
    word = str(value).lower() if isinstance(value, bool) else str(value)
    keys = [f"option-value.{name}.{word}", f"server.switch.{word}"]
    return next((text(key) for key in keys if has_text(key)), word)


def player_card(name: str) -> PlayerCard:
    """A computer player; one that has no words of its own goes by its name."""
    known = computer_players().get(name)
    if known is not None and known.about and not known.is_ours:
        with texts_of(known):
            return PlayerCard(name, player_title(name), sentence(capital(text(known.about))))
    about = f"server.about-player.{name}"
    return PlayerCard(name, player_title(name), sentence(text(about)) if has_text(about) else "")


def player_title(name: str) -> str:
    """What a player is called: ours in the words of the server, others in those of their package."""
    known, key = computer_players().get(name), f"server.player.{name}"
    if known is not None and known.title and not known.is_ours:
        with texts_of(known):
            return capital(text(known.title))
    return text(key) if has_text(key) else capital(name)
