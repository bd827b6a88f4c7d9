"""The table on the screen, driven by its keys."""

import re
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

import grognard
from grognard.cli.table import saves
from grognard.cli.table.choosing import ChooseGame, ChooseSides
from grognard.cli.table.dialogs import Answers, Ask, Confirm, HandOver, LogPage, Page
from grognard.cli.table.host import HUMAN
from grognard.cli.table.mapview import MapView
from grognard.cli.table.screen import TableScreen
from grognard.core.games import Choice, Game
from grognard.games.revolution.series.actions import Go, Move
from grognard.players import player
from tests.core.toy import TOY
from tests.eutaw.positions import eutaw
from tests.savannah.card_table import events
from tests.savannah.positions import savannah
from tests.table.seating import EUTAW, LARGE, SMALL, Person, new, play, seated

SET_UP = ["0710", "0711", "0712", "0713", "0714", "0809", "0812", "0813", "0814"]
MARCH = {"maryland": "1320", "virginia": "1520", "buffs": "0913"}
CONTACT = {"maryland": "1112", "kirkwood": "1112", "buffs": "1111", "63rd": "1012"}


def is_over(game: Game) -> bool:
    return game.over is not None


# ---------------------------------------------------------------- sitting down


def test_enter_and_enter_start_the_first_game_against_the_computer():
    async def person(one: Person):
        assert one.is_at(ChooseGame)
        assert one.choices[0] == "Eutaw Springs: the historical scenario"
        assert len(one.choices) == len(grognard.catalogue())
        await one.press("enter")
        assert one.is_at(ChooseSides)
        assert one.choices[:3] == [
            "Start the game",
            "The British: a person at this keyboard",
            "The Americans: computer (sergeant)",
        ]
        await one.press("enter")
        assert one.is_at(TableScreen)
        assert one.game.scenario.id == EUTAW
        assert one.table.host.sides == {"british": HUMAN, "american": "sergeant"}
        assert [words[-4:] for words in one.choices] == SET_UP

    play(None, person)


def test_sides_options_and_the_seed_can_be_changed_before():
    async def person(one: Person):
        await one.choose("Guilford Courthouse: the historical")
        await one.choose("The Americans")  # a person there, too? no: they play it already
        await one.choose("The British")
        await one.choose("Game: advanced")
        assert "'advanced' adds momentum" in one.reads("#about").casefold()
        await one.choose("Dice")
        assert one.is_at(Ask)
        await one.write("42")
        await one.press("enter")
        assert "Dice: seed 42" in one.choices
        await one.choose("Start")
        assert one.game.options["game"] == "basic"
        assert one.game.dice.header() == {"kind": "fast", "seed": 42}
        assert one.table.host.sides == {"american": "random", "british": HUMAN}

    play(None, person)


def test_a_table_without_people_is_refused():
    async def person(one: Person):
        await one.press("enter")
        await one.choose("The British")
        await one.choose("Start")
        assert one.is_at(ChooseSides)
        await one.press("escape")
        assert one.is_at(ChooseGame)

    play(None, person)


# ---------------------------------------------------------------- playing


def test_enter_pressed_twice_answers_no_question_that_was_not_shown():
    """The second message of each pair names the question that the first has answered."""

    async def person(one: Person):
        first, row = one.choices[0], one.table.offered.get_option_at_index(0)
        for _ in range(2):
            one.table.offered.post_message(OptionList.OptionSelected(one.table.offered, row, 0))
        await one.settle()
        assert chosen(one.game) == [first[-4:]]
        place, question = one.choices[0][-4:], one.table.map.question
        for _ in range(2):
            one.table.map.post_message(MapView.Picked(place, question))
        await one.settle()
        assert chosen(one.game) == [first[-4:], place]

    play(seated(new(), "british"), person)


def chosen(game: Game) -> list[str]:
    """The hexes that the British have chosen so far."""
    entries = [entry for entry in game.entries.since(0) if isinstance(entry, Choice) and entry.seat == "british"]
    return [str(entry.action)[-4:] for entry in entries]


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_a_turn_by_keys(size: tuple[int, int]):
    """Pick a piece on the map, then a hex; end the phase from the list."""
    game = eutaw(MARCH)

    async def person(one: Person):
        assert "Choose a piece to move" in one.reads("#question")
        assert one.choices == ["Move Maryland Brigade  1320", "Move Virginia Brigade  1520", "End movement"]
        assert one.table.map.cursor == "1320"
        await one.press("tab", "enter")
        assert "Choose a hex for Maryland Brigade to go to" in one.reads("#question")
        await one.press("up", "up", "enter")
        assert game.piece("maryland").hex == game.rules.board.hex("1318")
        assert "Maryland Brigade" in one.reads("#facts")
        assert "reconstructed" in one.reads("#facts")
        await one.choose("Stop here")
        await one.press("e")
        assert one.table.offered.has_focus
        await one.press("enter")
        assert game.state.phasing == "british"
        assert "Maryland Brigade" in one.sees()

    play(seated(game, "american", "british"), person, size)


