"""The summaries of the printed sections: reading them, and that they are short, ours, and agree with the ledgers."""

import re
from functools import cache
from pathlib import Path

import pytest

from grognard.core.errors import DataError
from grognard.games.revolution.series.data_schema import ScenariosData, UnitData, component
from grognard.rulebooks import summary
from grognard.rulebooks.ledger import Entry, ledger
from grognard.rulebooks.summaries import Summary, languages, read_all, read_languages, section_of, summaries
from tests.rulebooks.conftest import write

SECTIONS = summaries()
TEXTS = [section for section in SECTIONS.values() if section.text]
BOOKS = {section.book for section in TEXTS}
"""The rulebooks that have summaries; one whose rules are still being written may have none."""
RULES = [entry for entry in ledger() if entry.book in BOOKS]

WORDS, TITLE_WORDS = 60, 8
RUN = 8
"""So many words in a row are no chance any more."""
PRINTED = re.compile(r"[A-Z]+\d+(?:\.\d+)*")
"""The number of the printed section that an id begins with; tables and parts of scenarios have none."""
NUMBERED = {"series", "eutaw", "guilford", "savannah"}
"""The rulebooks whose rules have ids made of such numbers."""
CITED = re.compile(r"\b[A-Z]+(?:-[A-Z]+)*-?\d+(?:\.\d+)*(?:-\w+)*")
SPELLED = "two three four five six seven eight nine ten eleven twelve thirteen fourteen"
NUMBERS = {word: str(number) for number, word in enumerate(SPELLED.split(" "), start=2)}
"""Numbers as words; one is left out, which is mostly no number."""


@cache
def sections_of() -> dict[str, list[str]]:
    """The sections that each rule lies in, the nearest first."""
    found = {}
    for entry in RULES:
        around, section = [], section_of(entry.id, SECTIONS)
        while section:
            around.append(section)
            section = section_of(section, SECTIONS.keys() - {section})
        found[entry.id] = around
    return found


def own_rules(section: str) -> list[Entry]:
    return [entry for entry in RULES if sections_of()[entry.id][:1] == [section]]


# ---------------------------------------------------------------- every section has one


def test_the_rulebooks_have_summaries():
    assert NUMBERED <= BOOKS
    assert len(TEXTS) > 200


def test_a_rule_leads_to_the_summary_of_its_printed_section():
    for entry in RULES:
        found = summary(entry.id)
        assert found is not None, entry.id
        assert found.book == entry.book, entry.id
        printed = PRINTED.match(entry.id)
        if printed is not None and entry.book in NUMBERED:
            assert printed.group() in SECTIONS, entry.id
            assert found.id.startswith(printed.group()), entry.id


def test_a_section_has_rules():
    for section in SECTIONS.values():
        inside = [entry for entry in RULES if section.id in sections_of()[entry.id]]
        assert {entry.book for entry in inside} == {section.book}, section.id
        assert bool(section.text) == bool(own_rules(section.id)), f"{section.id}: only a heading has neither"


def test_sections_stand_in_the_order_of_the_outline():
    """What lies in a section follows it before anything else does."""
    way: list[str] = []
    for id in SECTIONS:
        outer = section_of(id, SECTIONS.keys() - {id})
        while way and way[-1] != outer:
            way.pop()
        assert outer == (way[-1] if way else None), id
        way.append(id)


@pytest.mark.parametrize(
    ("id", "section"),
    [
        ("S12.14a", "S12.14"),
        ("S12.14", "S12.14"),
        ("S12.1-alg", "S12.1"),
        ("S12.23", "S12.23"),
        ("S12.23-1e", "S12.23-1"),
        ("S13.1-R-fire", "S13.1-R"),
        ("S13.1-D3", "S13.1-D"),
        ("S13.1-DC", "S13.1-DC"),
        ("S13.1-PINS", "S13.1"),
        ("S13.1-order", "S13.1"),
        ("S11.43A1", "S11.43"),
        ("S16.2-bands", "S16.2"),
        ("E3.1", "E3.1"),
        ("E3.11d", "E3.11"),
        ("E-H-B3", "E-H-B"),
        ("E-H8", "E-H8"),
        ("E-T-crt-odds", "E-T-crt"),
        ("G1.11a", "G1.11"),
        ("GH8b", "GH8"),
        ("G-T-cc-shift", "G-T-cc"),
    ],
)
def test_the_section_of_an_id(id: str, section: str):
    found = summary(id)
    assert found is not None
    assert found.id == section


