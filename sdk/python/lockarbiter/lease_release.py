"""How a lock that was held is released."""
from __future__ import annotations

import concurrent.futures
import threading
from typing import TYPE_CHECKING, Any, Dict, Optional

from .base import Lock, LockError, background, clock, quietly, settle

if TYPE_CHECKING:
    from .lease import Lease

_RELEASE_S = 5.0  # a caller waits so long for the answer to a release, which goes on after that


class LeaseRelease:
    """The release of one lock: sent once for all who ask for it, and repeated until it is answered or of no use."""

    def __init__(self, lease: Lease) -> None:
        self._lease, self._locks = lease, lease._locks
        self._lock = threading.Lock()
        self._answer: Optional[concurrent.futures.Future] = None
        self._unanswered: Optional[Lock] = None  # told while nobody has answered

    def answer(self, outcome: Dict[str, Any], is_lost: bool) -> Lock:
        """Sends it if nobody has; waits for the answer. The release of a lost lock is sent too, and is no error: the loss is."""
        lease, patience = self._lease, min(_RELEASE_S, self._locks.patience)
        with self._lock:
            if self._answer is None:
                future = self._answer = concurrent.futures.Future()
                if is_lost:
                    future.set_result({"state": "released", "lockId": lease.id, "reason": lease.lost.reason if lease.lost else "NOT_HELD"})
                    background(lambda: quietly(lambda: self._sent(outcome, patience)))
                else:
                    background(lambda: settle(future, lambda: self._sent(outcome, patience)), f"release {lease.id}")
            answer = self._answer
        try:
            return answer.result(patience)
        except concurrent.futures.TimeoutError:
            return self._still_held()
        except BaseException:
            with self._lock:
                if self._answer is answer and answer.done():
                    self._answer = None
            raise

    def _sent(self, outcome: Dict[str, Any], patience: float) -> Lock:
        lease, session = self._lease, self._lease._session
        # The keep-alives of its session repeat it; else it is of use until the lease is over.
        deadline = lease._valid_until if session is None else clock() + patience
        try:
            told = self._locks.release(lease.id, deadline=deadline, **outcome)
        except BaseException as failure:
            if session is not None:
                self._locks._unreleased.add(lease.id, session._began_at, outcome)
            if isinstance(failure, LockError) and failure.retry == "same key":
                return self._still_held()
            raise
        self._locks._unreleased.remove(lease.id)
        return told

    def _still_held(self) -> Lock:
        lease = self._lease
        with self._lock:
            is_told = self._unanswered is not None
            self._unanswered = told = self._unanswered or self._locks._still_held(lease.id, lease._valid_until - clock(), lease._session is not None)
        if not is_told:
            self._locks._gateways.silence.tell(told["message"])
        return told