def test_picking_where_several_things_can_be_done_lists_them():
    async def person(one: Person):
        everything = one.choices
        await one.press("tab")
        one.table.map.put_cursor("1012")
        await one.press("enter")
        assert one.choices == [words for words in everything if "1012" in words]
        assert len(one.choices) < len(everything)
        await one.press("escape")
        assert one.choices == everything

    play(seated(eutaw(CONTACT, phase="close combat"), "american"), person)


def test_choices_are_filtered_by_words():
    async def person(one: Person):
        everything = one.choices
        await one.press("slash")
        await one.write("virg")
        assert one.choices == ["Move Virginia Brigade  1520"]
        await one.press("enter", "enter")
        assert "Choose a hex for Virginia" in one.reads("#question")
        await one.press("u")
        assert one.choices == everything
        await one.press("slash")
        await one.write("nobody")
        assert one.choices == []
        await one.press("escape")
        assert one.choices == everything

    play(seated(eutaw(MARCH), "american"), person)


def test_undo_takes_the_last_choice_back():
    game = eutaw(MARCH)

    async def person(one: Person):
        await one.press("enter")
        await one.choose("Go to 1318")
        await one.press("u")
        assert game.piece("maryland").hex == game.rules.board.hex("1320")
        await one.press("u", "u")
        assert "Choose a piece to move" in one.reads("#question")
        assert [type(entry).__name__ for entry in game.entries.since(0)] == ["Choice", "Choice", "Undo", "Undo"]

    play(seated(game, "american"), person)


def test_the_reach_of_a_piece_is_shown_and_taken_away():
    game = eutaw(MARCH)
    reach = game.inspect("american", "reach", "maryland")

    async def person(one: Person):
        look = one.table.map.look
        await one.press("1")
        assert look.shown == {hex: f"{cost:g}" for hex, cost in reach.items()}
        await one.press("2")
        assert set(look.shown) == set(game.inspect("american", "zoc", "maryland"))
        await one.press("2")
        assert look.shown == {}
        await one.press("9", "3")
        assert set(look.shown) == set(game.inspect("american", "sight", "maryland"))
        await one.press("escape")
        assert look.shown == {}

    play(seated(game, "american"), person)


def test_the_map_can_be_seen_near_far_and_bare():
    async def person(one: Person):
        near = one.sees()
        assert "1320" in near
        await one.press("minus")
        assert one.table.map.virtual_size.width < 24 * 8
        await one.press("plus", "h")
        assert "4-2-4" in near
        assert "4-2-4" not in one.sees().replace(one.reads("#facts"), "").partition("1319")[2][:400]
        await one.press("h", "c", "n", "n")
        assert one.table.map.cursor == "1320"

    play(seated(eutaw(MARCH), "american"), person, LARGE)


def test_odds_are_shown_before_an_attack_and_the_ledger_after_the_roll():
    game = eutaw(CONTACT, phase="close combat", dice=[9] * 9)

    async def person(one: Person):
        attack = "Maryland Brigade to attack 3rd Foot (1111), 63rd Foot (1012)"
        rows = [words for words in one.choices if words.startswith(attack)]
        assert rows
        listed = one.table.offered
        listed.highlighted = one.choices.index(rows[0])
        await one.settle()
        facts = one.reads("#facts")
        assert "Close combat: Maryland Brigade against 63rd Foot (1012), 3rd Foot (1111)" in facts
        assert "attacker's lead unit (S12.23-2c)" in facts
        assert "%" in facts
        await one.press("o")
        assert one.is_at(Page)
        await one.press("escape")

    play(seated(game, "american", "british"), person)


def test_the_ledger_of_a_roll_stays_in_sight():
    pieces = {"maryland": {"hex": "1320", "states": ["disrupted"]}, "greene": "1320", "virginia": "1520", "buffs": "0913"}
    game = eutaw(pieces, phase="rally", dice=[4] * 5)

    async def person(one: Person):
        await one.choose("Rally Maryland")
        assert "American rally: 4" in one.reads("#facts")
        assert "(S15." in one.reads("#facts")

    play(seated(game, "american", "british"), person)