@pytest.mark.parametrize("id", ["S12", "S99", "S12.99", "X1", "", "s12.14"])
def test_what_is_in_no_section_has_no_summary(id: str):
    assert summary(id) is None


# ---------------------------------------------------------------- form


def test_a_summary_is_short_and_whole():
    for section in TEXTS:
        assert len(section.text.split()) <= WORDS, section.id
        assert re.match(r"[A-Z\d].*\.$", section.text), section.id
        assert section.text.isascii(), section.id


def test_a_title_is_short():
    for section in SECTIONS.values():
        assert 0 < len(section.title.split()) <= TITLE_WORDS, section.id
        assert not section.title.endswith("."), section.id
        assert section.title.isascii(), section.id


def test_a_title_says_what_is_not_in_every_game():
    for section in TEXTS:
        kinds = {entry.kind for entry in own_rules(section.id)}
        for kind in ("advanced", "optional"):
            assert section.title.endswith(f"({kind})") == (kinds == {kind}), section.id


def test_what_a_summary_refers_to_exists():
    known = {section.id for section in TEXTS}
    for section in SECTIONS.values():
        assert len(set(section.see)) == len(section.see), section.id
        assert section.id not in section.see, section.id
        assert {*section.see, *CITED.findall(section.text)} <= known, section.id


# ---------------------------------------------------------------- agreement with the ledger, in other words


def said(entry: Entry) -> str:
    return f"{entry.id} {entry.title} {entry.text} {entry.example} {entry.ruling or ''}"


def numbers(text: str) -> set[str]:
    spelled = {NUMBERS[word] for word in re.findall(r"[a-z]+", text.casefold()) if word in NUMBERS}
    return set(re.findall(r"\d+(?:\.\d+)?", text)) | spelled


def test_the_numbers_are_those_of_the_ledger():
    """Those of the section's own rules, of the sections within it, or of those it refers to."""
    known = {entry.id: numbers(said(entry)) for entry in RULES}
    strange = {}
    for section in TEXTS:
        read = {number for id in known if section_of(id, {section.id, *section.see}) for number in known[id]}
        strange[section.id] = numbers(f"{section.title} {CITED.sub('', section.text)}") - read - {"1"}
    assert {id: found for id, found in strange.items() if found} == {}


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def runs(text: str) -> set[tuple[str, ...]]:
    said = re.findall(r"[\w'./+-]*\w", text.casefold())
    return {tuple(said[start : start + RUN]) for start in range(len(said) - RUN + 1)}


def test_a_summary_is_no_copy_of_the_ledger():
    ledgers = {run for entry in ledger() for text in (entry.text, entry.example, entry.ruling or "") for run in runs(text)}
    assert ledgers
    assert {section.id: copied for section in TEXTS if (copied := runs(section.text) & ledgers)} == {}


@pytest.mark.parametrize(
    ("battle", "scenario", "sections"),
    [("eutaw", "historical", ("E-H-B", "E-H-A")), ("guilford", "historical", ("GH0",))],
)
def test_a_set_up_puts_units_where_the_scenario_does(battle: str, scenario: str, sections: tuple[str, ...]):
    """Before a hex stands a word of the name of each unit in it."""
    package = f"grognard.games.revolution.{battle}"
    placement = component(package, "scenarios.json", ScenariosData).scenarios[scenario].placement
    names = {unit.id: unit.name for unit in component(package, "units.json", tuple[UnitData, ...])}
    named = re.findall(r"(.*?)\b(\d{4})\b", " ".join(SECTIONS[id].text for id in sections))
    assert len(named) >= 12
    for before, hex in named:
        for unit in placement[hex]:
            assert words(names[unit]) & words(before), f"{unit} stands in {hex}"


