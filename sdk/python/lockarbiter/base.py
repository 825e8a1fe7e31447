"""The clock, the constants and the errors that all parts of the client share."""
from __future__ import annotations

import logging
import sys
import threading
import time
from concurrent.futures import Future
from typing import Any, Callable, Dict, NamedTuple, Optional, Sequence

LEASE_MS = 30_000
FLOOR_S = 0.1  # shortest time between two renewals or repetitions
CEILING_S = 30.0  # longest pause before a stream is asked for again
BLOCK_BYTES = 4 << 20  # no block of a stream is longer
INTERRUPTED_S = 1.5  # a program that is interrupted waits so long for its release
_PASSING = {"TOO_MANY_REQUESTS", "TOO_MANY_BYTES", "REQUEST_TIMEOUT"}
LASTING = {"WRONG_PARTITION", "UNEXPECTED"}
NEVER = LASTING | {"INVALID", "BAD_REQUEST", "UNKNOWN_KEY", "INVALID_TOKEN", "TOKEN_ENDED", "FORBIDDEN", "NOT_FOUND", "CONTENT_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"}
Lock = Dict[str, Any]


def _clock() -> Callable[[], float]:
    """The monotonic clock that also counts while the machine is suspended, where the system has one."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return lambda: time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return lambda: time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic


clock = _clock()


class Answer(NamedTuple):
    status: int
    told: Optional[Dict[str, Any]]  # None: no answer, or none in JSON
    retry_after: Optional[float]
    valid_until: float  # NaN: it was not told
    cause: Optional[BaseException] = None
    unsent: bool = False  # it has certainly reached nobody


class LockError(Exception):
    """A refusal. `reason` is for programs; `retry` tells under which key it makes sense to ask again: "same key", "new key" or "never"."""

    def __init__(self, lock_id: str, told: Optional[Dict[str, Any]], status: int, retry_after: Optional[float] = None,
                 silence: Optional[str] = None) -> None:
        self.id = lock_id
        self.reason: str = told.get("reason", "UNEXPECTED") if told else "UNANSWERED"
        self.status = status
        self.answer: Dict[str, Any] = told or {}
        self.blocked_by: list = self.answer.get("blockedBy") or []
        self.moved_to: Optional[str] = self.answer.get("movedTo")
        self.moved_seq: Optional[int] = self.answer.get("movedSeq")
        self.ended_by: Optional[str] = self.answer.get("endedBy")
        self.retry_after = retry_after
        is_same = not told or (status >= 500 and self.reason not in LASTING) or self.reason in _PASSING
        self.retry = "same key" if is_same else "never" if self.reason in NEVER else "new key"
        text = self.answer.get("detail") or self.answer.get("message") or silence or f"no answer of a gateway, HTTP status {status or 'none'}"
        super().__init__(f"{self.reason} lockId={lock_id}: {text}")


class WrongAnswer(ValueError):
    """A gateway has answered with something that cannot be."""


class LockLost(Exception):
    """A lock is not held any more. `reason`: FORCED, EXPIRED, REPLACED, SESSION_ENDED, NOT_HELD, or SAFE_END if no renewal was answered in time.

    RELEASED and LEFT: this program did so. FORKED: the lock is the parent process's.
    """

    def __init__(self, lock_id: str, reason: str) -> None:
        super().__init__(f"the lock is not held any more: {reason} lockId={lock_id}")
        self.id = lock_id
        self.reason = reason


def share_of(left: float) -> float:
    """How long an answer is waited for when so much is left: a third, so that another gateway can be asked in time.

    Near the end that would be shorter than a busy machine stands still, and no answer would come in time any more: so it is up to 1 s, or half of what is
    left, and 0.5 s at the very end.
    """
    return max(left / 3, min(left / 2, 1.0), min(left, 0.5))


def background(work: Callable[[], None], name: Optional[str] = None) -> threading.Thread:
    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    return thread


def settle(future: Future, work: Callable[[], Any]) -> None:
    try:
        future.set_result(work())
    except BaseException as failure:
        future.set_exception(failure)


def quietly(work: Callable[[], Any]) -> None:
    try:
        work()
    except (LockError, TypeError, ValueError):
        pass  # it ends by itself


def call(callback: Any, *values: Any) -> None:
    try:
        if callback:
            callback(*values)
    except Exception:
        logging.getLogger("lockarbiter").exception("%s failed", callback)


def call_all(callbacks: Sequence[Any], *values: Any) -> None:
    for callback in list(callbacks):
        call(callback, *values)