# ---------------------------------------------------------------- asking


def test_why_not_names_the_rule_and_its_section():
    async def person(one: Person):
        await one.press("enter", "tab")
        one.table.map.put_cursor("0913")
        await one.press("w")
        assert one.is_at(Answers)
        told = one.reads("#answer")
        assert "Go to 0913: " in told
        assert "(rule S" in told
        await one.write("go 9999")
        await one.press("enter")
        assert "9999" in one.reads("#answer")
        await one.press("escape")
        assert one.is_at(TableScreen)

    play(seated(eutaw(MARCH), "american"), person)


def test_why_not_is_not_put_off_by_nonsense():
    async def person(one: Person):
        await one.press("w")
        await one.write("dance")
        await one.press("enter")
        assert "There is no action 'dance'" in one.reads("#answer")

    play(seated(eutaw(MARCH), "american"), person)


def test_rules_by_number_help_and_the_log():
    async def person(one: Person):
        await one.press("r")
        assert "S9.1" in one.reads("#answer")  # of the question
        await one.write("12.14")
        await one.press("enter")
        assert "S12.14 Diversion" in one.reads("#answer")
        await one.press("escape", "question_mark")
        assert one.is_at(Page)
        assert "take back your last choice" in one.sees()
        await one.press("escape", "l")
        assert one.is_at(LogPage)
        await one.press("escape")
        assert one.is_at(TableScreen)

    play(seated(eutaw(MARCH), "american"), person)


# ---------------------------------------------------------------- secrets at one keyboard


def test_a_sealed_choice_is_hidden_until_the_keyboard_is_handed_over():
    game = eutaw({"maryland": "1112", "buffs": "1111"}, phase="close combat", dice=[5] * 9)

    async def person(one: Person):
        assert "Choose a tactics chit" in one.reads("#question")
        first = one.table.looking
        await one.choose("Stand Fast")
        assert one.is_at(HandOver)
        seen = one.sees()
        assert "Hand the keyboard to the" in seen
        assert "Stand Fast" not in seen
        assert "Maryland" not in seen
        assert one.table.offered.option_count == 0  # nor does anything flash up when the screen comes back
        assert one.table.map.drawing is None
        await one.press("x", "u", "q")  # nothing that the one before could do
        assert one.is_at(HandOver)
        await one.press("enter")
        assert one.table.looking != first
        assert "Choose a tactics chit" in one.reads("#question")
        assert "made a sealed choice" not in one.sees()
        await one.choose("Skirmish")
        told = "\n".join(str(event) for event in game.events(None))
        assert "Stand Fast" in told

    play(seated(game, "american", "british"), person)


def test_people_who_know_the_same_are_not_interrupted():
    game = eutaw(MARCH)

    async def person(one: Person):
        await one.choose("End movement")
        assert one.table.looking == "british"
        assert one.is_at(TableScreen)

    play(seated(game, "american", "british"), person)


def test_a_hidden_card_is_hidden_at_every_change():
    """In the duel each has a card that the other may not see."""
    game = new(TOY.id, seed=3)

    async def person(one: Person):
        assert not one.table.map.display
        await one.press("enter")
        assert one.is_at(HandOver)
        await one.press("space")
        assert one.table.looking == "blue"

    play(seated(game, "red", "blue"), person)


def test_an_area_game_with_hidden_pieces():
    game = new("chancellorsville/perfect-plan", seed=2)

    async def person(one: Person):
        assert "Falmouth" in one.sees()
        before = one.game.entries.length
        await one.press("enter")
        assert one.game.entries.length > before
        await one.press("minus", "tab", "up", "down", "left", "right", "enter", "w", "escape", "1")
        facts = one.reads("#facts")
        names = [counter.name for counter in game.rules.counters.values() if counter.side != "AoP"]  # type: ignore[attr-defined]
        assert not [name for name in names if name in facts]

    play(seated(game, "AoP"), person)


# ---------------------------------------------------------------- leaving and coming back


