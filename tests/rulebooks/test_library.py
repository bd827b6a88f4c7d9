"""Looking up rules: a section, a rule, the table of contents, and searching; in Python and on the command line."""

from pathlib import Path

import pytest

from grognard.cli.rules import command
from grognard.core.errors import GrognardError, UnknownName
from grognard.core.scenarios import find
from grognard.rulebooks.ledger import Entry, ledger
from grognard.rulebooks.library import Library, Line, Page, excerpt, library
from grognard.rulebooks.summaries import Summary

Capture = pytest.CaptureFixture[str]


def section(id: str, title: str, text: str = "") -> Summary:
    return Summary("skirmish", id, title, text)


@pytest.fixture
def shelf(entries: tuple[Entry, ...]) -> Library:
    """The fake ledger with summaries of all sections but X4."""
    sections = (
        section("X", "Skirmish"),
        section("X1", "Movement", "Units may move. Wagons may not; leave them."),
        section("X1.2", "Stopping", "You may stop."),
        section("X3", "Results"),
        section("X3-R", "Retreat", "Go back."),
    )
    return Library(entries, {section.id: section for section in sections})


def shown(pages: list[Page]) -> list[tuple[str | None, list[str]]]:
    return [(page.summary.id if page.summary else None, [entry.id for entry in page.entries]) for page in pages]


# ---------------------------------------------------------------- looking up


def test_a_section_shows_its_summary_and_all_its_rules(shelf: Library):
    assert shown(shelf.show("X1.2")) == [("X1.2", ["X1.2a", "X1.2ab"])]
    assert shown(shelf.show("X3-R")) == [("X3-R", ["X3-R", "X3-R-fire"])]
    assert shown(library().show("S12.14")) == [("S12.14", ["S12.14a", "S12.14b", "S12.14c", "S12.14d"])]


def test_a_rule_shows_the_summary_of_its_section_and_itself(shelf: Library):
    assert shown(shelf.show("X1.2a")) == [("X1.2", ["X1.2a"])]
    assert shown(library().show("S12.14c")) == [("S12.14", ["S12.14c"])]


def test_a_section_shows_the_summaries_within_it(shelf: Library):
    assert shown(shelf.show("X1")) == [("X1", ["X1"]), ("X1.2", [])]
    assert shown(shelf.show("X3")) == [("X3", []), ("X3-R", [])]
    steps = [f"S12.23-{step}" for step in range(1, 10)]
    assert shown(library().show("S12.23")) == [("S12.23", ["S12.23"]), *((step, []) for step in steps)]


def test_a_rule_without_a_summary_is_shown_by_itself(shelf: Library, entries: tuple[Entry, ...]):
    assert shown(shelf.show("X4")) == [("X", ["X4"])]
    assert shown(Library(entries, {}).show("X4")) == [(None, ["X4"])]


def test_a_beginning_shows_all_that_begin_so(entries: tuple[Entry, ...]):
    assert shown(Library(entries, {}).show("X1.2")) == [(None, ["X1.2a", "X1.2ab"])]
    assert shown(library().show("S9.5")) == [
        ("S9.51", ["S9.51a", "S9.51b"]),
        ("S9.52", ["S9.52a", "S9.52c", "S9.52d"]),
    ]


def test_a_beginning_cuts_no_number_in_two_if_it_need_not():
    rules = [Entry("b", id, "t", "s", "rule", "t", "e") for id in ("Y2.1", "Y2.2", "Y20.1", "Z2", "Z20")]
    assert shown(Library(rules, {}).show("Y2")) == [(None, ["Y2.1", "Y2.2"])]
    assert shown(Library(rules, {}).show("Y20")) == [(None, ["Y20.1"])]
    assert shown(Library(rules, {}).show("2")) == [(None, ["Y2.1", "Y2.2"]), (None, ["Z2"])]


