"""A session: one request keeps many locks alive."""
from __future__ import annotations

import heapq
import itertools
import math
import os
import threading
from collections import deque
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple

from .base import FLOOR_S, INTERRUPTED_S, Answer, LockError, LockLost, background, call, call_all, clock, quietly, share_of
from .following import Following

if TYPE_CHECKING:
    from .client import LockClient
    from .lease import Lease

_WORKERS = 8  # threads of a session that ask for single locks, while there are such
_ANEW = {"LIMIT_EXCEEDED", "RATE_LIMITED"}  # a keep-alive meets these only where the session is not alive any more


class Session:
    """A session that is kept alive by a thread until it is released or lost. All locks that are bound to it end with it."""

    def __init__(self, locks: LockClient, lease_ms: int, began_at: Optional[int], valid_until: float, expires_at: Optional[int], resumed: bool) -> None:
        self.id = locks.session
        self.lease_ms = lease_ms
        self.lost: Optional[LockLost] = None
        """Why it is lost, if it is; a session that is released is not."""
        self.resumed = resumed
        """Whether it was alive before, perhaps by an earlier program: then locks from before are bound to it."""
        self._locks = locks
        self._began_at = began_at
        self._valid_until, self._expires_at = valid_until, expires_at  # the same end, on this clock and in log time, ms
        self._due = clock() + lease_ms / 3000
        self._bound: Dict[str, Lease] = {}
        self._plan: List[Tuple[float, int, Lease]] = []  # a heap: when there is something to do for a lease; one that has another time by now is stale
        self._count = itertools.count()
        self._work: deque = deque()
        self._workers = 0
        self._releasing = False
        self._state = threading.Condition()
        self._over = False
        self._release_lock = threading.Lock()
        self._release_answer: Optional[Dict[str, Any]] = None
        self._process = os.getpid()
        self._following = Following(locks, self)

    def _start(self) -> None:
        for work in (self._keep, self._watch, self._following.read):
            background(work, f"session {self.id}")
        self._release_left()

    @property
    def safe_for(self) -> float:
        """How many seconds its locks are safe from now on, on the monotonic clock; 0 if it is over."""
        left = self._until - clock()
        if left <= 0 and self._process == os.getpid():
            self._end("SAFE_END")
        return max(0.0, left)

    @property
    def valid(self) -> bool:
        """Whether its locks are safe to use now."""
        return self.safe_for > 0

    def raise_if_lost(self) -> None:
        """Raises LockLost if it is over."""
        if not self.valid:
            raise self.lost or LockLost(self.id, "FORKED" if self._process != os.getpid() else "RELEASED")

    @property
    def _until(self) -> float:
        return -math.inf if self._over or self._process != os.getpid() else self._valid_until

    def _safe_at(self, log_ms: int) -> float:
        """A time of the log on this clock, which comes no later than that; never if the gateway does not tell the session's end in log time."""
        with self._state:
            return math.inf if self._expires_at is None else self._valid_until - (self._expires_at - log_ms) / 1000

    def _covers(self, told: Dict[str, Any]) -> bool:
        """Says whether a lock was granted in it, and not before it began."""
        granted_at = told.get("grantedAt", told.get("at"))
        return granted_at is not None and self._began_at is not None and granted_at >= self._began_at

    def _lease_of(self, id: str) -> Optional[Lease]:
        """The lease of a lock that is held here already."""
        with self._state:
            return self._bound.get(id)

    def _add(self, lease: Lease) -> None:
        """Follows it from now on; first comes what events have told of it."""
        with self._state:
            self._bound[lease.id] = lease
            expected = self._following.taken(lease.id)
        for event, lock in expected.seen:
            lease._seen(event, lock)
        if expected.doubted:
            lease._doubt()
        self._schedule(lease)

    def _remove(self, lease: Lease) -> None:
        with self._state:
            if self._bound.get(lease.id) is lease:
                del self._bound[lease.id]

    def _leases(self) -> List[Lease]:
        with self._state:
            return list(self._bound.values())

    def _schedule(self, lease: Lease) -> None:
        """Has it renewed, and its end told, in time; one whose end events tell needs neither."""
        with self._state:
            lease._planned = lease._next_time()
            if lease._planned < math.inf:
                heapq.heappush(self._plan, (lease._planned, next(self._count), lease))
                if self._plan[0][2] is lease:
                    self._state.notify_all()

    def _do(self, work: Callable[[], None]) -> None:
        """Has a worker do it, after what was given before."""
        with self._state:
            self._work.append(work)
            if self._workers < _WORKERS:
                self._workers += 1
                background(self._work_all, f"session {self.id}")

    def _work_all(self) -> None:
        while True:
            with self._state:
                if self._over or not self._work:
                    self._workers -= 1
                    return
                work = self._work.popleft()
            call(work)

    def _keep(self) -> None:
        while self.valid:
            with self._state:
                due = self._due
                pause = max(FLOOR_S, min(due - clock(), (self._valid_until - clock()) / 2))
                if self._state.wait_for(lambda: self._over, min(pause, 3600)):
                    return
            if pause <= 3600 and self.valid:
                self._keep_once()

    def _keep_once(self) -> None:
        timeout = min(self._locks.request_timeout, share_of(self._valid_until - clock()))
        try:
            answer = self._locks._send_alive(self.lease_ms, timeout)
        except (TypeError, ValueError, AttributeError) as cause:  # `headers` returned something wrong; the next time it may be better
            answer = Answer(0, None, None, math.nan, cause)
        if not self.valid:
            return
        told = answer.told or {}
        if answer.status < 300 and not math.isnan(answer.valid_until):
            if told.get("beganAt") != self._began_at:
                self._end("SESSION_ENDED")  # begun anew: it had ended, and all that was bound to it
                return
            with self._state:
                if answer.valid_until > self._valid_until:
                    self._valid_until, self._expires_at = answer.valid_until, told.get("expiresAt")
                self._due = clock() + self.lease_ms / 3000
                self._state.notify_all()
            self._release_left()
        elif told.get("reason") in _ANEW:
            self._end("SESSION_ENDED")
        else:
            with self._state:
                self._due = clock() + (self._locks.retry if answer.retry_after is None else answer.retry_after)

    def _release_left(self) -> None:
        """Releases again what nobody has answered for."""
        if self._releasing:
            return
        self._locks._unreleased.remove_of(lambda began_at: began_at not in (None, self._began_at))
        left = self._locks._unreleased.left()
        if not left:
            return
        self._releasing = True
        for id, outcome in left:
            self._do(lambda id=id, outcome=outcome: self._release_one(id, outcome))  # type: ignore[misc]
        self._do(self._left_released)

    def _left_released(self) -> None:
        self._releasing = False

    def _release_one(self, id: str, outcome: Dict[str, Any]) -> None:
        try:
            self._locks.release(id, deadline=clock(), **outcome)
        except LockError as refusal:
            if refusal.retry == "same key":
                return
        except (TypeError, ValueError):
            return
        self._locks._unreleased.remove(id)

    def _watch(self) -> None:
        """Tells of the safe end in time, also while an answer is waited for; and of what is to be done for locks that may end, or have ended, unseen."""
        while self.valid:
            with self._state:
                now = clock()
                while self._plan and (self._plan[0][0] <= now or self._plan[0][0] != self._plan[0][2]._planned):
                    at, _, lease = heapq.heappop(self._plan)
                    if at == lease._planned:
                        break
                else:
                    first = self._plan[0][0] if self._plan else math.inf
                    self._state.wait(max(0.001, min(self._valid_until - now, first - now, 3600)))
                    continue
            self._act(lease)

    def _act(self, lease: Lease) -> None:
        """Has a lease renewed that is due; one that is over is told by that question."""
        if not lease.valid:
            return
        if lease._due <= clock() and not lease._renewal_given:
            lease._renewal_given = True
            self._do(lambda: self._renew(lease))
        self._schedule(lease)

    def _renew(self, lease: Lease) -> None:
        try:
            if not lease._quiet:
                lease._renew({}, lease._due)
        finally:
            lease._renewal_given = False
            self._schedule(lease)

    def _end(self, reason: str) -> None:
        with self._state:
            if self._over:
                return
            if reason != "RELEASED":
                self.lost = LockLost(self.id, reason)
            self._over = True
            leases = list(self._bound.values())
            self._state.notify_all()
        if self._locks._session is self:
            self._locks._session = None
        self._following.events.close()
        told = [lease for lease in leases if lease._is_lost_by(reason)]
        if told:
            background(lambda: _tell_lost(told))

    def release(self) -> Dict[str, Any]:
        """Ends all that the session holds and waits for; more calls give the same answer, with no numbers if it was lost before.

        One that failed may be repeated.
        """
        if self._process != os.getpid():
            raise LockLost(self.id, "FORKED")
        with self._release_lock:
            if self._release_answer is None:
                if self.valid:
                    self._end("RELEASED")
                if self.lost or self._locks._session is not None:  # another session of that name is none of its business
                    return {"released": 0, "cancelled": 0}
                self._release_answer = self._locks.release_all(deadline=min(self._valid_until, clock() + self._locks.patience))
                self._locks._unreleased.remove_of(lambda began_at: began_at == self._began_at)
            return self._release_answer

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: Any, failure: Any, trace: Any) -> None:
        """Its locks end with its lease in any case, so a failure to release it is no error of the work."""
        if self._process != os.getpid():
            return
        if kind is None or issubclass(kind, Exception):
            quietly(self.release)
        else:  # interrupted: the program shall end soon
            background(lambda: quietly(self.release)).join(INTERRUPTED_S)


def _tell_lost(leases: Sequence[Lease]) -> None:
    for lease in leases:
        call_all(lease._on_lost, lease.lost)
