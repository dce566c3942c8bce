"""The table that `solve(display=True)` shows while it searches."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any, Optional, TextIO

from ._l2r import Instance

_WIDTHS = (9, 9, 9, 14)
_NAMES = ("seconds", "runs", "routes", "length")


def _row(*cells: str) -> str:
    return " ".join(f"{cell:>{width}}" for cell, width in zip(cells, _WIDTHS))


class Display:
    """Rows that come a second apart at least, and rarer the longer the search takes. On a terminal the last one is
    kept up to date several times a second; elsewhere, as in a notebook or a file, there are rows of improvements alone.

    What cannot be written, as to a pipe that nobody reads, is left out.
    """

    def __init__(self, instance: Instance, stop: str, count: Any, out: Optional[TextIO] = None) -> None:
        self._out = sys.stdout if out is None else out
        self._is_live = self._out.isatty()
        self._count = count
        self._found: Optional[tuple[int, float]] = None
        self._is_shown = True
        self._next_row = 0.0
        self._title = (f"{instance.name or 'an instance'}: {instance.customers} customers, capacity "
                       f"{instance.capacity}, at least {instance.min_routes} routes; {stop}")
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def __enter__(self) -> Display:
        self._begun = time.monotonic()
        self._write(f"{self._title}\n\n{_row(*_NAMES)}\n")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._write("\r\033[K" if self._is_live else "")

    def improved(self, routes: int, length: float) -> None:
        """To be called from the search: cheap, and never waits."""
        self._found, self._is_shown = (routes, length), False

    def end(self, seconds: float, runs: int, routes: int, length: float, summary: str) -> None:
        """The last row, and what was found, below the table."""
        self._write(f"{self._text(seconds, runs, routes, length)}\n\n{summary}\n")

    def _follow(self) -> None:
        while not self._ended.wait(0.2):
            seconds, found = time.monotonic() - self._begun, self._found
            if found is None:
                continue
            text = self._text(seconds, self._count.runs, *found)
            if not self._is_shown and seconds >= self._next_row:
                self._is_shown = True
                self._next_row = max(seconds + 1, 1.1 * seconds)
                self._write(f"\r{text}\n" if self._is_live else f"{text}\n")
            elif self._is_live:
                self._write(f"\r{text}")

    @staticmethod
    def _text(seconds: float, runs: int, routes: int, length: float) -> str:
        return _row(f"{seconds:.1f}", str(runs), str(routes), f"{length:.10g}")

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except (OSError, ValueError):  # a closed file is the latter
            pass
