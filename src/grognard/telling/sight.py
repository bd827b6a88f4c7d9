"""Lines of sight in words, group by group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from grognard.core.sight_lines import SightLine
from grognard.telling.words import say


def sight_in_words(lines: Iterable[SightLine], groups: Mapping[str, str]) -> list[str]:
    """For each group of counters how many are seen, how far away they are, and what covers or hides them; the seen first."""

    def kind(line: SightLine) -> tuple[bool, str, str]:
        return line.sight == "blocked", groups.get(line.piece, line.piece), line.words

    told = []
    for (_, group, words), alike in groupby(sorted(lines, key=kind), kind):
        far = sorted(round(line.far) for line in alike)
        distance = say("far", far=far[0]) if far[0] == far[-1] else say("far-apart", near=far[0], far=far[-1])
        told.append(say("seen", group=group, count=len(far), distance=distance, words=words))
    return told