def test_a_number_alone_is_sought_in_every_rulebook(shelf: Library):
    assert shown(shelf.show("1.2")) == shown(shelf.show("X1.2"))
    assert shown(shelf.show("1.2a")) == [("X1.2", ["X1.2a"])]
    assert shown(library().show("12.14")) == shown(library().show("S12.14"))
    assert {"S3.2", "E3.2", "G3.2"} <= {id for id, _ in shown(library().show("3.2"))}
    assert shown(library().of_book("eutaw").show("3.2")) == [("E3.2", ["E3.2a", "E3.2b"])]


def test_small_letters_will_do(shelf: Library):
    assert shown(shelf.show(" x1.2A ")) == [("X1.2", ["X1.2a"])]
    assert shown(shelf.show("x3-r")) == [("X3-R", ["X3-R", "X3-R-fire"])]


def test_every_rule_can_be_looked_up():
    shelf = library()
    assert [entry.id for entry in ledger() if entry not in shelf.show(entry.id)[0].entries] == []


def test_an_unknown_id_names_the_nearest():
    with pytest.raises(UnknownName, match=r"^There is no rule 'S12\.14e'; the nearest are .*S12\.14d.*\.$"):
        library().show("S12.14e")
    with pytest.raises(UnknownName, match=r"^There is no rule '12\.14e'; the nearest are .*S12\.14.*\.$"):
        library().show("12.14e")


def test_the_nearest_are_named_once(shelf: Library):
    assert shelf.nearest("X1.2c") == "the nearest are X1.2, X1.2a, X1.2ab"


@pytest.mark.parametrize("wanted", ["", "   ", "??", "no such thing"])
def test_nonsense_is_told_what_ids_look_like(wanted: str):
    with pytest.raises(UnknownName, match=r"; ids look like .*\.$"):
        library().show(wanted)


def test_without_a_ledger_that_is_said():
    with pytest.raises(UnknownName, match="no game with a ledger is installed"):
        Library([], {}).show("X1")


# ---------------------------------------------------------------- contents


def test_the_contents_are_an_outline(shelf: Library):
    assert list(shelf.contents()) == [
        Line(0, "skirmish", "X", "Skirmish"),
        Line(1, "skirmish", "X1", "Movement"),
        Line(2, "skirmish", "X1.2", "Stopping"),
        Line(1, "skirmish", "X3", "Results"),
        Line(2, "skirmish", "X3-R", "Retreat"),
        Line(0, "skirmish", "X4", "Scale"),
    ]


def test_the_contents_go_book_by_book(shelf: Library):
    rule = Entry("other", "Y1", "Another rule", "s", "rule", "t", "e")
    both = Library([rule, *shelf.entries], {**shelf.sections, "Y": Summary("other", "Y", "Other")})
    assert list(both.contents())[:3] == [
        Line(0, "other", "Y", "Other"),
        Line(0, "other", "Y1", "Another rule"),
        Line(0, "skirmish", "X", "Skirmish"),
    ]
    assert [line for line in both.contents() if line.book == "skirmish"] == list(shelf.contents())
    assert list(both.of_book("skirmish").contents()) == list(shelf.contents())


def test_without_summaries_the_contents_are_the_rules(entries: tuple[Entry, ...]):
    assert [line.id for line in Library(entries, {}).contents()] == [entry.id for entry in entries]


# ---------------------------------------------------------------- searching


def test_words_are_sought_in_summaries_and_rules(shelf: Library):
    assert [found.id for found in shelf.find(["move"])] == ["X1", "X1"]  # the summary, then the rule
    assert [found.id for found in shelf.find(["MOV"])] == ["X1", "X1"]
    assert [found.id for found in shelf.find(["back"])] == ["X3-R"]


def test_titles_and_rulings_are_searched(shelf: Library):
    assert [found.id for found in shelf.find(["think"])] == ["X1.2a"]
    assert [found.id for found in shelf.find(["scale"])] == ["X4"]
    assert [found.id for found in Library(shelf.entries, {}).find(["scale"])] == ["X4"]


