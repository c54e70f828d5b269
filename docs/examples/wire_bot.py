"""A bot that takes a free seat and plays: python wire_bot.py http://127.0.0.1:8420 MATCH [INVITE]."""

import json
import random
import secrets
import sys
from hashlib import sha256
from urllib.request import Request, urlopen

from websockets.sync.client import connect
from websockets.typing import Subprotocol


def play(server: str, table: str, invite: str = "") -> list[int]:
    """Play a match to its end; return the places."""
    entering = Request(f"{server}/api/guest", b'{"name": "Wire bot"}', {"Content-Type": "application/json"})
    with urlopen(entering) as answer:
        cookie = {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}
    address = f"{server.replace('http', 'ws', 1)}/ws/{table}"
    protocols = [Subprotocol("atout.1"), Subprotocol(f"invite.{invite}")]
    contribution = ""
    with connect(address, additional_headers=cookie, subprotocols=protocols) as socket:
        for number, text in enumerate(socket):
            news = json.loads(text)
            position = news.get("display") or {"legal": []}
            match news.get("status"):
                case "over" | "abandoned":
                    return list(news["places"])
                case "open" if news["you"] < 0:
                    free = (k for k, chair in enumerate(news["chairs"]) if not chair.keys() & {"name", "level"})
                    asked = {"type": "sit", "seat": next(free)}
                case "open" if not news["chairs"][news["you"]].get("ready"):
                    contribution = secrets.token_hex(32)  # its part in the deals
                    lines = ("atout-fair 1", "commitment", table, contribution)
                    asked = {"type": "ready", "commitment": sha256("\n".join(lines).encode()).hexdigest()}
                case "sealed" if contribution:  # once: never beside a second list of commitments
                    asked, contribution = {"type": "reveal", "bytes": contribution}, ""
                case _ if position["legal"] and not position["answered"]:
                    asked = {"type": "play", "actions": [random.choice(position["legal"])], "seq": news["seq"]}
                case _:
                    continue
            socket.send(json.dumps({"re": number, **asked}))
    raise ConnectionError("the connection ended before the match was over")


if __name__ == "__main__":
    print("places:", *play(*sys.argv[1:]))
