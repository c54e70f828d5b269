"""What a server is installed from: versions, bounds and hashes."""

import inspect
import re
import tomllib
from pathlib import Path

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from atout.server.http.open_sockets import HttpProtocol
from atout.server.http.websocket_protocol import DirectWebSocket

ROOT = Path(__file__).parents[2]
PINS = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE))
HASHED = (ROOT / "constraints-hashes.txt").read_text(encoding="utf-8")


def needed() -> dict[str, str]:
    """Return what the package depends on, and the versions it takes."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    return {re.split(r"[<>=;\[]", text)[0]: text for text in found}


@pytest.mark.parametrize("name", ["uvicorn", "websockets", "litestar", "msgspec", "librt"])
def test_what_is_overridden_inside_has_an_upper_bound(name: str) -> None:
    assert "<" in needed()[name]


@pytest.mark.parametrize(("ours", "theirs"), [(DirectWebSocket, WebSocketsSansIOProtocol), (HttpProtocol, H11Protocol)])
def test_what_is_overridden_is_there(ours: type, theirs: type) -> None:
    used = set(re.findall(r"super\(\)\.(\w+)\(", inspect.getsource(ours)))
    assert len(used) > 4
    assert used <= set(dir(theirs))
    source = inspect.getsource(theirs)
    names = {
        "conn",
        "transport",
        "handshake_initiated",
        "handshake_complete",
        "close_sent",
        "close_timer",
        "read_paused",
    }
    for name in names if ours is DirectWebSocket else {"cycle", "client", "transport", "connections"}:
        assert f"self.{name}" in source


def test_every_pin_of_a_server_has_its_hashes_and_no_address() -> None:
    hashed = dict(re.findall(r"^([\w.-]+)==(\S+)", HASHED, re.MULTILINE))
    assert {name: PINS.get(name) for name in hashed} == hashed
    assert {name.lower() for name in needed()} <= set(hashed)
    assert "asyncpg" in hashed
    blocks = re.split(r"^(?=\S)", HASHED, flags=re.MULTILINE)
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", block) for block in blocks if block.strip())
    assert "://" not in HASHED


def test_the_guide_installs_by_the_pins() -> None:
    guide = (ROOT / "docs" / "guide" / "host.md").read_text(encoding="utf-8")
    lines = [line for line in guide.splitlines() if "pip install" in line and not line.startswith("`")]
    assert len(lines) == 4
    assert all("-c constraints.txt" in line or "--require-hashes" in line or "--no-deps" in line for line in lines)