def test_all_the_words_must_be_there_at_the_beginning_of_words(shelf: Library):
    assert [type(found) for found in shelf.find(["wagons", "leave"])] == [Summary]
    assert shelf.find(["wagons leave"]) == shelf.find(["wagons", "leave"])
    for words in (["wagons", "stop"], ["agons"]):
        with pytest.raises(UnknownName, match=rf"^No rule mentions '{' '.join(words)}'; try fewer or shorter words\.$"):
            shelf.find(words)


def test_signs_are_only_signs(shelf: Library):
    with pytest.raises(UnknownName, match="No rule mentions"):
        shelf.find(["m.ve", "(", "[a-z]+"])


def test_nothing_is_not_sought(shelf: Library):
    with pytest.raises(GrognardError, match=r"^There is nothing to look for; give a word or more, as in '.*'\.$"):
        shelf.find([" "])


def test_the_excerpt_is_the_sentence_that_says_most():
    said = section("X9", "t", "Guns fire. Guns in the house never fire. Houses burn.")
    assert excerpt(said, ["guns", "house"]) == "Guns in the house never fire."
    assert excerpt(said, ["burn"]) == "Houses burn."


# ---------------------------------------------------------------- the command line


def run(capsys: Capture, *argv: str) -> str:
    assert command(list(argv)) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("wanted", ["12.14", "S12.14", "s12.14c"])
def test_show_prints_the_summary_first_then_the_rules(capsys: Capture, wanted: str):
    printed = flat(run(capsys, "show", wanted))
    (page,) = library().show(wanted)
    assert page.summary is not None
    assert printed.startswith(f"S12.14 {page.summary.title} (series) {page.summary.text} See also S12.13, ")
    for entry in page.entries:
        for part in (entry.title, entry.kind, entry.source, entry.text, entry.example, f"Ruling: {entry.ruling}"):
            assert flat(part) in printed[len(page.summary.text) :]
    assert ("S12.14a" in printed) == (wanted != "s12.14c")


def test_show_of_a_chapter_prints_its_summaries(capsys: Capture):
    printed = flat(run(capsys, "show", "E3"))
    assert printed.startswith("E3 Special rules (eutaw) E3.1 ")
    assert flat(library().sections["E3.20"].text) in printed
    assert "Ruling:" not in printed


def test_show_of_one_book(capsys: Capture):
    assert run(capsys, "show", "3.2", "--book", "guilford").startswith("G3.2  ")


def test_show_prints_brackets_as_they_are(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    entry = Entry("skirmish", "X1", "A [bold] title", "s", "rule", "text [/x]", "e")
    summed = section("X1", "A [red] section", "Summed [up].")
    monkeypatch.setattr("grognard.cli.rules.library", lambda language: Library([entry], {"X1": summed}))
    for argv in (["show", "X1"], ["find", "X1"]):
        printed = run(capsys, *argv)
        for part in ("A [bold] title", "text [/x]", "A [red] section", "Summed [up]."):
            assert part in printed
    assert "A [red] section" in run(capsys, "contents")


def test_what_is_printed_keeps_within_the_width(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "60")
    for argv in (["show", "S"], ["show", "S9.5"], ["find", "hex"]):
        assert max(map(len, run(capsys, *argv).splitlines())) <= 90  # only a title may be longer than 60
    monkeypatch.setenv("COLUMNS", "300")
    assert max(map(len, run(capsys, "show", "S12.1-alg").splitlines())) <= 100


def test_contents_prints_the_outline_of_a_book(capsys: Capture):
    lines = run(capsys, "contents", "--book", "series").splitlines()
    assert lines[0] == "series"
    assert "  S  Battles of the American Revolution: series rules" in lines
    assert lines.index("    S12  Close combat") < lines.index("      S12.14  Diversion (advanced)")
    assert "        S12.23-1  Step 1: odds" in lines
    assert not any(line.strip().startswith("E") for line in lines)


def test_contents_prints_every_book(capsys: Capture):
    printed = run(capsys, "contents").splitlines()
    assert {"series", "eutaw", "guilford"} <= set(printed)
    assert sum(bool(line) for line in printed) >= len(library().sections)


def test_find_prints_titles_and_sentences(capsys: Capture):
    printed = run(capsys, "find", "diverted", "pinned", "--book", "series")
    assert "S12.14  Diversion (advanced)\n    Pinned defenders cannot be diverted.\n" in printed
    assert "S12.14d  " in printed


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["show", "S99.9"], "There is no rule 'S99.9'; the nearest are "),
        (["show", "3.20", "--book", "series"], "There is no rule '3.20'; the nearest are S"),
        (["show", "S1", "--book", "chess"], "There is no rulebook 'chess'; there are "),
        (["contents", "--book", "chess"], "There is no rulebook 'chess'; there are "),
        (["contents", "--language", "tlh"], "There are no summaries in 'tlh'; the languages are en"),
        (["show", "S1", "--language", "../en"], "There are no summaries in '../en'; the languages are en"),
        (["find", "zeppelin"], "No rule mentions 'zeppelin'; "),
    ],
)
def test_bad_input_is_told_in_one_sentence_on_stderr(capsys: Capture, argv: list[str], told: str):
    assert command(argv) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(told)
    assert captured.err.endswith(".\n")
    assert captured.err.count("\n") == 1


