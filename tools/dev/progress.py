"""Says what happens while somebody waits: a line for every step that is done, and a bar on a terminal."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

WIDTH = 30


class Progress:
    """Steps that run one after the other or side by side; how long each usually takes is only for the bar."""

    def __init__(self, usual: dict[str, float], out: TextIO = sys.stdout) -> None:
        self.usual = usual
        self.start = time.monotonic()
        self.running: dict[str, float] = {}
        self.done: list[str] = []
        self._out = out
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._drawn = False
        if out.isatty():
            threading.Thread(target=self._animate, daemon=True).start()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Run a step, and say how long it took."""
        start = time.monotonic()
        with self._lock:
            self.running[name] = start
        try:
            yield
        except BaseException:
            with self._lock:
                del self.running[name]
            raise
        with self._lock:
            del self.running[name]
            self.done.append(name)
            self._wipe()
            print(f"  {name}: {time.monotonic() - start:.1f} s", file=self._out, flush=True)

    def share(self) -> float:
        """Return how much is done, from 0 to 1."""
        now = time.monotonic()
        done = sum(self.usual.get(name, 0.0) for name in self.done)
        for name, start in self.running.items():
            usual = self.usual.get(name, 0.0)
            done += usual * (1 - 2 ** (-1.5 * (now - start) / max(usual, 0.1)))  # it slows down, but never stands still
        return min(done / max(sum(self.usual.values()), 0.1), 1.0)

    def close(self) -> None:
        """Take the bar away."""
        self._ended.set()
        with self._lock:
            self._wipe()

    def line(self) -> str:
        """Return the bar."""
        full = round(WIDTH * self.share())
        what = ", ".join(self.running) or "…"
        return f"  [{'#' * full}{'.' * (WIDTH - full)}] {time.monotonic() - self.start:3.0f} s  {what}"[:78]

    def _animate(self) -> None:
        while not self._ended.wait(0.2):
            with self._lock:
                self._wipe()
                self._out.write(self.line())
                self._out.flush()
                self._drawn = True

    def _wipe(self) -> None:
        if self._drawn:
            self._out.write("\r\033[K")
            self._out.flush()
            self._drawn = False
