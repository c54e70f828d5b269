"""The description of the HTTP API is complete and valid, and the server keeps to it whatever it is sent."""

import os
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from atout.server.http.app import HANDLERS, health, metrics_text, server_info
from tests.server.http.live import Guest, LiveServer

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own dependencies
    import schemathesis
    from schemathesis.core.parameters import ParameterLocation
    from schemathesis.generation import GenerationMode

Guests = Callable[..., Guest]
DEPTH = int(os.environ.get("ATOUT_DEPTH", "1"))
OPERATIONS = [
    ("post", "/api/guest"),
    ("get", "/api/me"),
    ("patch", "/api/me"),
    ("delete", "/api/me"),
    ("put", "/api/me/here"),
    ("delete", "/api/me/here"),
    ("post", "/api/me/transfer"),
    ("post", "/api/transfer"),
    ("get", "/api/friends"),
    ("get", "/api/games"),
    ("get", "/api/games/{game}/words/{lang}"),
    ("get", "/api/games/{game}/rules/{lang}"),
    ("get", "/api/games/{game}/lessons"),
    ("post", "/api/games/{game}/lessons/{step}"),
    ("get", "/api/tables"),
    ("post", "/api/tables"),
    ("get", "/api/matches"),
    ("get", "/api/matches/{match}/record"),
    ("get", "/api/matches/{match}/replay"),
    ("post", "/api/matches/{match}/play_on"),
    ("post", "/api/matches/{match}/review"),
    ("get", "/api/matches/{match}/review"),
    ("get", "/api/server"),
    ("get", "/health"),
    ("get", "/metrics"),
]


def test_everything_is_described(guest: Guests) -> None:
    found = guest().http.get("/api/openapi").json()
    described = {(method, path) for path, methods in found["paths"].items() for method in methods}
    assert described == set(OPERATIONS)
    handlers = [*HANDLERS, server_info, health, metrics_text]
    assert len(handlers) == len(OPERATIONS)
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            assert operation["operationId"].isidentifier()
            assert operation["summary"]
            assert operation["description"].endswith(".")
            assert "429" in operation["responses"], (method, path)
            assert ("401" in operation["responses"]) == ("security" in operation), (method, path)
            assert ("403" in operation["responses"]) >= (method != "get"), (method, path)
    schemas = set(found["components"]["schemas"])
    assert {name for name in re.findall(r"#/components/schemas/(\w+)", str(found))} == schemas
    assert all(schema.get("description") for schema in found["components"]["schemas"].values())


@pytest.fixture(scope="module")
def schema(live: LiveServer) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield schemathesis.openapi.from_url(f"{live.url}/api/openapi")


def test_the_description_is_valid(schema: Any) -> None:
    schema.validate()


def as_integers(value: Any) -> Any:
    """Write whole numbers as every program does: a schema would allow 7.0 for 7."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: as_integers(item) for key, item in value.items()}
        case list():
            return [as_integers(item) for item in value]
        case _:
            return value


REJECTABLE = [
    ("post", "/api/games/{game}/lessons/{step}"),
    ("post", "/api/guest"),
    ("patch", "/api/me"),
    ("post", "/api/transfer"),
    ("post", "/api/tables"),
    ("get", "/api/matches"),
    ("get", "/api/matches/{match}/replay"),
    ("get", "/api/matches/{match}/review"),
]
CASES = [(GenerationMode.POSITIVE, *operation) for operation in OPERATIONS]
CASES += [(GenerationMode.NEGATIVE, *operation) for operation in REJECTABLE]


@pytest.mark.parametrize(("mode", "method", "path"), CASES, ids=[f"{m.value} {o} {p}" for m, o, p in CASES])
def test_the_server_keeps_to_it(schema: Any, guest: Guests, mode: Any, method: str, path: str) -> None:
    ada = guest("Ada")
    tried = []

    @seed(1)
    @settings(
        max_examples=25 * DEPTH,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=schema[path][method].as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        cookie = case.meta.components.get(ParameterLocation.COOKIE)
        stranger = cookie is not None and cookie.mode is GenerationMode.NEGATIVE
        somebody = guest("Bo") if method == "delete" else ada
        case.body = as_integers(case.body)
        response = case.call(headers={} if stranger else {"Cookie": somebody.cookie})
        case.validate_response(response)
        tried.append(response.status_code)

    check()
    assert not [status for status in tried if status >= 500]
    if mode is GenerationMode.NEGATIVE:
        assert {400, 401} & set(tried)
    assert guest().get("/health")["well"]
