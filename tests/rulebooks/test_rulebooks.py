"""The rules ledgers: reading them, and finding what stands on a rule."""

from pathlib import Path

import pytest

from grognard.cli.rules import command
from grognard.core.errors import DataError, GrognardError
from grognard.rulebooks.coverage import Report, coverage
from grognard.rulebooks.ledger import Entry, ledger, read_all
from tests.rulebooks.conftest import write


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with code and tests that name rules of the fake ledger."""
    write(
        tmp_path / "src" / "grognard" / "moves.py",
        '"""X1: movement."""',
        "X4 = 1  # a name in the code is no citation, a comment is: X1.2a.",
        "def f():",
        '    return "X3-R-fire", "a-X1", "X1.2abc", X4',
    )
    write(
        tmp_path / "tests" / "deep" / "test_moves.py",
        "from tests import marks",
        "from tests.marks import rule",
        "",
        '@rule("X1", "X1.2a")',
        "def test_a_unit_moves():",
        "    pass",
        "",
        "class TestMore:",
        '    @marks.rule("X1")',
        "    def test_again(self):",
        '        """X3-R is only mentioned."""',
    )
    return tmp_path


def ledger_of(games: Path, text: str) -> tuple[Entry, ...]:
    write(games / "family" / "skirmish" / "data" / "rules.yaml", text)
    return read_all(games)


# ---------------------------------------------------------------- the ledgers


def test_the_installed_ledgers_are_found_without_being_named():
    assert {"series", "eutaw"} <= {entry.book for entry in ledger()}
    assert len({entry.id for entry in ledger()}) == len(ledger())


def test_every_entry_is_complete():
    for entry in ledger():
        assert all((entry.title, entry.source, entry.kind, entry.text, entry.example)), entry.id
        assert entry.ruling is None or entry.ruling


def test_a_ledger_belongs_to_the_game_in_whose_folder_it_lies(entries: tuple[Entry, ...]):
    assert [entry.id for entry in entries] == ["X1", "X1.2a", "X1.2ab", "X3-R", "X3-R-fire", "X4"]
    assert {entry.book for entry in entries} == {"skirmish"}
    assert entries[0].text == "A unit moves."
    assert (entries[0].ruling, entries[1].ruling) == (None, "We think so.")


def test_notes_need_no_test(entries: tuple[Entry, ...]):
    assert [entry.id for entry in entries if not entry.needs_test] == ["X4"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- {id: X1, title: a", "The ledger of skirmish is not YAML: "),
        ("id: X1", r"The ledger of skirmish must be a list of rules\."),
        ("", r"The ledger of skirmish must be a list of rules\."),
        ("- X1", "Rule number 1 in the ledger of skirmish cannot be used: "),
        ("- {id: X1, title: a, source: s, kind: rule, text: t}", "Rule X1 in .* missing required field `example`"),
        ("- {id: X1, title: 5, source: s, kind: rule, text: t, example: e}", "Rule X1 in .* Expected `str`, got `int`"),
        ("- {id: X1, title: a, source: s, kind: rule, text: t, example: e, rulling: r}", "unknown field `rulling`"),
    ],
)
def test_a_faulty_ledger_is_told_in_one_sentence(games: Path, text: str, fault: str):
    with pytest.raises(DataError, match=fault) as told:
        ledger_of(games, text)
    assert "\n" not in str(told.value)


def test_an_id_belongs_to_one_rule(games: Path):
    rule = "- {id: X1, title: a, source: s, kind: rule, text: t, example: e}\n"
    write(games / "family" / "other" / "data" / "rules.yaml", rule)
    with pytest.raises(DataError, match=r"^Rule X1 stands in the ledger of other and again in that of skirmish\.$"):
        read_all(games)


# ---------------------------------------------------------------- coverage


def places(report: Report, id: str) -> tuple[list[str], list[str]]:
    (row,) = (row for row in report.rows if row.entry.id == id)
    return list(map(str, row.tests)), list(map(str, row.citations))


def test_tests_are_found_by_their_marks(project: Path, entries: tuple[Entry, ...]):
    report = coverage(project, entries)
    moves = "tests/deep/test_moves.py"
    assert places(report, "X1")[0] == [f"{moves}:5 test_a_unit_moves", f"{moves}:10 test_again"]
    assert places(report, "X1.2a")[0] == [f"{moves}:5 test_a_unit_moves"]
    assert report.faults == ()


def test_citations_are_whole_ids_in_comments_and_strings(project: Path, entries: tuple[Entry, ...]):
    report = coverage(project, entries)
    assert {row.entry.id: [place.line for place in row.citations] for row in report.rows} == {
        "X1": [1],
        "X1.2a": [2],
        "X1.2ab": [],
        "X3-R": [],
        "X3-R-fire": [4],
        "X4": [],
    }
    assert places(report, "X1")[1] == ["src/grognard/moves.py:1"]


def test_the_holes_are_rules_without_a_test(project: Path, entries: tuple[Entry, ...]):
    assert [row.entry.id for row in coverage(project, entries).holes] == ["X1.2ab", "X3-R", "X3-R-fire"]


def test_a_test_of_an_unknown_rule_is_a_fault(project: Path, entries: tuple[Entry, ...]):
    write(project / "tests" / "test_more.py", '@rule("X9")', "async def test_it():", "    pass")
    assert coverage(project, entries).faults == ("tests/test_more.py:2 test_it names the rule 'X9', which is in no ledger.",)


def test_an_id_must_be_a_literal(project: Path, entries: tuple[Entry, ...]):
    write(project / "tests" / "test_more.py", "@rule(NAME)", "def test_it():", "    pass")
    with pytest.raises(DataError, match=r"test_more\.py:2 test_it must name its rules as literals, not as 'NAME'\.$"):
        coverage(project, entries)


def test_a_file_that_is_not_python_is_named(project: Path, entries: tuple[Entry, ...]):
    write(project / "tests" / "test_more.py", "def test_it(:")
    with pytest.raises(DataError, match=r"^tests/test_more\.py is not Python: "):
        coverage(project, entries)


def test_a_folder_that_is_no_project_is_refused(tmp_path: Path):
    with pytest.raises(GrognardError, match=r"There is no folder 'tests' in .*--root"):
        coverage(tmp_path, [])


def test_one_rulebook_at_a_time(project: Path, entries: tuple[Entry, ...]):
    report = coverage(project, entries)
    assert report.of_book("skirmish").rows == report.rows
    with pytest.raises(GrognardError, match=r"^There is no rulebook 'chess'; there are skirmish\.$"):
        report.of_book("chess")


# ---------------------------------------------------------------- coverage on the command line


@pytest.fixture
def fake(project: Path, entries: tuple[Entry, ...], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The options that make `coverage` look at the fake project with the fake ledger."""
    monkeypatch.setattr("grognard.rulebooks.coverage.ledger", lambda: entries)
    return ["--root", str(project)]


