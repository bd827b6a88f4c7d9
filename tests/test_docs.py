"""What the documentation shows is true: its examples run, and the names it gives exist."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.cli import main, parser
from grognard.core.texts import every_package, words_in
from grognard.games.revolution.series.rules import SeriesRules
from grognard.rulebooks.ledger import ledger

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
RE_BLOCK = re.MULTILINE | re.DOTALL
FENCE = re.compile(r"^```json[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples(name: str) -> list[Any]:
    return [json.loads(found.group(1)) for found in FENCE.finditer((DOCS / name).read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    "position", examples("positions.md"), ids=lambda position: f"{position['scenario']} {position.get('phase', 'short')}"
)
def test_a_position_in_the_documentation_can_be_played(position: dict[str, Any]):
    game = grognard.setup(position, seed=1)
    assert game.actors
    again = grognard.setup(json.loads(json.dumps(game.position())), seed=1)
    assert again.position() == game.position()


@pytest.mark.parametrize("record", examples("records.md"), ids=lambda record: record["scenario"])
def test_a_record_in_the_documentation_replays_and_verifies(record: dict[str, Any]):
    assert grognard.replay(record).record() == record
    assert grognard.verify(record) == sum(entry.startswith("roll ") for entry in record["entries"])


def test_there_are_examples():
    assert len(examples("positions.md")) == 4
    assert len(examples("records.md")) == 1


def test_the_fields_of_a_position_are_all_explained():
    text = (DOCS / "positions.md").read_text(encoding="utf-8")
    for scenario in grognard.catalogue():
        game = grognard.new(scenario.id, seed=1)
        assert [field for field in game.position() if f"`{field}`" not in text] == []


def test_the_overlay_in_the_documentation_is_played_with(tmp_path: Path):
    """The blocks of docs/components.md are the files of one overlay."""
    eutaw = ("eutaw/units.json", "eutaw/map.json", "eutaw/scenarios.json", "eutaw/terrain.json")
    names = ("overlay.json", *eutaw, "old_joe/choices.json")
    for folder in ("eutaw", "old_joe"):
        (tmp_path / folder).mkdir()
    for name, example in zip(names, examples("components.md"), strict=True):
        (tmp_path / name).write_text(json.dumps(example), encoding="utf-8")
    game = grognard.new("revolution/eutaw/historical", seed=1, components=tmp_path)
    assert game.position()["components"]["name"] == "My box"
    assert game.position()["pieces"]["buffs"] == "0914"
    assert game.inspect(None, "counter", "coffin")["basis"] == "printed: first edition"


def test_the_hooks_of_a_battle_exist():
    """The table of docs/adding-a-battle.md: every method it names is one of the series, and says the rules it serves."""
    text = (DOCS / "adding-a-battle.md").read_text(encoding="utf-8")
    section = text[text.index("## Hooks") : text.index("## Entry point")]
    rows = re.findall(r"^\| (`.*?) \| .*? \| (.*?) \|$", section, re.MULTILINE)
    assert len(rows) > 30
    ids = {entry.id for entry in ledger()}
    for names, rules in rows:
        for name in re.findall(r"`(\w+)`", names):
            assert callable(getattr(SeriesRules, name, None)) or name in SeriesRules.__annotations__, f"there is no {name}"
        assert [rule for rule in re.findall(r"[SE][\w.-]+", rules) if rule not in ids] == []


def test_the_files_of_the_battery_exist():
    text = (DOCS / "adding-a-battle.md").read_text(encoding="utf-8")
    battery = text[text.index("## Battery") :]
    named = re.findall(r"`(\w+\.(?:py|toml))`", battery)
    assert named
    assert [name for name in named if not (ROOT / "tests" / "battery" / name).exists()] == []


def test_the_newcomers_walk_leads_through_files_that_exist():
    """Every file of the walk in docs/architecture.md is there, and defines what its row tells the reader to look for."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    walk = text[text.index("### A newcomer's walk") : text.index("## 2.")]
    rows = re.findall(r"^\| \d+ \| `(.*?)` \| (.*?) \|", walk, re.MULTILINE)
    assert len(rows) > 10
    for file, names in rows:
        source = (ROOT / file).read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", names):
            python, script = rf"(def|class) {name}\b", rf"function {name}\b|^  (private )?(async )?{name}(\(|: \()"
            assert re.search(f"{python}|{script}", source, re.MULTILINE), f"{file} does not define {name}"


def test_ten_lines_of_python_say_who_won(capsys: pytest.CaptureFixture[str]):
    found = re.search(r"^## Ten lines of Python$.*?^```python\n(.*?)^```", README.read_text(encoding="utf-8"), RE_BLOCK)
    assert found is not None
    lines = found.group(1)
    assert lines.count("\n") <= 10
    exec(compile(lines, "README.md", "exec"), {})
    assert re.fullmatch(r"(british|american|nobody) wins: .+\n", capsys.readouterr().out)


def test_the_odds_in_the_documentation_are_what_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text = (DOCS / "odds.md").read_text(encoding="utf-8")
    (tmp_path / "position.json").write_text(json.dumps(examples("odds.md")[0]), encoding="utf-8")
    shown = re.search(
        r"`grognard odds position.json --attack \"(.*?)\" --exact` prints:\n\n(.*?)\n      \.\.\.", text, re.DOTALL
    )
    assert shown is not None
    assert main(["odds", str(tmp_path / "position.json"), "--attack", shown.group(1), "--exact"]) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    expected = [line.removeprefix("    ") for line in shown.group(2).splitlines()]
    assert printed[: len(expected)] == expected


def test_the_policies_in_the_documentation_are_all_there_are():
    text = (DOCS / "odds.md").read_text(encoding="utf-8")
    table = text[text.index("## What the odds take for granted") :]
    known = {key.removeprefix("policy.") for key in words_in(every_package(), "en") if key.startswith("policy.")}
    assert set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == known - {"rolls-twice"}  # which is no choice


def test_the_simulation_in_the_documentation_runs(capsys: pytest.CaptureFixture[str]):
    found = re.search(r"^```python\n(.*?)^```", (DOCS / "simulation.md").read_text(encoding="utf-8"), RE_BLOCK)
    assert found is not None
    exec(compile(found.group(1), "simulation.md", "exec"), {"__name__": "__main__"})
    assert re.match(r"Share\(count=\d, games=4, ", capsys.readouterr().out)


def commands() -> set[str]:
    """What the command line knows."""
    return set(re.findall(r"^    (\w+) ", parser().format_help(), re.MULTILINE))


@pytest.mark.parametrize("file", [README, *sorted(DOCS.glob("*.md"))], ids=lambda file: file.name)
def test_the_commands_and_files_it_names_exist(file: Path):
    text = re.sub(r"^#+ .*\(planned\)\n.*?(?=^#)", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"\bgrognard ([a-z]+)\b(?= |`|$)", text, re.MULTILINE)) <= commands() | {"as", "import"}
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (file.parent / link).exists(), link
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^    make (\w+)", text, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_annotated_turn_is_what_the_sergeant_says(capsys: pytest.CaptureFixture[str]):
    page = (DOCS / "sergeant.md").read_text("utf-8")
    command, *told = [block.strip().splitlines() for block in re.findall(r"```\n(.*?)```", page, re.S)]
    main(command[0].split()[1:])
    played = [line.strip() for line in capsys.readouterr().out.splitlines()]
    told_lines = [line for block in told for line in block]
    assert len(told_lines) > 12
    assert [line for line in told_lines if line not in played] == []
