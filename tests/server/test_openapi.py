"""The OpenAPI that is served is true: whatever is sent, no answer is a fault of the server, and all are as described."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from grognard.server.app import described
from tests.serving import Guest, Server, good

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
DESCRIBED = json.loads(described())
schema = schemathesis.openapi.from_dict(DESCRIBED)


class House:
    """A server with a game that can be asked about, and people at it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        (self.guest,) = Guest(server).create("revolution/eutaw/historical", {"british": "human", "american": "random"}).values()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with Server(tmp_path_factory.mktemp("openapi")) as server:
        yield House(server)
    assert "Traceback" not in server.said()


def test_what_is_served_is_what_is_described(house: House):
    assert good(Guest(house.server).ask("GET", "/schema")) == DESCRIBED
    assert len(DESCRIBED["paths"]) > 20


def check(case: schemathesis.Case[Any], house: House, real: bool, seated: bool) -> None:
    """Send it, about the game that is there or about any, as a player or as a spectator."""
    if real and "game" in case.path_parameters:
        case.path_parameters["game"] = house.guest.game
    headers = {"Authorization": f"Bearer {house.guest.token}"} if seated else {}
    case.validate_response(case.call(base_url=house.server.url, headers=headers), checks=CHECKS)


def with_examples(number: int) -> settings:
    return settings(max_examples=number, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))


@schema.given(real=st.booleans(), seated=st.booleans())
@schema.parametrize()
@with_examples(10)
def test_every_answer_is_as_described(case: schemathesis.Case[Any], house: House, real: bool, seated: bool):
    check(case, house, real, seated)


@pytest.mark.soak
@schema.given(real=st.booleans(), seated=st.booleans())
@schema.parametrize()
@with_examples(300)
def test_every_answer_is_as_described_many_times(case: schemathesis.Case[Any], house: House, real: bool, seated: bool):
    check(case, house, real, seated)