def test_coverage_lists_tests_and_citations(capsys: pytest.CaptureFixture[str], fake: list[str]):
    assert command(["coverage", *fake]) == 0
    printed = capsys.readouterr().out
    assert "    test  tests/deep/test_moves.py:5 test_a_unit_moves\n" in printed
    assert "    code  src/grognard/moves.py:4\n" in printed
    assert "X4  Scale\n    test  none needed\n" in printed
    assert printed.endswith("skirmish: 2 of 5 rules are tested, 3 of 6 are cited in the code.\n")


def test_coverage_can_list_what_is_missing(capsys: pytest.CaptureFixture[str], fake: list[str]):
    assert command(["coverage", "--missing", *fake]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert listed == ["X1.2ab", "X3-R", "X3-R-fire", "skirmish:"]


def test_strict_coverage_fails_on_holes_and_on_faults(fake: list[str], project: Path, capsys: pytest.CaptureFixture[str]):
    assert command(["coverage", "--strict", *fake]) == 1
    file = project / "tests" / "test_rest.py"
    write(file, '@rule("X1.2ab", "X3-R", "X3-R-fire")', "def test_the_rest():", "    pass")
    assert command(["coverage", "--strict", *fake]) == 0
    write(file, '@rule("X1.2ab", "X3-R", "X3-R-fire", "X5")', "def test_the_rest():", "    pass")
    assert command(["coverage", *fake]) == 0
    assert command(["coverage", "--strict", *fake]) == 1
    assert "names the rule 'X5', which is in no ledger." in capsys.readouterr().out


@pytest.mark.parametrize("options", [["--book", "chess"], ["--root", "no/such/folder"]])
def test_coverage_of_nothing_is_told(fake: list[str], options: list[str], capsys: pytest.CaptureFixture[str]):
    assert command(["coverage", *fake, *options]) == 1
    assert capsys.readouterr().err.startswith("There is no ")


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["--help"], 0),
        (["show", "--help"], 0),
        (["contents", "--help"], 0),
        (["find", "--help"], 0),
        (["coverage", "--help"], 0),
        ([], 2),
        (["sing"], 2),
        (["find"], 2),
    ],
)
def test_help_and_wrong_options(argv: list[str], code: int, capsys: pytest.CaptureFixture[str]):
    assert command(argv) == code
    captured = capsys.readouterr()
    assert "grognard rules" in captured.out + captured.err
