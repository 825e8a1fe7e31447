"""What a session hears of its locks."""
from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Set, Tuple

from .base import CEILING_S, FLOOR_S, Lock, LockError, WrongAnswer
from .events import Events

if TYPE_CHECKING:
    from .client import LockClient
    from .lease import Lease
    from .session import Session

_PAGE = 500  # locks of a page of a list, at most


class _Expected:
    """What events tell of a request whose lease is not there yet."""

    def __init__(self) -> None:
        self.doubted = False
        self.seen: List[Tuple[str, Lock]] = []


class Following:
    """What a session hears of its locks. They are not renewed one by one while that is `live`."""

    def __init__(self, locks: LockClient, session: Session) -> None:
        self.live = False
        self._locks = locks
        self._session = session
        self._expected: Dict[str, _Expected] = {}
        self.events = self._new_events()

    def expect(self, id: str) -> None:
        with self._session._state:
            self._expected[id] = _Expected()

    def expect_no_more(self, id: str) -> None:
        with self._session._state:
            self._expected.pop(id, None)

    def taken(self, id: str) -> _Expected:
        """What events have told of a request that has its lease now."""
        return self._expected.pop(id, None) or _Expected()

    def read(self) -> None:
        """Reads until the session is over."""
        resets = 0
        while not self._session._over:
            try:
                for event in self.events:
                    resets = 0 if self.live else resets
                    if event.lock:
                        self._pass(event.event, event.lock)
            except (LockError, ValueError, TypeError, KeyError, AttributeError):
                pass  # it is refused, or not what it should be
            self._see(False)
            pause = min(CEILING_S, FLOOR_S * 2 ** min(resets, 20)) if self.events._reset else CEILING_S
            resets += 1
            with self._session._state:
                if self._session._state.wait_for(lambda: self._session._over, pause):
                    return
                self.events = self._new_events()

    def _new_events(self) -> Events:
        def cut(failure: LockError) -> None:
            self._see(False)
            if isinstance(failure.__cause__, WrongAnswer):
                self._locks._tell_unfollowed(failure.__cause__)

        events = self._locks.events(of="session", on_open=lambda: None if events._goes_on else self._doubt_all(), on_cut=cut)
        # A stream that goes on tells the ends that were missed in turn, and may begin with a reset. An event may have others behind it.
        # Only a heartbeat says that all of them were told, so locks are not believed for as long as their session before it.
        events._begin, events._on_beat = self._place, lambda: self._see(True)
        return events

    def _place(self) -> Optional[str]:
        """The place from which a stream tells all that becomes of locks that are bound now: the position of a list that has them.

        Locks that the list does not have may be over, or newer than it, so each of them is renewed once; so is one that is granted to a request that
        is under way.
        """
        absent: Optional[Dict[str, Lease]] = None
        position = None
        told: Set[str] = set()
        following: Optional[str] = "" if self._session._leases() else None
        while following is not None and not self._session._over:
            if following in told:
                raise WrongAnswer(f"the list goes in a circle: next={following!r} was told twice")
            told.add(following)
            page = self._locks.list(_PAGE, following or None, of="session")
            if absent is None:
                with self._session._state:
                    absent = dict(self._session._bound)
                    for expected in self._expected.values():
                        expected.doubted = True
            # A page of an instance that is behind may have a lock that has ended before the position of the first.
            if position is None or _offset(page["position"]) < _offset(position):
                position = page["position"]
            for lock in page["locks"]:
                lease = absent.get(lock["lockId"])
                if lease is not None and lock.get("state") == "granted":
                    del absent[lock["lockId"]]
                    lease._listed(lock)
            following = page.get("next") if absent else None
        for lease in (absent or {}).values():
            lease._doubt()
        return position

    def _pass(self, event: str, lock: Lock) -> None:
        id = lock["lockId"]
        if event == "released":
            self._locks._unreleased.remove(id)
        with self._session._state:
            lease = self._session._bound.get(id)
            if id in self._expected:
                self._expected[id].seen.append((event, lock))
        if lease is not None:
            lease._seen(event, lock)

    def _doubt_all(self) -> None:
        """Each lock is asked for once: its end may have been missed."""
        with self._session._state:
            for expected in self._expected.values():
                expected.doubted = True
        for lease in self._session._leases():
            lease._doubt()

    def _see(self, followed: bool) -> None:
        with self._session._state:
            if followed == self.live:
                return
            self.live = followed
        for lease in self._session._leases():
            lease._follow()


def _offset(position: str) -> int:
    """The place of a position in the log."""
    places = str(position).split(":")
    if len(places) < 2 or not places[1].isdigit():
        raise WrongAnswer(f"position={position!r} has no second number, so no stream can begin there")
    return int(places[1])