def test_a_game_is_kept_and_gone_on_with(games: Path):
    async def first(one: Person):
        await one.press("enter", "enter")
        await one.press("enter", "enter")
        assert one.game.entries.length >= 2
        await one.press("q")

    said = play(None, first)
    (file,) = games.glob("*.json")
    assert str(file) in str(said)
    kept, sides = saves.take_up(str(file))
    assert sides == {"british": HUMAN, "american": "sergeant"}

    async def again(one: Person):
        assert one.choices[-1].startswith("Go on: Eutaw Springs")
        await one.press("end", "enter")
        assert one.game.record()["entries"] == kept.record()["entries"]
        assert one.choices
        await one.press("enter")
        assert one.game.entries.length > kept.entries.length

    play(None, again)


def test_a_copy_is_kept_where_one_likes(tmp_path: Path):
    copy = tmp_path / "copy.json"

    async def person(one: Person):
        await one.press("ctrl+s")
        assert one.is_at(Ask)
        one.app.screen.query_one(Input).value = str(copy)
        await one.press("enter")
        assert saves.take_up(str(copy))[0].position() == one.game.position()

    play(seated(new(), "british"), person)


def test_resigning_is_asked_twice_and_ends_the_game():
    game = eutaw(MARCH)

    async def person(one: Person):
        await one.press("x")
        assert one.is_at(Confirm)
        await one.press("n")
        assert not is_over(game)
        await one.press("x", "y")
        assert is_over(game)
        assert one.is_at(Page)
        assert "A victory for the British" in one.sees()
        await one.press("escape")
        assert one.choices == []
        await one.press("u", "enter", "w", "escape", "o", "escape", "tab", "enter", "n", "e", "1")
        assert "resign american" in game.record()["entries"]

    play(seated(game, "american"), person)


@pytest.mark.parametrize("begun", [pytest.param(0, marks=pytest.mark.soak), 250])
def test_a_game_against_the_computer_to_its_end(begun: int):
    """The person always takes the last choice: they end what can be ended."""
    game = new(EUTAW, seed=4)
    players = {seat: player("random", place) for place, seat in enumerate(game.seats)}
    while game.entries.length < begun:
        (seat, *_) = game.actors
        game.play(seat, players[seat].choose(game.seat(seat)))

    async def person(one: Person):
        for _ in range(400):
            if game.over is not None:
                break
            await one.press("e", "enter")
        assert game.over is not None
        assert one.is_at(Page)
        assert re.search(r"victory|draw|defeat", one.sees())

    play(seated(game, game.seats[0], keep=True), person, SMALL)
    assert saves.kept() == []  # it is over


def test_what_can_be_moved_is_what_the_rules_say():
    """The list on the screen is the list of the seat, whatever its order."""
    game = eutaw(MARCH)

    async def person(one: Person):
        assert one.table.choices is not None
        assert set(one.table.choices.actions) == set(game.actions("american"))
        await one.press("enter")
        goes = {str(action) for action in game.actions("american") if isinstance(action, Go)}
        assert {f"go {words[6:10]}" for words in one.choices if words.startswith("Go to")} == goes
        assert one.table.map.look.choices == {go[3:] for go in goes}

    play(seated(game, "american"), person)
    assert game.why_not("american", Move("maryland")) is not None


# ---------------------------------------------------------------- cards, weather and allies


def test_cards_and_allies_have_pages_of_their_own():
    async def person(one: Person):
        assert "Storms: Movement allowances are halved" in one.reads("#heading")
        await one.press("d")
        page = one.sees()
        assert "Your cards: 1" in page
        assert "The Allies blame each other" in page
        assert "Allied: 2 cards" in page
        await one.press("escape")
        await one.choose("Pass")
        await one.press("enter")  # the keyboard is handed over to the French
        await one.press("a")
        assert "the French decide" in one.sees()
        await one.write("keep v-c05")
        await one.press("enter")
        assert "Coast bombardment (V-C05): French: keep" in one.sees()
        await one.press("escape")

    game = events(british=[8], allied=[5, 40], state={"weather": "storms"}, options={"seats": "three"})
    play(seated(game, "british", "french", "american"), person, LARGE)


def test_a_game_without_cards_has_no_key_for_them():
    async def person(one: Person):
        await one.press("d", "a")
        assert one.is_at(TableScreen)

    play(seated(new(), "british"), person)


def test_the_map_shows_where_a_bomb_may_fall():
    async def person(one: Person):
        await one.press("down", "up")
        shown = one.table.map.inspected
        assert list(shown.values()).count("40%") == 1
        assert len(shown) > 6
        await one.press("e")  # to hold fire strikes nothing
        assert one.table.map.inspected == {}

    game = savannah({"mortars": "1907", "r60": "1905"}, phase="artillery fire", phasing="allied")
    play(seated(game, "british", "allied"), person, LARGE)
