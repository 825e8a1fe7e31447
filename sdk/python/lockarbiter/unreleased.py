"""Releases that nobody has answered."""
from __future__ import annotations

import threading
from typing import Any, Callable, Dict, List, Optional, Tuple

_MOST_UNRELEASED = 10_000  # locks of which a client remembers that nobody has answered their release


class Unreleased:
    """Locks of a session that nobody uses any more, and whose release nobody has answered.

    They would be held for as long as the session is kept alive, so their release is sent again after each keep-alive.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: Dict[str, Tuple[Optional[int], Dict[str, Any]]] = {}  # the arguments of their release

    def add(self, id: str, began_at: Optional[int], outcome: Optional[Dict[str, Any]] = None) -> None:
        """`began_at` is of its session; None if it may be a later one of that name."""
        with self._lock:
            self._all[id] = began_at, outcome or {}
            if len(self._all) > _MOST_UNRELEASED:
                del self._all[next(iter(self._all))]

    def remove(self, id: str) -> None:
        with self._lock:
            self._all.pop(id, None)

    def remove_of(self, is_over: Callable[[Optional[int]], bool]) -> None:
        """Forgets those of sessions that have ended."""
        with self._lock:
            self._all = {id: one for id, one in self._all.items() if not is_over(one[0])}

    def left(self) -> List[Tuple[str, Dict[str, Any]]]:
        with self._lock:
            return [(id, outcome) for id, (_, outcome) in self._all.items()]
