"""A slow reader: bounded outbox, then a resync; it never holds up its table."""

import asyncio
import socket
from pathlib import Path

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from atout.server.core import wire
from atout.server.http import websocket
from atout.server.http.websocket_protocol import frame_text
from atout.server.live.connection import MOST_WAITING, Connection
from tests.kit.deadline import DEADLINE
from tests.server.http.live import LiveServer

WHOLE = wire.Presence([], 7)


class Reader:
    """The other end, which reads when it is told to."""

    def __init__(self) -> None:
        self.full = False
        self.holding = False
        self.kinds: list[str] = []
        self.writes = 0

    def write(self, *messages: bytes) -> None:
        self.writes += 1
        self.kinds += [message.decode().split('"')[3] for message in messages]

    def pause_reading(self) -> None:
        self.holding = True

    def resume_reading(self) -> None:
        self.holding = False


def make_connection(reader: Reader) -> Connection:
    connection = Connection("ada", reader)
    connection.whole = lambda: WHOLE
    return connection


def test_messages_arrive_in_order() -> None:
    async def main() -> list[str]:
        reader = Reader()
        connection = make_connection(reader)
        for message in (wire.Resync(), wire.Accepted(1, 1), wire.Presence([], 0)):
            connection.send(message)
        return reader.kinds

    assert asyncio.run(main()) == ["resync", "accepted", "presence"]


def test_who_is_too_slow_gets_every_answer_and_then_the_whole_table() -> None:
    async def main() -> tuple[list[str], int]:
        reader = Reader()
        connection = make_connection(reader)
        reader.full = True
        for number in range(20):
            connection.send(wire.Heard(number, 1, "Ada", 0, "hello"))
            if number % 8 == 0:
                connection.send(wire.Accepted(number, 1))
        reader.full = False
        connection.on_drain()
        connection.send(wire.Heard(21, 1, "Ada", 0, "hello"))
        connection.on_drain()
        return reader.kinds, connection.resyncs

    kinds, resyncs = asyncio.run(main())
    assert kinds == ["accepted", "accepted", "accepted", "resync", "presence", "heard"]
    assert resyncs == 1


def test_requests_are_answered_one_after_the_other_and_only_so_many_wait() -> None:
    async def main() -> None:
        reader = Reader()
        connection = make_connection(reader)
        gate, asked = asyncio.Semaphore(0), list[str | None]()

        async def answer(text: str | None) -> wire.Message:
            await gate.acquire()
            asked.append(text)
            return wire.Accepted(len(asked), 1)

        connection.answer = answer
        texts = [str(number) for number in range(MOST_WAITING + 2)]
        for text in texts:
            connection.on_message(text)
        assert reader.holding
        await asyncio.sleep(0)
        assert asked == []
        for _ in texts:
            gate.release()
        while len(asked) < len(texts):
            await asyncio.sleep(0)
        await connection.finish()
        assert asked == texts
        assert reader.kinds == ["accepted"] * len(texts)
        assert not reader.holding

    asyncio.run(main())


def test_an_answer_goes_out_with_the_news_before_it() -> None:
    async def main() -> tuple[list[str], int]:
        reader = Reader()
        connection = make_connection(reader)

        async def answer(text: str | None) -> wire.Message:
            connection.send(wire.Heard(1, 1, "Ada", 0, "hello"))
            return wire.Accepted(1, 1)

        connection.answer = answer
        connection.on_message("a")
        await asyncio.sleep(0)
        await connection.finish()
        await asyncio.sleep(0)
        return reader.kinds, reader.writes

    assert asyncio.run(main()) == (["heard", "accepted"], 1)


def test_news_do_not_wait_for_an_answer_that_takes_long() -> None:
    async def main() -> tuple[list[str], list[str]]:
        reader = Reader()
        connection = make_connection(reader)
        gate = asyncio.Event()

        async def answer(text: str | None) -> wire.Message:
            await gate.wait()
            return wire.Accepted(1, 1)

        connection.answer = answer
        connection.on_message("a")
        await asyncio.sleep(0)
        connection.send(wire.Heard(1, 1, "Bo", 1, "hello"))
        await asyncio.sleep(0)
        before = list(reader.kinds)
        gate.set()
        await connection.finish()
        return before, reader.kinds

    assert asyncio.run(main()) == (["heard"], ["heard", "accepted"])


def test_who_goes_leaves_one_request_that_is_being_carried_out_and_no_others() -> None:
    async def main() -> list[str | None]:
        connection = make_connection(Reader())
        gate, asked = asyncio.Event(), list[str | None]()

        async def answer(text: str | None) -> wire.Message:
            await gate.wait()
            asked.append(text)
            return wire.Accepted(1, 1)

        connection.answer = answer
        for text in ("a", "b", "c"):
            connection.on_message(text)
        await asyncio.sleep(0)
        finishing = asyncio.create_task(connection.finish())
        await asyncio.sleep(0)
        gate.set()
        await finishing
        return asked

    assert asyncio.run(main()) == ["a"]


def test_a_fault_of_the_program_ends_the_connection() -> None:
    async def main() -> Exception | None:
        connection = make_connection(Reader())

        async def answer(text: str | None) -> wire.Message:
            raise LookupError(text)

        connection.answer = answer
        connection.on_message("a")
        await connection.ended.wait()
        return connection.fault

    assert isinstance(asyncio.run(main()), LookupError)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_message_is_one_frame_that_any_client_can_read(size: int) -> None:
    client = ClientProtocol(parse_uri("ws://localhost/"))
    client.state = State.OPEN
    client.parser = client.parse()
    next(client.parser)
    client.receive_data(frame_text(b"x" * size))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, b"x" * size)


def test_a_slow_reader_never_holds_up_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "PONG_SECONDS", DEADLINE)  # it reads no pings either, and is not to be cut off
    with (
        LiveServer(tmp_path, send_buffer=4096, compression=False) as live,
        live.guest("Ada") as ada,
        live.guest("Bo") as bo,
    ):
        opened = ada.open(public=True, chat=True, game="mu", seats=5)
        quick = ada.connect(opened["match"])
        with socket.socket() as narrow:
            narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            narrow.connect(("127.0.0.1", live.port))
            slow = bo.connect(opened["match"], sock=narrow, max_queue=1)
            slow.receive()
            texts = [f"{number} {'x' * 280}" for number in range(700)]
            for text in texts:
                quick.ask_accepted(type="say", text=text)  # answered although the other does not read
            heard = [message["text"] for message in quick.seen if message["type"] == "heard"]
            assert heard == texts
            slow.expect("resync")
            table = slow.expect("table")
            missed = len(texts) - sum(message["type"] == "heard" for message in slow.seen)
            assert missed > 0
            assert table["words"][-1]["number"] > MOST_WAITING
            assert slow.ask_accepted(type="refresh")["type"] == "accepted"


@pytest.mark.parametrize("compression", [True, False])
def test_compression_is_a_setting(tmp_path: Path, compression: bool) -> None:
    with LiveServer(tmp_path, compression=compression) as live, live.guest("Ada") as ada:
        line = ada.connect(ada.open()["match"])
        assert bool(line.socket.protocol.extensions) == compression
        assert line.receive()["type"] == "table"
