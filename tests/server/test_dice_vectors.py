"""The pages compute the dice anew by the same rule as the engine: what both must come to stands in a file beside the pages.

`python -m tests.server.test_dice_vectors` writes it again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import grognard
from grognard.analysis.reports import report
from grognard.core.dice import Dice, Die, live_face
from tests.core.toy import TOY, Bid

VECTORS = Path(__file__).parent.parent.parent / "web" / "src" / "history" / "vectors.json"
SECRETS = ("00" * 32, "ff" * 32, bytes(range(32)).hex())
NONCES: tuple[dict[str, str], ...] = ({}, {"british": "7c1d", "american": "a90e"}, {"creator": "x-1", "ärger": "é"})
DICE = (Die(1, 6), Die(0, 9), Die(0, 0), Die(0, 1), Die(0, 51), Die(1, 2**31 + 1))
"""The last rejects nearly every second word, so that further words and hashes are drawn."""


def faces() -> list[dict[str, Any]]:
    return [
        {
            "secret": secret,
            "game": game,
            "nonces": nonces,
            "index": index,
            "low": die.low,
            "high": die.high,
            "face": live_face(bytes.fromhex(secret), game, nonces, index, die),
        }
        for secret in SECRETS
        for game, nonces in zip(("docs", "k7mp2q", "ein Spiel"), NONCES, strict=True)
        for die in DICE
        for index in (0, 81, 1234)
    ]


def game() -> dict[str, Any]:
    """A whole game: its record and its dice as a report tells them."""
    duel = grognard.new(TOY.id, dice=Dice.live("duel", {"red": "r", "blue": "b"}, bytes(range(32))))
    while duel.over is None and duel.rolled < 12:
        for seat in duel.actors:
            duel.play(seat, Bid(1) if Bid(1) in duel.actions(seat) else duel.actions(seat)[0])
    if duel.over is None:
        duel.agree_draw()
    record = duel.record()
    rolls = [
        {"index": roll.index + place, "low": roll.die.low, "high": roll.die.high, "face": face}
        for roll in report(record).rolls
        for place, face in enumerate(roll.faces)
    ]
    return {"dice": record["dice"], "entries": record["entries"], "rolls": rolls}


def vectors() -> dict[str, Any]:
    return {"faces": faces(), "game": game()}


def test_the_pages_are_tested_with_what_the_engine_comes_to():
    assert json.loads(VECTORS.read_text(encoding="utf-8")) == vectors()


def test_the_vectors_reach_further_hashes():
    rejecting = [face for face in faces() if face["high"] == DICE[-1].high]
    assert len(rejecting) == 27
    assert any(draws(face) > 8 for face in rejecting)


def draws(face: dict[str, Any]) -> int:
    """How many words are drawn for a face, eight from each hash."""
    die, count = Die(face["low"], face["high"]), 0
    limit = (1 << 32) - (1 << 32) % die.sides
    players = ",".join(f"{seat}={face['nonces'][seat]}" for seat in sorted(face["nonces"]))
    for attempt in range(9):
        message = f"{face['game']}|{players}|{face['index']}|{attempt}".encode()
        digest = hmac.new(bytes.fromhex(face["secret"]), message, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            count += 1
            if int.from_bytes(digest[start : start + 4], "big") < limit:
                return count
    return count


if __name__ == "__main__":
    found = vectors()
    lines = ",\n".join(json.dumps(face, ensure_ascii=False) for face in found["faces"])
    text = f'{{"faces": [\n{lines}\n],\n"game": {json.dumps(found["game"])}}}\n'
    VECTORS.write_text(text, encoding="utf-8")