def test_a_language_that_a_game_brings_can_be_chosen(capsys: Capture, games: Path, monkeypatch: pytest.MonkeyPatch):
    folder = games / "family" / "skirmish" / "data" / "summaries"
    folder.mkdir()
    (folder / "en.toml").write_text('["X1"]\ntitle = "Movement"\ntext = "Go."\n["X4"]\ntitle = "Scale"\ntext = "None."\n')
    (folder / "it.toml").write_text('["X1"]\ntitle = "Movimento"\ntext = "Avanti."\n')
    from grognard.rulebooks.ledger import read_all as read_ledger
    from grognard.rulebooks.summaries import read_all, read_languages

    monkeypatch.setattr("grognard.rulebooks.library.ledger", lambda: read_ledger(games))
    monkeypatch.setattr("grognard.rulebooks.library.summaries", lambda language: read_all(games, language))
    monkeypatch.setattr("grognard.rulebooks.library.languages", lambda: read_languages(games))
    assert run(capsys, "show", "X1", "--language", "it").startswith("X1  Movimento  (skirmish)\n  Avanti.\n")
    assert run(capsys, "show", "X4", "--language", "it").startswith("X4  Scale  (skirmish)\n  None.\n")
    assert run(capsys, "show", "X1").startswith("X1  Movement")


# ---------------------------------------------------------------- charts and the rulebooks of a scenario


def test_the_charts_of_a_scenario_are_printed(capsys: Capture):
    printed = run(capsys, "charts", "revolution/eutaw/historical")
    assert "Close combat  (S-T-crt, S12.23-5a)" in printed
    assert "Looting the camp" in printed
    assert len(printed.splitlines()) > 100


def test_one_chart_can_be_had_alone(capsys: Capture):
    printed = run(capsys, "charts", "revolution/eutaw/historical", "looting")
    assert printed.startswith("Looting the camp  (E3.11b, E3.11c)\n")
    assert "Close combat" not in printed


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["charts", "revolution/eutow/historical"], "There is no scenario 'revolution/eutow/historical'; did you mean"),
        (
            ["charts", "chancellorsville/perfect-plan", "morale"],
            "There is no chart 'morale' of chancellorsville/perfect-plan; the charts",
        ),
    ],
)
def test_a_chart_that_there_is_not_is_refused(capsys: Capture, argv: list[str], told: str):
    assert command(argv) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(told)
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("id", "books"),
    [
        ("revolution/eutaw/campaign", ("eutaw", "series")),
        ("revolution/guilford/historical", ("guilford", "series")),
        ("chancellorsville/perfect-plan", ("perfect_plan",)),
    ],
)
def test_a_scenario_is_played_by_its_own_rulebook_and_those_it_builds_on(id: str, books: tuple[str, ...]):
    scenario = find(id)
    shelf = library().of_rules(scenario.rules(scenario.complete(None)))
    assert shelf.books == books
    assert {section.book for section in shelf.sections.values()} <= set(books)
    assert next(shelf.contents()).book == books[0]
