"""A lock that is held."""
from __future__ import annotations

import math
import os
import threading
from typing import TYPE_CHECKING, Any, Dict, Optional

from .base import FLOOR_S, INTERRUPTED_S, LEASE_MS, Answer, Lock, LockError, LockLost, background, call, call_all, clock, quietly, share_of
from .gateways import quoted
from .lease_release import LeaseRelease

if TYPE_CHECKING:
    from .client import LockClient
    from .session import Session

_MOST_LOOKS = 32  # locks of which a session asks at once how they ended
_OVER = {"NOT_HELD", "NOT_HOLDER", "ENDED"}


def _tells_end(lock: Lock) -> bool:
    """Whether somebody who asked has set an end, as an answer tells."""
    return bool(lock.get("endsAt") or (lock.get("asked") or {}).get("endsAt"))


class Lease:
    """A lock that is held, and renewed every third of its lease by a thread until it is released or lost."""

    def __init__(self, locks: LockClient, id: str, owner: str, lock: Lock, valid_until: float, lease_ms: Optional[int], each: Dict[str, Any],
                 on_asked: Any, on_lost: Any, session: Optional[Session] = None) -> None:
        self.id = id
        self.session = owner
        """Whoever resumes the lock says it beside the `id`."""
        self.lock = lock
        """The latest answer."""
        self.token: int = lock["token"]
        self.lost: Optional[LockLost] = None
        """Why it is lost, if it is; a lock that is released or left is not."""
        self._locks = locks
        self._lease_ms = lease_ms or lock.get("leaseMs") or LEASE_MS
        self._each = each
        self._on_asked, self._on_lost = [on_asked], [on_lost]
        self._session = session
        self._answered = valid_until
        self._doubted, self._doubts = False, 0
        self._has_end = _tells_end(lock)
        self._planned = math.inf
        self._renewal_given = False
        self._asked_before: Any = None
        self._listed_at = -math.inf  # log time of what a list had of it
        self._state = threading.Condition()
        self._released = self._over = False
        self._ended_here: Optional[str] = None
        self._end = LeaseRelease(self)
        self._renewing = threading.Lock()
        self._due = self._next()
        self._process = os.getpid()
        if session is not None:
            session._add(self)  # its threads do the work
        else:
            for work in (self._renewals, self._watch):
                background(work, f"lock {id}")

    def _next(self) -> float:
        """When it is to be renewed: less may be left of its session than a third of a lease."""
        third, now = self._lease_ms / 3000, clock()
        return now + (third if self._session is None else max(FLOOR_S, min(third, (self._answered - now) / 2)))

    @property
    def _has_own_end(self) -> bool:
        return bool(self._has_end or self.lock.get("maxHoldMs") or self.lock.get("cutMaxHoldMs"))

    @property
    def _quiet(self) -> bool:
        """Whether nothing but its session's end, or an event, ends it: it is not renewed."""
        return self._session is not None and self._session._following.live and not self._has_own_end and not self._doubted

    @property
    def _valid_until(self) -> float:
        if self._session is None:
            return self._answered
        return min(self._session._until, math.inf if self._quiet else self._answered)

    def _next_time(self) -> float:
        """When its session has something to do for it; never, if events tell its end."""
        if self._over or self._released or self._quiet:
            return math.inf
        return self._valid_until if self._renewal_given else min(self._due, self._valid_until)

    def _seen(self, event: str, lock: Lock) -> None:
        """An event of a bound lock."""
        if event == "released":
            self._lose(lock.get("reason") or "NOT_HELD")
        elif event == "yieldRequested":
            asked = lock.get("asked") or {}
            self._end_seen(asked.get("endsAt"), lock.get("at"))
            if (lock.get("at") or math.inf) < self._listed_at:
                return  # a stream begins before the list, and tells again what that had
            self.lock = {**self.lock, "asked": asked}
            self._tell_asked(asked)
        elif not self._has_end:
            self._end_seen(lock.get("endsAt"), lock.get("at"))

    def _end_seen(self, ends_at: Optional[int], at: Optional[int]) -> None:
        """An end that was set counts at once, from when it was said: the event may have come late. It stays, and a renewal tells how much is left."""
        if not ends_at:
            return
        left = math.inf if at is None else (ends_at - at) / 1000
        said_end = math.inf if self._session is None else self._session._safe_at(ends_at)
        with self._state:
            self._answered = min(self._valid_until, said_end, clock() + left)
            self._has_end = True
        self._doubt()

    def _listed(self, lock: Lock) -> None:
        """A list has it: as somebody may have asked for it, or set its end, meanwhile."""
        self._seen("told", lock)
        if lock.get("asked"):
            self._seen("yieldRequested", lock)
        self._listed_at = lock.get("at") or -math.inf

    def _follow(self) -> None:
        """Events tell its end from now on, or no longer: then it is renewed soon, and lost with what its session had left."""
        session = self._session
        if session is None or self._has_own_end or self._doubted:
            return
        if not session._following.live:
            with self._state:
                self._answered = max(self._answered, session._until)
                now = clock()
                self._due = now + max(FLOOR_S, min(self._lease_ms / 6000, (self._answered - now) / 2))
        session._schedule(self)

    def _doubt(self) -> None:
        """Renews it once: its end may have been missed, or has changed."""
        with self._state:
            self._doubted = True
            self._doubts += 1
            self._due = clock() + FLOOR_S
        if self._session is not None:
            self._session._schedule(self)

    @property
    def safe_for(self) -> float:
        """How many seconds the lock is safe from now on, on the monotonic clock; 0 if it is over."""
        if self._process != os.getpid():
            return 0.0
        with self._state:
            if self._released or self._over:
                return 0.0
            left = self._valid_until - clock()
        if left <= 0:
            self._lose("SAFE_END")
        return max(0.0, left)

    @property
    def valid(self) -> bool:
        """Whether the lock is safe to use now."""
        return self.safe_for > 0

    def raise_if_lost(self) -> None:
        """Raises LockLost if the lock is not held any more; call it before each write."""
        if not self.valid:
            raise self.lost or LockLost(self.id, "FORKED" if self._process != os.getpid() else self._ended_here or "NOT_HELD")

    def _watch(self) -> None:
        """Tells of the safe end in time, also while a renewal waits for its answer."""
        while True:
            left = self.safe_for
            with self._state:
                if self._released or self._over:
                    return
                self._state.wait(min(left, 3600))

    def _renewals(self) -> None:
        while self.valid:
            with self._state:
                due = self._due
                pause = max(FLOOR_S, min(due - clock(), (self._valid_until - clock()) / 2))
                is_changed = self._state.wait_for(lambda: self._released or self._over or self._due != due, min(pause, 3600))
            if not is_changed and pause <= 3600 and self.valid:
                self._renew({}, due)

    def _renew(self, body: Dict[str, Any], due: Optional[float] = None) -> Optional[Answer]:
        with self._renewing:
            if not self.valid or due not in (None, self._due):
                return None
            # A gateway that hangs leaves time to ask another.
            timeout, doubts = min(self._locks.request_timeout, share_of(self._valid_until - clock())), self._doubts
            answer = self._sent("POST", "/renew", {**self._each, **body}, timeout)
            if not self.valid:
                return None
            told = answer.told or {}
            if answer.status < 300 and not math.isnan(answer.valid_until):
                with self._state:
                    self.lock = told
                    self._has_end = self._has_end or _tells_end(told)
                    self._answered = answer.valid_until
                    self._doubted = self._doubted and doubts != self._doubts
                    self._due = self._next()
                    self._state.notify_all()
                if self._session is not None:
                    self._session._schedule(self)
                if self.valid:
                    self._tell_asked(told.get("asked"))
            elif told.get("reason") in _OVER:
                self._ended(told["reason"])
            else:
                with self._state:
                    self._due = clock() + max(FLOOR_S, self._locks.retry if answer.retry_after is None else answer.retry_after)
            return answer

    def _sent(self, method: str, path: str, body: Optional[Dict[str, Any]], timeout: float) -> Answer:
        return self._locks._gateways.sent(method, f"/{quoted(self.id)}{path}", body, timeout, {"Session": self.session})

    def _ended(self, reason: str) -> None:
        """Not valid from now on; events tell why, if they do so within a second."""
        with self._state:
            self._over = True
            self._state.notify_all()

        def look() -> None:
            seen = self._sent("GET", "", None, 1.0).told or {}
            self._lose(seen["reason"] if seen.get("state") == "released" and seen.get("reason") else reason)

        if self._session is None:
            look()
        elif len(self._session._work) < _MOST_LOOKS:
            self._session._do(look)
        else:
            self._lose(reason)

    def _lose(self, reason: str) -> None:
        if self._is_lost_by(reason) and any(self._on_lost):
            background(lambda: call_all(self._on_lost, self.lost))

    def _is_lost_by(self, reason: str) -> bool:
        with self._state:
            if self.lost or self._released:
                return False
            self._over = True
            if reason == "RELEASED":  # its session is
                self._released, self._ended_here = True, reason
            else:
                self.lost = LockLost(self.id, reason)
            self._state.notify_all()
        self._locks._owners.pop(self.id, None)
        if self._session is not None:
            self._session._remove(self)
            if reason in ("SAFE_END", "RELEASED"):  # it may be held: nothing but a release ends it while its session is kept alive
                self._locks._unreleased.add(self.id, self._session._began_at, {"session": self.session})
        return self.lost is not None

    def _also(self, on_asked: Any, on_lost: Any) -> None:
        """Tells a caller more what others wish, and of the loss."""
        with self._state:
            self._on_asked.append(on_asked)
            self._on_lost.append(on_lost)
            lost = self.lost
        if lost:
            background(lambda: call(on_lost, lost))

    def _tell_asked(self, asked: Optional[Dict[str, Any]]) -> None:
        if asked and asked != self._asked_before:
            background(lambda: call_all(self._on_asked, asked))
        self._asked_before = asked

    def decline(self, why: str) -> None:
        """Says why you do not let go yet."""
        self._renew_now({"declined": why})

    def renew(self, lease_ms: int) -> None:
        """Renews now, with another lease from then on."""
        self._lease_ms = lease_ms
        self._each = {"leaseMs": lease_ms}
        self._renew_now({})

    def _renew_now(self, body: Dict[str, Any]) -> None:
        self.raise_if_lost()
        answer = self._renew(body)
        self.raise_if_lost()
        if answer is None or math.isnan(answer.valid_until):
            raise LockError(self.id, answer.told if answer else None, answer.status if answer else 0) from (answer and answer.cause)

    def release(self, *, gone: bool = False, failed: bool = False, result: Optional[str] = None) -> Lock:
        """Releases it, and repeats that until the lock would end by itself; more calls give the same answer. It waits 5 s at most: if no gateway has
        answered by then, the state is `unanswered`, and the release goes on. One that was refused raises, and may be repeated.
        """
        if self._process != os.getpid():
            raise LockLost(self.id, "FORKED")
        is_lost = not self.valid and not self._released
        self._stop("RELEASED")
        return self._end.answer({"gone": gone, "failed": failed, "result": result, "session": self.session}, is_lost)

    def leave(self) -> None:
        """Renews it no more, and does not release it: another process resumes it, or it is a check-out that lasts."""
        if self._process == os.getpid():
            self._stop("LEFT")

    def _stop(self, reason: str) -> None:
        with self._state:
            self._released = True
            self._ended_here = self._ended_here or reason
            self._state.notify_all()
        self._locks._owners.pop(self.id, None)
        if self._session is not None:
            self._session._remove(self)

    def __enter__(self) -> Lease:
        return self

    def __exit__(self, kind: Any, failure: Any, trace: Any) -> None:
        """The lock ends with its lease, or is released with its session's keep-alives, so a failure to release it is no error of the work."""
        if self._released or self._process != os.getpid():
            return
        if kind is None or issubclass(kind, Exception):
            quietly(lambda: self.release(failed=kind is not None))
        else:  # interrupted: the program shall end soon
            background(lambda: quietly(lambda: self.release(failed=True))).join(INTERRUPTED_S)
