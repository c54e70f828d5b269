"""A request that is refused."""

from atout.server.core import wire


class Refusal(Exception):  # noqa: N818 - it is the answer to a request
    """A request that is not carried out."""

    def __init__(self, code: wire.Code, why: str, clause: str = "", action: str = "", retry: int = 0) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.clause = clause
        self.action = action
        self.retry = retry

    def message(self, re: int) -> wire.Refused:
        """Return the answer to the request with this number."""
        return wire.Refused(re, self.code, self.why, self.clause, self.action, self.retry)
