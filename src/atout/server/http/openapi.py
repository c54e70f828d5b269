"""The description of the HTTP API: OpenAPI, at /api/openapi."""

from typing import Final

import msgspec
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from atout import __version__
from atout.server.http import identities
from atout.server.http.middleware import Asked

PATH: Final = "/api/openapi"
REF: Final = "#/components/schemas/{name}"
ABOUT: Final = (
    "Tables for people and bots. Entering as a guest sets a cookie, which is your identity from then on. "
    "The match itself is played over a WebSocket at /ws/{match}, which docs/reference/wire.md describes."
)
COOKIE: Final = SecurityScheme(
    type="apiKey", name=identities.COOKIE, security_scheme_in="cookie", description="Set by POST /api/guest."
)


class Description(JsonRenderPlugin):
    """Renders the description with the schemas that msgspec checks by: they say more than the framework's."""

    def __init__(self, structs: tuple[type[msgspec.Struct], ...]) -> None:
        super().__init__(path=["/", "/openapi.json"])
        self._structs = structs
        self._rendered = b""

    def render(self, request: Asked, openapi_schema: dict[str, object]) -> bytes:
        """Return the description as JSON."""
        if not self._rendered:
            found = msgspec.json.decode(msgspec.json.encode(openapi_schema))
            _, schemas = msgspec.json.schema_components(self._structs, ref_template=REF)
            found["components"]["schemas"] = schemas
            for operation in (operation for path in found["paths"].values() for operation in path.values()):
                operation["responses"].get("204", {}).pop("content", None)
            self._rendered = msgspec.json.encode(found)
        return self._rendered


def description(structs: tuple[type[msgspec.Struct], ...]) -> OpenAPIConfig:
    """Return how the API is described; the structs are what its bodies are made of."""
    return OpenAPIConfig(
        title="Atout",
        version=__version__,
        description=ABOUT,
        path=PATH,
        render_plugins=[Description(structs)],
        use_handler_docstrings=True,
        components=Components(security_schemes={"cookie": COOKIE}),
    )
