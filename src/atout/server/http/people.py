"""HTTP: who you are."""

import hashlib
import secrets
from typing import Annotated, Final

from litestar import Response, delete, get, patch, post
from litestar.datastructures import Cookie, State
from litestar.params import JSONBody
from msgspec import Meta, Struct

from atout.server.core import wire
from atout.server.core.table import LIVE
from atout.server.http import identities
from atout.server.http.middleware import (
    BODY,
    COOKIE_NEEDED,
    Address,
    Guest,
    Known,
    Refused,
    Secure,
    Visitor,
    count_or_refuse,
    problem_responses,
)
from atout.server.live.registry import RoomRegistry
from atout.server.stores.base import Identity

YEAR: Final = 365 * 24 * 3600
PAGE: Final = 100


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest wants to be called: 1 to 24 characters, none of them invisible."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]


class Me(Struct, frozen=True):
    """What the server knows about you: this is all."""

    name: str
    since: int


class Secret(Struct, frozen=True, forbid_unknown_fields=True):
    """What moves an identity to another device, once; in a link it belongs in the fragment."""

    secret: Annotated[str, Meta(max_length=100)]


class Transfer(Struct, frozen=True):
    """A secret and when it expires."""

    secret: str
    until: int


def me_response(me: Guest, state: State, secure: bool, status: int = 200) -> Response[Me]:
    """Return who somebody is, with a cookie that keeps it for another year."""
    return Response(Me(me.name, me.created), cookies=[identity_cookie(me, state, secure)], status_code=status)


def identity_cookie(me: Guest, state: State, secure: bool) -> Cookie:
    """Return the cookie by which somebody is known."""
    return make_cookie(identities.sign(state.secret, me.id), secure)


def make_cookie(value: str, secure: bool, age: int = YEAR) -> Cookie:
    """Return the cookie that carries an identity."""
    return Cookie(
        key=identities.COOKIE, value=value, path="/", httponly=True, samesite="strict", secure=secure, max_age=age
    )


@post("/api/guest", summary="Enter as a guest", operation_id="enter", responses=problem_responses(*BODY, 409))
async def enter(data: JSONBody[Name], state: State, visitor: Visitor, secure: Secure, address: Address) -> Response[Me]:
    """Choose a name; the answer sets the cookie that is your identity from now on. A guest is renamed."""
    registry: RoomRegistry = state.registry
    name = require_name(data.name)
    if visitor is not None:
        return me_response(await rename_guest(registry, visitor, name), state, secure, 201)
    count_or_refuse(state.limits.entering, address)
    now = registry.world().now
    identity = Identity(secrets.token_hex(16), name, now, 0)
    await registry.store.add_identity(identity)
    return me_response(identity, state, secure, 201)


@get("/api/me", summary="Who am I?", operation_id="me", responses=problem_responses())
async def me(state: State, visitor: Visitor, secure: Secure) -> Response[Me | None]:
    """Return what the server knows about you; the cookie is good for another year. Without a cookie: null."""
    if visitor is None:
        return Response(None)
    return Response(Me(visitor.name, visitor.created), cookies=[identity_cookie(visitor, state, secure)])


@patch(
    "/api/me",
    summary="Change the name",
    operation_id="rename",
    security=COOKIE_NEEDED,
    responses=problem_responses(*BODY, 401, 409),
)
async def rename(data: JSONBody[Name], state: State, guest: Known) -> Me:
    """Change your name."""
    changed = await rename_guest(state.registry, guest, require_name(data.name))
    return Me(changed.name, changed.created)


@delete(
    "/api/me",
    summary="Delete the identity",
    operation_id="forget",
    security=COOKIE_NEEDED,
    status_code=204,
    responses=problem_responses(401, 403),
)
async def forget(state: State, guest: Known, secure: Secure) -> Response[None]:
    """Leave all tables, then delete the identity and everything that links it to matches."""
    registry: RoomRegistry = state.registry
    await leave_tables(registry, guest.id)
    await registry.store.forget(guest.id)
    registry.forget(guest.id)
    return Response(None, cookies=[make_cookie("", secure, 0)], status_code=204)


@post(
    "/api/me/transfer",
    summary="Move to another device",
    operation_id="offer_transfer",
    security=COOKIE_NEEDED,
    responses=problem_responses(401, 403),
)
async def offer_transfer(state: State, guest: Known) -> Transfer:
    """Make a secret that works once, within ten minutes, on another device."""
    secret = secrets.token_urlsafe(32)
    until = state.registry.world().now + identities.TRANSFER_MS
    await state.registry.store.add_transfer(hash_secret(secret), guest.id, until)
    return Transfer(secret, until)


@post(
    "/api/transfer",
    summary="Take an identity over",
    operation_id="take_transfer",
    status_code=200,
    responses=problem_responses(*BODY, 404),
)
async def take_transfer(data: JSONBody[Secret], state: State, secure: Secure, address: Address) -> Response[Me]:
    """Become, on this device, who you are on the other one."""
    count_or_refuse(state.limits.entering, address)
    registry: RoomRegistry = state.registry
    identity = await registry.store.take_transfer(hash_secret(data.secret), registry.world().now)
    found = await registry.store.identity(identity) if identity is not None else None
    if found is None:
        raise Refused(404, "stale", "link-has-ended")
    return me_response(found, state, secure)


def hash_secret(secret: str) -> bytes:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def require_name(text: str) -> str:
    """Return a name as it is shown, or refuse one nobody could read."""
    name = identities.clean_name(text)
    if identities.has_hidden_characters(name):
        raise Refused(409, "impossible", "name-has-hidden-letters")
    if not 0 < identities.count_letters(name) <= identities.LONGEST_NAME:
        raise Refused(409, "impossible", "name-is-1-to-24-letters")
    return name


async def rename_guest(registry: RoomRegistry, guest: Guest, name: str) -> Guest:
    """Return a guest under a new name."""
    await registry.store.rename(guest.id, name)
    registry.forget_name(guest.id)
    return Identity(guest.id, name, guest.created, guest.seen)


class Leaver:
    """Somebody who is not connected and wants to leave."""

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self.address = ""

    def send(self, message: wire.Message) -> None:
        """Ignore everything."""


async def leave_tables(registry: RoomRegistry, identity: str) -> None:
    """Leave every table that is not over."""
    before: int | None = None
    while page := await registry.store.matches_of(identity, PAGE, before):
        for summary in page:
            room = await registry.room(summary.match) if summary.status in LIVE else None
            if room is not None:
                await room.handle_request(Leaver(identity), wire.Leave(0))
        before = page[-1].updated


HANDLERS: Final = [enter, me, rename, forget, offer_transfer, take_transfer]
BODIES: Final = (Name, Me, Secret, Transfer)
