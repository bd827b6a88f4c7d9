"""What a seat hears of the talk of its alliance, and what binds it."""

from __future__ import annotations

from grognard.core.agreements import KEEP, PLAY, SILENCE, Agreement, Heard, Subject, heard_by

SHARED = Agreement("french", ("V1.4b",), (Subject("powder", "Powder"), Subject("bread", "Bread")))


def test_what_both_say_binds_both():
    said = {"french": {"powder": PLAY}, "american": {"powder": PLAY, "bread": KEEP}}
    assert heard_by("french", SHARED, said) == Heard({"powder": PLAY}, {"powder": PLAY, "bread": KEEP}, {"powder": PLAY})


def test_without_agreement_the_one_who_decides_is_free_and_binds_the_other():
    said = {"french": {"powder": PLAY}, "american": {"powder": KEEP}}
    assert heard_by("french", SHARED, said).settled == {}
    assert heard_by("american", SHARED, said).settled == {"powder": PLAY}
    assert heard_by("american", SHARED, {"french": {"bread": KEEP}}).settled == {"bread": KEEP}
    assert heard_by("french", SHARED, {"american": {"bread": KEEP}}).settled == {}


def test_what_is_no_longer_shared_is_not_heard():
    assert heard_by("american", SHARED, {"french": {"salt": PLAY}, "american": {"salt": PLAY}}) == SILENCE
    assert heard_by("british", None, {"french": {"powder": PLAY}}) == SILENCE
