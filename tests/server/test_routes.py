"""The server over HTTP: games are begun, looked at and played; what is not allowed is refused in words and changes nothing."""

from __future__ import annotations

import gzip
import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.scenarios import installed
from grognard.server.http.middleware import SECURITY_HEADERS
from grognard.server.http.static_pages import FOLDER
from tests.core.toy import TOY
from tests.server.house import EUTAW, HOME, PLAN, Client, Guest, house, sit_down, step


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with house(tmp_path_factory.mktemp("house")) as client:
        yield client


def check_refusal(response: Any, error: str, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.text
    refusal = dict(response.json())
    assert refusal["error"] == error
    assert refusal["words"].endswith((".", "?", ")"))
    assert isinstance(refusal["cites"], list)
    assert set(refusal) <= {"error", "words", "cites", "seq"}
    return refusal


# ---------------------------------------------------------------- the list of games


def test_the_list_of_games(client: Client):
    cards = client.get("/api/scenarios").json()
    assert {card["id"] for card in cards} >= {scenario.id for scenario in installed()}
    for card in cards:
        if not card["id"].startswith("toy/"):
            picture = client.get(card["picture"])
            assert picture.status_code == 200
            assert picture.headers["content-type"].startswith("image/svg+xml")
            assert picture.text.startswith("<svg")


def test_pictures_that_are_not_there(client: Client):
    for id in ("chess", "revolution/chess", "revolution/eutaw/chess", TOY.id):
        check_refusal(client.get(f"/api/scenarios/{id}/picture"), "unknown", 404)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(("scenario", "seed"), [(TOY.id, 1), (TOY.id, 2), (PLAN, 3)])
def test_a_whole_game_by_two_seats_and_a_spectator(client: Client, scenario: str, seed: int):
    guests, chance = sit_down(client, scenario), Random(seed)
    seen = 0
    while step(guests, chance):
        watched = guests[""].get()
        assert watched["decision"] is None
        assert watched["seat"] is None
        assert watched["seq"] == watched["moment"] > seen
        seen = watched["seq"]
    for seat, guest in guests.items():
        table = guest.get()
        assert table["over"]["words"]
        assert table["decision"] is None
        assert table["dice"]["secret"]
        log = guest.get("/log")
        assert [line["number"] for line in log] == list(range(len(log)))
        assert guest.get("/log?since=5") == log[5:]
        assert log[-1]["moment"] == seen
        if seat:
            check_refusal(guest.move(table["seq"], "resign", "resign"), "over", 409)


def test_a_game_against_the_computer(tmp_path: Path):
    with house(tmp_path, thinkers=1) as client:
        guests = sit_down(client, TOY.id, {"blue": "random"})
        assert set(guests) == {"red", ""}
        chance = Random(4)
        red = guests["red"]
        with client.websocket_connect(f"/api/games/{red.game}/live") as socket:
            socket.send_json({"token": red.token, "since": 0, "language": "en"})
            table: dict[str, Any] = {}
            while not table.get("over"):
                told = socket.receive_json(timeout=60)
                if told["type"] != "update":
                    continue
                table |= told["parts"]
                if table["decision"] is not None and "decision" in told["parts"]:
                    choice = chance.choice(table["decision"]["choices"])
                    assert red.move(table["seq"], choice["action"]).status_code == 200


def test_the_same_request_is_answered_alike_and_acts_once(client: Client):
    guests = sit_down(client, EUTAW)
    british = guests["british"]
    table = british.get()
    action = table["decision"]["choices"][0]["action"]
    answers = [british.move(0, action, key="once").json() for _ in range(3)]
    assert answers == [{"seq": 1}] * 3
    assert british.get()["seq"] == 1


def test_undo_and_resignation(client: Client):
    guests = sit_down(client, EUTAW)
    british, american = guests["british"], guests["american"]
    british.move(0, british.get()["decision"]["choices"][0]["action"])
    assert british.get()["can_undo"]
    assert not american.get()["can_undo"]
    assert british.move(1, do="undo").json() == {"seq": 2}
    assert "took back their last choice" in british.get("/log")[-1]["words"]
    assert american.move(2, do="resign").json() == {"seq": 3}
    assert guests[""].get()["over"]["winner"] == "british"
    reasons = [guests[seat].get()["over"]["reason"] for seat in ("american", "british", "")]
    assert reasons == ["You resigned", "The Americans resigned", "The Americans resigned"]


# ---------------------------------------------------------------- what is refused


def refusals() -> Iterator[Any]:
    """What is asked of a game in which the British must decide; who asks it, the error, its status."""
    move = {"seq": 0, "key": "k", "do": "action", "action": "place 0909"}
    yield "american", "POST", "/moves", move, "illegal", 422
    yield "british", "POST", "/moves", move | {"action": "place 0101"}, "illegal", 422
    yield "british", "POST", "/moves", move | {"action": "sing"}, "malformed", 400
    yield "british", "POST", "/moves", move | {"action": ""}, "malformed", 400
    yield "british", "POST", "/moves", move | {"seq": 1}, "stale", 409
    yield "british", "POST", "/moves", move | {"seq": -1}, "stale", 409
    yield "british", "POST", "/moves", move | {"seq": "0"}, "malformed", 400
    yield "british", "POST", "/moves", move | {"key": ""}, "malformed", 400
    yield "british", "POST", "/moves", move | {"do": "win"}, "malformed", 400
    yield "british", "POST", "/moves", move | {"more": 1}, "malformed", 400
    yield "british", "POST", "/moves", move | {"do": "undo"}, "illegal", 422
    yield "british", "POST", "/moves", None, "malformed", 400
    yield "british", "POST", "/moves", [move], "malformed", 400
    yield "", "POST", "/moves", move, "not-yours", 403
    yield "british", "GET", "/odds", None, "no-fight", 422
    yield "british", "GET", "/odds", None, "no-fight", 422
    yield "british", "GET", "/forecast?action=go+0101", None, "illegal", 422
    yield "british", "GET", "/odds?action=sing", None, "malformed", 400
    yield "", "GET", "/forecast", None, "not-yours", 403
    yield "", "GET", "/odds", None, "not-yours", 403
    yield "", "GET", "/why?place=0101", None, "not-yours", 403
    yield "british", "GET", "/why", None, "no-place", 404
    yield "british", "GET", "/why?place=9999", None, "no-place", 404
    yield "british", "GET", "/why?piece=nobody", None, "no-piece", 404
    yield "british", "GET", "/inspect?what=luck&piece=buffs", None, "no-inspection", 404
    yield "british", "GET", "/inspect?what=reach&piece=nobody", None, "unknown", 404
    yield "british", "GET", "/inspect?what=reach", None, "malformed", 400
    yield "british", "GET", "/log?since=-1", None, "malformed", 400
    yield "british", "GET", "/log?since=x", None, "malformed", 400
    yield "", "GET", "/note", None, "not-yours", 403
    yield "", "PUT", "/note", {"text": "x"}, "not-yours", 403
    yield "british", "PUT", "/note", {"text": "x" * 20_001}, "malformed", 400
    yield "", "POST", "/chat", {"text": "x"}, "not-yours", 403
    yield "british", "POST", "/chat", {"text": ""}, "malformed", 400
    yield "", "PUT", "/name", {"name": "x"}, "not-yours", 403
    yield "british", "POST", "/chat", {"text": "   "}, "malformed", 400
    yield "british", "POST", "/chat", {"text": "x" * 2001}, "malformed", 400
    yield "", "POST", "/offers", {"kind": "draw"}, "not-yours", 403
    yield "british", "POST", "/offers", {"kind": "peace"}, "malformed", 400
    yield "british", "POST", "/offers", {"kind": "take-back"}, "nothing-to-take-back", 409
    yield "british", "POST", "/offers", {"kind": "take-over", "about": "french"}, "whom", 400
    yield "british", "POST", "/offers/draw", {"yes": True}, "no-offer", 409
    yield "british", "POST", "/offers/draw", {"yes": "perhaps"}, "malformed", 400
    yield "british", "POST", "/rematch", {}, "not-over", 409
    yield "", "POST", "/rematch", {}, "not-yours", 403
    yield "british", "POST", "/moves", {"seq": 0, "key": "k", "do": "action", "action": "x" * 300_000}, "too-large", 413
    yield "british", "DELETE", "/moves", None, "no-method", 405
    yield "british", "GET", "/treasure", None, "unknown", 404


@pytest.mark.parametrize(
    ("who", "method", "path", "body", "error", "status"),
    [
        pytest.param(*each, id=" ".join(map(str, (place, each[0] or "nobody", each[1], each[2]))))
        for place, each in enumerate(refusals())
    ],
)
def test_what_is_refused_changes_nothing(
    client: Client, who: str, method: str, path: str, body: object, error: str, status: int
):
    guests = eutaw(client)
    before = [guest.bytes() for guest in guests.values()]
    response = guests[who].ask(method, path, json=body) if method != "GET" else guests[who].ask("GET", path)
    check_refusal(response, error, status)
    assert [guest.bytes() for guest in guests.values()] == before


_SAT: dict[int, dict[str, Guest]] = {}


def eutaw(client: Client) -> dict[str, Guest]:
    """One game for all that is refused: nothing changes it."""
    if id(client) not in _SAT:
        _SAT[id(client)] = sit_down(client, EUTAW)
    return _SAT[id(client)]


@pytest.mark.parametrize(
    ("body", "error", "status"),
    [
        ({"scenario": "chess", "seats": {}}, "unknown", 404),
        ({"scenario": EUTAW, "seats": {}}, "malformed", 400),
        ({"scenario": EUTAW, "seats": {"british": "human", "american": "napoleon"}}, "not-a-player", 400),
        ({"scenario": EUTAW, "seats": {"british": "human", "american": "human", "french": "human"}}, "malformed", 400),
        ({"scenario": EUTAW, "seats": {"british": "human", "american": "human"}, "options": {"game": "odd"}}, "malformed", 400),
        ({"scenario": EUTAW, "seats": {"british": "human", "american": "human"}, "nonce": "a b"}, "malformed", 400),
        ({"seats": {}}, "malformed", 400),
        ("{", "malformed", 400),
    ],
    ids=range(8),
)
def test_a_game_that_cannot_be(client: Client, body: Any, error: str, status: int):
    sent: dict[str, Any] = {"content": body} if isinstance(body, str) else {"json": body}
    check_refusal(client.post("/api/games", **sent), error, status)


def test_a_wrong_link_is_refused_and_no_spectator(client: Client):
    game = eutaw(client)["british"].game
    for token in ("x", "british", "null"):
        check_refusal(Guest(client, game, token).ask("GET"), "not-yours", 403)
    for header in ("Bearer", "Basic YnJpdGlzaDo="):
        check_refusal(Guest(client, game).ask("GET", headers={"Authorization": header}), "not-yours", 403)
    check_refusal(Guest(client, "nosuchgame12").ask("GET"), "unknown", 404)


def test_a_refusal_names_pieces_and_rules(client: Client):
    guests = sit_down(client, EUTAW)
    british = guests["british"]
    while True:
        table = british.get()
        if table["decision"] is None or not table["decision"]["kind"].startswith("FreeSetUp"):
            break
        british.move(table["seq"], table["decision"]["choices"][0]["action"])
    american = guests["american"]
    table = american.get()
    while table["decision"] is not None and table["decision"]["kind"].startswith("FreeSetUp"):
        american.move(table["seq"], table["decision"]["choices"][0]["action"])
        table = american.get()
    mover = next(guest for guest in (british, american) if guest.get()["decision"] is not None)
    refusal = check_refusal(mover.move(mover.get()["seq"], "move majoribanks"), "illegal", 422)
    assert "Majoribanks" in refusal["words"]
    assert refusal["cites"]


def test_a_page_of_another_site_may_do_nothing(client: Client):
    body = {"scenario": TOY.id, "seats": {"red": "human", "blue": "human"}}
    own = {"Origin": HOME}
    assert client.post("/api/games", json=body, headers=own).status_code == 201
    for origin in ("http://evil.example", "null", f"{HOME}.evil.example", f"{HOME}:8080"):
        check_refusal(client.post("/api/games", json=body, headers={"Origin": origin}), "cross-site", 403)
    assert client.get("/api/scenarios", headers={"Origin": "http://evil.example"}).status_code == 200


# ---------------------------------------------------------------- asking


def before_a_fight(client: Client) -> tuple[dict[str, Guest], str, list[str]]:
    """A game in which a seat may begin fights: the dice are the server's, so the first one may end without any."""
    chance = Random(3)
    while True:
        guests = sit_down(client, EUTAW)
        while actors := guests[""].get()["actors"]:
            choices = guests[actors[0]].get()["decision"]["choices"]
            if fights := [choice["action"] for choice in choices if choice["fight"]]:
                return guests, actors[0], fights
            step(guests, chance)


def test_asking_about_the_position(client: Client):
    guests, seat, fights = before_a_fight(client)
    ledger = guests[seat].get("/forecast", params={"action": fights[0]})
    seq = guests[seat].get()["seq"]
    assert guests[seat].get("/forecast", params={"action": fights[0], "seq": seq}) == ledger
    assert guests[seat].get("/forecast", params={"action": "go 0101", "seq": seq - 1}) is None  # the choice was made meanwhile
    assert abs(sum(result["chance"] for result in ledger["results"]) - 1) < 1e-9
    odds = guests[seat].get("/odds", params={"action": fights[0]})
    assert odds["consequences"]
    piece = next(counter["id"] for stack in guests[seat].get()["pieces"]["stacks"] for counter in stack["counters"])
    assert guests[seat].get("/inspect", params={"what": "zoc", "piece": piece})["what"] == "zoc"
    assert guests[""].get("/inspect", params={"what": "zoc", "piece": piece})["what"] == "zoc"
    why = guests[seat].get("/why", params={"action": "end-rally"})
    assert why["refusals"][0]["cites"]
    assert guests[seat].get("/map")["sheets"][0]["sheet"]["kind"] == "hexes"
    assert guests[""].get("/map")["digest"] == guests[""].get()["map"]


# ---------------------------------------------------------------- talking


def test_a_person_goes_by_a_name_that_all_see_and_no_record_has(client: Client):
    guests = sit_down(client, EUTAW)
    red, blue, nobody = guests["british"], guests["american"], guests[""]
    assert red.post("/name", {"name": "  Old   Soldier "}, method="PUT") == {"name": "Old Soldier"}
    for guest in (red, blue, nobody):
        assert {seat["name"]: seat["called"] for seat in guest.get()["seats"]} == {"british": "Old Soldier", "american": ""}
    assert "Old Soldier" not in red.ask("GET", "/record").text
    for bad in ("x" * 25, "two\x07bells", "\u202egnorts", "a\0b"):
        response = red.ask("PUT", "/name", json={"name": bad})
        assert (response.status_code, response.json()["error"]) == (400, "malformed")
    assert red.get()["seats"] == nobody.get()["seats"]
    assert red.post("/name", {"name": ""}, method="PUT") == {"name": ""}
    assert all(seat["called"] == "" for seat in blue.get()["seats"])


def test_chat_is_for_seats_and_notes_for_one(client: Client):
    guests = sit_down(client)
    red, blue, nobody = guests["red"], guests["blue"], guests[""]
    line = red.post("/chat", {"text": " Good luck! "}, 201)
    assert (line["number"], line["seat"], line["text"]) == (1, "red", "Good luck!")
    blue.post("/chat", {"text": "And to you"}, 201)
    assert [line["text"] for line in blue.get("/chat")] == ["Good luck!", "And to you"]
    assert [line["text"] for line in red.get("/chat?since=1")] == ["And to you"]
    assert nobody.get("/chat") == []
    red.post("/note", {"text": "bid high"}, method="PUT")
    assert red.get("/note") == {"text": "bid high"}
    assert blue.get("/note") == {"text": ""}


def test_offers_are_told_in_words(client: Client):
    guests = sit_down(client, EUTAW)
    british, american = guests["british"], guests["american"]
    british.move(0, british.get()["decision"]["choices"][0]["action"])
    british.post("/offers", {"kind": "take-back"})
    offers = american.get()["offers"]
    assert [(offer["kind"], offer["by"], offer["waits_for"]) for offer in offers] == [("take-back", "british", ["american"])]
    assert offers[0]["words"] == "The British ask to take back their last choice, and all that came after it"
    check_refusal(guests["british"].ask("POST", "/offers/take-back", json={"yes": True}), "not-asked", 403)
    american.post("/offers/take-back", {"yes": True})
    assert british.get()["offers"] == []
    assert british.get()["seq"] == 2
    american.post("/offers", {"kind": "draw"})
    assert "draw" in british.get()["offers"][0]["words"]
    british.post("/offers/draw", {"yes": True})
    assert guests[""].get()["over"]["winner"] is None


def test_a_rematch_is_found_by_both_with_their_own_links(client: Client):
    guests = sit_down(client)
    guests["red"].move(guests["red"].get()["seq"], do="resign")
    mine = guests["red"].post("/rematch", {})
    theirs = guests["blue"].post("/rematch", {})
    assert mine["game"] == theirs["game"] == guests[""].get()["rematch"]
    assert mine["links"] == {"blue": guests["red"].token}
    assert Guest(client, mine["game"], guests["blue"].token).get()["seat"] == "red"


def test_a_seat_is_taken_over_and_taken_again(client: Client):
    guests = sit_down(client)
    guests["red"].post("/offers", {"kind": "take-over", "about": "blue"})  # who has never come need not be asked
    assert {seat["name"]: seat["player"] for seat in guests[""].get()["seats"]} == {"red": "human", "blue": "brawler"}
    guests["blue"].post("/seat", {})
    assert {seat["player"] for seat in guests[""].get()["seats"]} == {"human"}


# ---------------------------------------------------------------- what is the same for all


def test_answers_are_guarded_and_compressed(client: Client):
    response = client.get("/api/scenarios", headers={"Accept-Encoding": "gzip"})
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cache-control"] == "no-store"
    policy = response.headers["content-security-policy"]
    assert "connect-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy.partition("script-src")[2].partition(";")[0]
    head = client.head("/api/scenarios", headers={"Accept-Encoding": "identity"})
    assert (head.status_code, head.content) == (200, b"")
    plain = client.get("/api/scenarios", headers={"Accept-Encoding": "identity"})
    assert int(head.headers["content-length"]) == len(plain.content)
    assert "content-encoding" not in plain.headers
    assert plain.json() == response.json()
    assert "access-control-allow-origin" not in response.headers


def test_every_answer_is_guarded_and_none_sets_a_cookie(client: Client):
    """Refusals and errors, too; without cookies no page of another site can act in anybody's name."""
    table = f"/api/games/{sit_down(client)[''].game}"
    page = client.get("/")
    asked = [page, *(client.get(path) for path in (table, "/schema", "/api/gone", "/assets/gone.js", f"{table}/note"))]
    asked += [client.delete(table), client.post("/api/games", content=b"{"), client.options("/api/games")]
    if "etag" in page.headers:
        asked += [client.get("/", headers={"If-None-Match": page.headers["etag"]}), client.head("/")]
    asked.append(client.post("/api/games", json={}, headers={"Origin": "https://elsewhere.example"}))
    assert {403, 404, 405, 400} <= {response.status_code for response in asked}
    for response in asked:
        for name, value in SECURITY_HEADERS:
            assert response.headers.get_list(name.decode()) == [value.decode()], (response.request.url, name)
        assert "cache-control" in response.headers
        assert "set-cookie" not in response.headers
        assert "server" not in response.headers


def test_words_come_in_the_language_asked_for(client: Client, monkeypatch: pytest.MonkeyPatch):
    from grognard.core import texts

    read = texts.words_in

    def with_italian(packages: tuple[str, ...], language: str) -> dict[str, str]:
        return {"server.no-route": "Qui non c'è niente"} if language == "it" else read(packages, language)

    monkeypatch.setattr(texts, "words_in", with_italian)
    monkeypatch.setattr(texts, "languages", lambda: ("en", "it"))
    asked = [client.get("/api/nothing?language=it"), client.get("/api/nothing", headers={"Accept-Language": "it-CH, it;q=0.9"})]
    assert [response.json()["words"] for response in asked] == ["Qui non c'è niente."] * 2
    for language in ("en", "de", "", "x" * 500):
        assert client.get(f"/api/nothing?language={language}").json()["words"].startswith("There is nothing")


def test_the_schema_tells_of_every_route_and_refusal(client: Client):
    schema = client.get("/schema").json()
    paths = schema["paths"]
    moves = paths["/api/games/{game}/moves"]["post"]
    assert set(moves["responses"]) == {"200", "400", "403", "404", "409", "413", "421", "422", "429", "503"}
    refusal = moves["responses"]["409"]["content"]["application/json"]["schema"]["$ref"]
    assert refusal.endswith("Refusal")
    move = schema["components"]["schemas"][
        moves["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    ]
    assert move["additionalProperties"] is False
    assert all("400" in operation["responses"] for path in paths.values() for operation in path.values())
    for path, operations in paths.items():
        assert path.startswith("/api/")
        for operation in operations.values():
            named = {parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "path"}
            assert {part[1:-1] for part in path.split("/") if part.startswith("{")} == named


# ---------------------------------------------------------------- the pages


def test_the_pages_are_served_beside_the_api(tmp_path: Path):
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<!doctype html><title>Table</title>")
    script = "console.log('table');" * 100
    (pages / "assets" / "index-abc123.js").write_text(script)
    (pages / ".built-from").write_text("secret")
    with house(tmp_path, pages=pages) as client:
        for path in ("/", "/table/abc", "/new/revolution/eutaw/historical", "/.built-from"):
            page = client.get(path)
            assert page.status_code == 200
            assert page.text == "<!doctype html><title>Table</title>"
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert page.headers["cache-control"] == "no-cache"
            for known in (page.headers["etag"], f'"old", W/{page.headers["etag"]}'):
                assert client.get(path, headers={"If-None-Match": known}).status_code == 304
            assert client.get(path, headers={"If-None-Match": '"old"'}).status_code == 200
        asset = client.get("/assets/index-abc123.js", headers={"Accept-Encoding": "gzip"})
        assert asset.headers["content-encoding"] == "gzip"
        assert asset.headers["content-type"].startswith("text/javascript")
        assert "immutable" in asset.headers["cache-control"]
        assert asset.text == script
        bare = client.get("/assets/index-abc123.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in bare.headers
        assert bare.text == script
        assert gzip.compress(script.encode())[:2] == b"\x1f\x8b"
        check_refusal(client.get("/assets/gone.js"), "unknown", 404)
        check_refusal(client.get("/api/gone"), "unknown", 404)
        check_refusal(client.post("/table/abc"), "no-method", 405)


def test_the_pages_are_read_from_where_the_build_writes_them():
    build = runpy.run_path(str(Path(__file__).parents[2] / "web" / "build.py"))
    assert build["PAGES"] == FOLDER


def test_missing_pages_say_how_to_build_them(tmp_path: Path):
    with house(tmp_path, pages=tmp_path / "nowhere") as client:
        page = client.get("/")
        assert page.status_code == 503
        assert "make pages" in page.text
        assert client.get("/api/scenarios").status_code == 200


def test_the_house_knows_the_toy():
    assert grognard.find(TOY.id).seats() == ("red", "blue")
