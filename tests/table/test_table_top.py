"""A table top in the terminal: squads by landmarks, lines of sight, the risks of dice."""

from __future__ import annotations

import io

from rich.console import Console

import grognard
from grognard.cli.table.host import Host
from grognard.cli.table.plain import PlainTable
from tests.browser.staged.red_dice import face_to_face
from tests.table.seating import LARGE, Person, play, seated


def host(hurt: bool = False) -> Host:
    return seated(grognard.setup(face_to_face("ANV", hurt), seed=4), "ANV")


def told(*typed: str, hurt: bool = False) -> str:
    lines, paper = iter(typed), Console(file=io.StringIO(), width=400)
    PlainTable(host(hurt), paper, lambda: next(lines, None)).run()
    assert isinstance(paper.file, io.StringIO)
    return paper.file.getvalue()


def test_squads_are_told_with_landmarks_and_ranges():
    text = told("units", hurt=True)
    squad = "12th Virginia, Richmond Grays (V2: 6 with rifles, level 3), about 126,38: in the open"
    assert f"{squad}; 7 cm from Orange Turnpike; 10 cm from south-east wood; nearest enemy 17th U.S. Infantry, 26 cm" in text
    assert "V2-3 severely wounded" in text


def test_lines_of_sight_are_told_squad_by_squad():
    text = told("sight V2-4")
    assert "17th U.S. Infantry: 6 at 20 cm, in the open\n" in text
    assert "11th U.S. Infantry: 4 at 98 cm, hidden: barn\n" in text


def test_the_risks_of_dice_are_told_before_they_are_thrown():
    text = told("activate-squad V2", "fire-at U1")
    assert "   2  3 dice: 1+ (0 hit) 79%, 2+ (1 hit) 70%, " in text
    assert "initiative lost 20%, disaster 4%, somebody runs 56%" in text


def test_the_table_of_risks_stands_beside_the_map():
    async def person(one: Person) -> None:
        await one.press("1")
        assert any("17th U.S. Infantry: " in note.message for note in one.app._notifications)
        await one.choose("Activate 12th Virginia, Richmond Grays")
        await one.choose("Fire at 17th U.S. Infantry")
        assert "3 dice 79% 70%" in " ".join(one.reads("#facts").split())

    play(host(), person, LARGE)