# ---------------------------------------------------------------- reading the files

SUMMARIES = """
["X"]
title = "Skirmish"
["X1"]
title = "Movement"
text = '''
You  may
move.'''
see = ["X3-R"]
["X1.2"]
title = "More"
text = "You may stop."
["X3-R"]
title = "Retreat"
text = "Go back."
"""


def of_language(games: Path, language: str, *lines: str) -> Path:
    write(games / "family" / "skirmish" / "data" / "summaries" / f"{language}.toml", *lines)
    return games


def test_summaries_belong_to_the_game_in_whose_folder_they_lie(games: Path):
    found = read_all(of_language(games, "en", SUMMARIES))
    assert list(found) == ["X", "X1", "X1.2", "X3-R"]
    assert found["X"] == Summary("skirmish", "X", "Skirmish")
    assert found["X1"] == Summary("skirmish", "X1", "Movement", "You may move.", ("X3-R",))


def test_a_game_may_have_no_summaries(games: Path):
    assert read_all(games) == {}
    assert read_all(games, "it") == {}
    assert read_languages(games) == ("en",)


def test_a_missing_word_is_said_in_english(games: Path):
    of_language(games, "en", SUMMARIES)
    of_language(games, "it", '["X1.2"]', 'title = "Ancora"', 'text = "Puoi fermarti."', '["X1"]', 'title = "Movimento"')
    found = read_all(games, "it")
    assert list(found) == ["X", "X1", "X1.2", "X3-R"]
    assert found["X1.2"] == Summary("skirmish", "X1.2", "Ancora", "Puoi fermarti.")
    assert found["X1"] == Summary("skirmish", "X1", "Movimento", "You may move.", ("X3-R",))
    assert found["X3-R"].text == "Go back."
    write(games / "family" / "skirmish" / "data" / "summaries" / "notes.md", "# How these were written")
    assert read_languages(games) == ("en", "it")
    assert read_all(games, "es") == read_all(games)


def test_a_missing_language_is_answered_in_english():
    assert "en" in languages()
    assert summary("S12.14c", language="xx") == summary("S12.14c", language="en")


def test_the_files_are_read_once():
    assert summaries() is summaries()


@pytest.mark.parametrize(
    ("language", "text", "fault"),
    [
        ("en", '["X1"', r"The summaries of skirmish \(en\) are not TOML: "),
        ("en", 'X1 = "Movement"', r"Section X1 in the summaries of skirmish \(en\) must be a table with a title\.$"),
        ("en", '["X1"]\ntext = "You may move."', r"Section X1 in .* missing required field `title`\.$"),
        ("en", '["X1"]\ntitle = "a"\ntexd = "b"', r"Section X1 in .* unknown field `texd`\.$"),
        ("en", '["X1"]\ntitle = "a"\nsee = "X2"', r"Section X1 in .* Expected `array`"),
        ("it", '["X9"]\ntitle = "a"', r"Section X9 in the summaries of skirmish \(it\) is not among the English ones\.$"),
    ],
)
def test_a_faulty_file_is_told_in_one_sentence(games: Path, language: str, text: str, fault: str):
    of_language(games, "en", SUMMARIES)
    with pytest.raises(DataError, match=fault) as told:
        read_all(of_language(games, language, text), language)
    assert "\n" not in str(told.value)


def test_an_id_belongs_to_one_section(games: Path):
    of_language(games, "en", SUMMARIES)
    rule = "- {id: Y1, title: a, source: s, kind: rule, text: t, example: e}"
    write(games / "family" / "other" / "data" / "rules.yaml", rule)
    write(games / "family" / "other" / "data" / "summaries" / "en.toml", '["X1"]', 'title = "a"')
    with pytest.raises(DataError, match=r"^Section X1 stands in the summaries of other and again in those of skirmish\.$"):
        read_all(games)
