"""A client of Lock Arbiter's gateway, of the standard library only, for Python 3.9 or newer.

    locks = LockClient("http://localhost:8070", "acme", key=KEY)
    with locks.upload("/docs/a.txt", wait_ms=60_000) as lease:
        for part in parts:
            lease.raise_if_lost()
            write(part)
"""
from __future__ import annotations

import concurrent.futures
import errno
import http.client
import heapq
import itertools
import json
import logging
import math
import os
import random
import socket
import sys
import threading
import time
import urllib.parse
import uuid
from collections import deque
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple, Union

__all__ = ["LockClient", "Lease", "Session", "LockError", "LockLost", "Event", "Events"]

_LEASE_MS = 30_000
_WAIT_S = 20
_FLOOR_S = 0.1  # shortest time between two renewals or repetitions
_CEILING_S = 30.0  # longest pause before a stream is asked for again
_EARLY_S = 30.0  # a token is asked for so long before it ends, or a tenth of its time before
_BLOCK_BYTES = 4 << 20  # no block of a stream is longer
_WORKERS = 8  # threads of a session that ask for single locks, while there are such
_MOST_LOOKS = 32  # locks of which a session asks at once how they ended
_PAGE = 500  # locks of a page of a list, at most
_MOST_UNRELEASED = 10_000  # locks of which a client remembers that nobody has answered their release
_SILENCE_S = 3.0  # no gateway has answered for so long: that is told
_RELEASE_S = 5.0  # a caller waits so long for the answer to a release, which goes on after that
_INTERRUPTED_S = 1.5  # a program that is interrupted waits so long for its release
_PASSING = {"TOO_MANY_REQUESTS", "TOO_MANY_BYTES", "REQUEST_TIMEOUT"}
_LASTING = {"WRONG_PARTITION", "UNEXPECTED"}
_OVER = {"NOT_HELD", "NOT_HOLDER", "ENDED"}
_ANEW = {"LIMIT_EXCEEDED", "RATE_LIMITED"}  # a keep-alive meets these only where the session is not alive any more
_NEVER = _LASTING | {"INVALID", "BAD_REQUEST", "UNKNOWN_KEY", "INVALID_TOKEN", "TOKEN_ENDED", "FORBIDDEN", "NOT_FOUND", "CONTENT_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"}
_WIRE = {  # arguments, and their fields in the request
    "destination": "destination", "targets": "targets", "holding": "holding", "replaces": "replaces", "existing": "existing", "bound": "bound", "lease_ms": "leaseMs",
    "keep_ms": "keepMs", "wait_ms": "waitMs", "max_hold_ms": "maxHoldMs", "grace_ms": "graceMs", "attributes": "attributes", "comment": "comment",
}
Lock = Dict[str, Any]


def _clock() -> Callable[[], float]:
    """The monotonic clock that also counts while the machine is suspended, where the system has one."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return lambda: time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return lambda: time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic


_now = _clock()


class _Answer(NamedTuple):
    status: int
    told: Optional[Dict[str, Any]]  # None: no answer, or none in JSON
    retry_after: Optional[float]
    valid_until: float  # NaN: it was not told
    cause: Optional[BaseException] = None
    unsent: bool = False  # it has certainly reached nobody


class Event(NamedTuple):
    """A change of a lock: `lock` is the lock then, to put into the place of the one that you have; `id` is for `after`.

    A `reset` has no lock, but a `reason` and a `message`: events are missing, so list anew and go on after that list's `position`.
    """

    id: Optional[str]
    event: str
    lock: Optional[Dict[str, Any]]
    reason: Optional[str] = None
    message: Optional[str] = None


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
        is_same = not told or (status >= 500 and self.reason not in _LASTING) or self.reason in _PASSING
        self.retry = "same key" if is_same else "never" if self.reason in _NEVER else "new key"
        text = self.answer.get("detail") or self.answer.get("message") or silence or f"no answer of a gateway, HTTP status {status or 'none'}"
        super().__init__(f"{self.reason} lockId={lock_id}: {text}")


class _WrongAnswer(ValueError):
    """A gateway has answered with something that cannot be."""


class _NoHeaders(Exception):
    """The caller's `headers` or `token` failed; the next time it may do better."""


class _WrongHeader(ValueError):
    """No header can carry what the caller gave."""


class _WrongToken(_WrongHeader):
    """What the caller's `token` gave is no token."""

    def __init__(self, fault: str) -> None:
        super().__init__(f"token() gave {fault}, expected a token or a pair of it and seconds; nothing was sent, because a request without a token is "
                         "nobody's. Fix: return the token that the provider gave, and raise while it gives none: then the request is repeated")


class LockLost(Exception):
    """A lock is not held any more. `reason`: FORCED, EXPIRED, REPLACED, SESSION_ENDED, NOT_HELD, or SAFE_END if no renewal was answered in time.

    RELEASED and LEFT: this program did so. FORKED: the lock is the parent process's.
    """

    def __init__(self, lock_id: str, reason: str) -> None:
        super().__init__(f"the lock is not held any more: {reason} lockId={lock_id}")
        self.id = lock_id
        self.reason = reason


_STREAM_FAILURES = (OSError, http.client.HTTPException, ValueError, AttributeError, RecursionError, _NoHeaders, LockError)


class _Unreleased:
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


class _Silence:
    """Since when no gateway has answered, and why; tells it once."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = lambda text: _call(tell, text)
        self._lock = threading.Lock()
        self.end()

    def end(self) -> None:
        with self._lock:
            self._since: Optional[float] = None
            self._told = False
            self._causes: Dict[str, str] = {}

    def add(self, url: str, cause: Any, sent_at: float) -> None:
        with self._lock:
            self._since = sent_at if self._since is None else self._since
            self._causes[url] = _cause_text(cause)
            if self._told or _now() - self._since < _SILENCE_S:
                return
            self._told = True
        self.tell(f"{self}. Requests are repeated; a lock that is held is lost at its safe end. Fix: start a gateway, or correct url")

    def __str__(self) -> str:
        with self._lock:
            causes = ", ".join(f"{url} ({cause})" for url, cause in self._causes.items())
            seconds = 0.0 if self._since is None else _now() - self._since
        return f"no gateway has answered for {max(1, round(seconds))} s{causes and ': '}{causes}"


def _cause_text(cause: Any) -> str:
    if isinstance(cause, TimeoutError) or isinstance(cause, socket.timeout):
        return "no answer in time"
    name = errno.errorcode.get(cause.errno or 0) if isinstance(cause, OSError) else None
    return name or str(cause) or type(cause).__name__


def _ended_text(told: Dict[str, Any], ended_by: Optional[str]) -> str:
    """What became of a request that is over and was not heard of in time."""
    how = f", {ended_by}" if ended_by else ""
    if told.get("token") is not None or ended_by == "EXPIRED":
        return f"the lock was granted and has ended{how} before this program heard of it: nobody used it. Ask again under a new key"
    if ended_by == "CANCELLED":
        return "the request was withdrawn while it waited"
    return f"it has ended{how}; it may have been granted before this program heard of it, and nobody used it. Ask again under a new key"


class LockClient:
    """Asks one account's gateway for locks. Every method may be called by several threads.

    `url` is one gateway or several. `token` is called in the place of a `key`: it returns a token, or a pair of it and the seconds for which it is
    valid, and is called again when that is refused or ends. `headers` is asked for each request. `request_timeout` is of each request, in seconds;
    `patience` is how long a request is repeated without an answer, beyond its `wait_ms`; `retry` is the pause before that; a stream of events from which
    nothing has come for `silence` is gone. `on_unreachable` is told a text when no gateway has answered for 3 s, or not a release; it is logged unless
    given. Without a `session` each request is an owner of its own; locks of one session never exclude each other.
    """

    def __init__(self, url: Union[str, Sequence[str]], account: str, *, key: Optional[str] = None,
                 token: Optional[Callable[[], Union[str, Tuple[str, float]]]] = None, headers: Optional[Callable[[], Mapping[str, str]]] = None,
                 session: Optional[str] = None, sub_account: Optional[str] = None,
                 request_timeout: float = 10.0, patience: float = 30.0, retry: float = 1.0, silence: float = 40.0,
                 on_unreachable: Optional[Callable[[str], None]] = None) -> None:
        self._is_shared = self._is_named = bool(session)
        self.session = session or str(uuid.uuid4())
        """Of all requests if it was given; else only of those that are bound to it."""
        self._owners: Dict[str, str] = {}  # sessions of requests and leases that are not the client's own, nor named as their lock
        self._silence = _Silence(on_unreachable or logging.getLogger("lockarbiter").warning)
        self.patience = patience
        self.request_timeout = request_timeout
        self.retry = retry
        self.silence = silence
        urls = [url] if isinstance(url, str) else list(url)
        self._urls = [urllib.parse.urlsplit(f"{one.rstrip('/')}/v1/accounts/{urllib.parse.quote(account, safe='')}") for one in urls]
        for one in self._urls:
            if one.scheme not in ("http", "https") or not one.hostname or one.port == 0:  # a port that is no number raises ValueError
                raise ValueError(f"url={one.scheme}://{one.netloc} is no address of a gateway, expected http:// or https://, a host and a port")
        if not self._urls:
            raise ValueError("url is empty, expected the address of a gateway")
        self._at = 0
        self._session: Optional[Session] = None
        self._session_lock = threading.Lock()
        self._began_at: Any = None  # of the session that was kept alive last
        self._unreleased = _Unreleased()
        self._asking: Dict[str, bool] = {}  # keys of the requests that wait, and whether another thread has withdrawn them
        self._key = key
        self._token = token
        self._token_lock = threading.Lock()
        self._kept: Optional[Tuple[str, float]] = None  # the token, and until when it is sent
        self._headers = headers
        self._sub_account = sub_account

    def upload(self, path: str, **wish: Any) -> Lease: return self.acquire("UPLOAD", path, **wish)
    def download(self, path: str, **wish: Any) -> Lease: return self.acquire("DOWNLOAD", path, **wish)
    def create_folder(self, path: str, **wish: Any) -> Lease: return self.acquire("CREATE_FOLDER", path, **wish)
    def upload_folder(self, path: str, **wish: Any) -> Lease: return self.acquire("UPLOAD_FOLDER", path, **wish)
    def delete(self, path: str, **wish: Any) -> Lease: return self.acquire("DELETE", path, **wish)
    def rename(self, path: str, destination: str, **wish: Any) -> Lease: return self.acquire("RENAME", path, destination=destination, **wish)
    def move(self, path: str, destination: str, **wish: Any) -> Lease: return self.acquire("MOVE", path, destination=destination, **wish)
    def copy(self, path: str, destination: str, **wish: Any) -> Lease: return self.acquire("COPY", path, destination=destination, **wish)
    def check_out(self, path: str, **wish: Any) -> Lease: return self.acquire("CHECK_OUT", path, **wish)
    def freeze(self, path: str, **wish: Any) -> Lease: return self.acquire("FREEZE", path, **wish)
    def custom(self, targets: Sequence[Mapping[str, str]], **wish: Any) -> Lease: return self.acquire("CUSTOM", targets=list(targets), **wish)

    def acquire(self, operation: str, path: Optional[str] = None, *, id: Optional[str] = None, session: Optional[str] = None,
                on_queued: Optional[Callable[[Lock], None]] = None, on_asked: Optional[Callable[[Dict[str, Any]], None]] = None,
                on_lost: Optional[Callable[[LockLost], None]] = None, **wish: Any) -> Lease:
        """Asks for a lock; raises LockError.

        `id` is the key of the request, random unless given: `release(id)` of another thread withdraws it while it waits. Locks of one `session` never
        exclude each other: it is the client's own unless given, and one of its own for each request if the client has none. `on_queued` is told that it
        waits, see `blockedBy`; `on_asked`, that somebody asks you to let go; `on_lost`, that the lock is lost. The last two are called by threads of
        their own. A callback that fails is logged, and stops nothing. The other arguments are the fields of the request, such as `wait_ms`, `lease_ms`.
        """
        body: Dict[str, Any] = {"operation": operation}
        if path is not None:
            body["path"] = path
        for name, value in wish.items():
            if name not in _WIRE:
                raise TypeError(f"{name} is no argument, expected one of {', '.join(_WIRE)}")
            if value is not None:
                body[_WIRE[name]] = value
        # Nobody else knows a random key, so the request is of no use once its caller gives up.
        is_ours = id is None and "replaces" not in body
        key = str(uuid.uuid4()) if id is None else id
        first_held = (body.get("holding") or [key])[0]
        owner = session or (self.session if body.get("bound") else self._session_of(first_held))
        return self._obtain(key, owner, body, on_queued, on_asked, on_lost, "ask", is_ours)

    def _session_of(self, id: str) -> str:
        """The session of a lock: each is an owner of its own, named as the lock, unless the client has a session."""
        return self._owners.get(id) or self._usual(id)

    def _usual(self, id: str) -> str:
        return self.session if self._is_shared or id == "-" else id

    def _own(self, id: str, owner: str) -> None:
        if owner != self._usual(id):
            self._owners[id] = owner

    def resume(self, id: str, *, session: Optional[str] = None, lease_ms: Optional[int] = None, wait_ms: int = 0,
               on_queued: Optional[Callable[[Lock], None]] = None, on_asked: Optional[Callable[[Dict[str, Any]], None]] = None, on_lost: Optional[Callable[[LockLost], None]] = None) -> Lease:
        """Takes a lock up again, or waits on for it, after this program was started anew; the session must be the same."""
        body = {"waitMs": wait_ms, **({"leaseMs": lease_ms} if lease_ms else {})}
        return self._obtain(id, session or self._session_of(id), body, on_queued, on_asked, on_lost, "look")

    def _obtain(self, id: str, owner: str, body: Dict[str, Any], on_queued: Any, on_asked: Any, on_lost: Any, verb: str, is_ours: bool = False) -> Lease:
        if not id or id != id.strip():
            raise ValueError(f"id={id!r} is empty or has spaces around it; a header cannot carry it")
        first, session = _now(), self._session
        begun, whole_ms = first, body.get("waitMs", 0)
        deadline = first + whole_ms / 1000 + self.patience
        max_age_ms, sent_once, blockers_seen, is_held = _LEASE_MS, False, on_queued is None, False
        # Sure: no copy of the request may arrive later. May be there: one of this call may wait, or be granted. Has left: one may have arrived.
        is_sure, may_be_there, has_left = True, False, False

        def begin_anew() -> None:
            nonlocal first, sent_once, body
            first, sent_once = _now(), False
            if whole_ms:
                body = {**body, "waitMs": max(0, math.ceil(whole_ms - (first - begun) * 1000))}

        lease = {"leaseMs": body["leaseMs"]} if "leaseMs" in body else {}
        self._asking[id] = False
        self._own(id, owner)
        self._unreleased.remove(id)
        if session is not None:
            session._expect(id)
        try:
            while True:
                if verb == "ask" and sent_once and (_now() - first) * 1000 > max_age_ms:
                    if has_left:
                        verb = "look"
                    else:
                        begin_anew()  # a copy that is too old would be refused, but there is none: nobody has had the request
                age_ms = max(1, math.ceil((_now() - first) * 1000)) if sent_once else 0
                wait_ms = body.get("waitMs", 0)
                sent_at, sent_once, had_left, was_there, was_sure, is_sure = _now(), True, has_left, may_be_there, is_sure, False
                own = {"Session": owner}
                if verb == "look":
                    answer = self._send("GET", f"/{_quoted(id)}?wait={_WAIT_S}", None, own, _WAIT_S)
                elif verb == "renew":
                    answer = self._send("POST", f"/{_quoted(id)}/renew", lease, own)
                else:
                    has_left = True
                    wait_s = _WAIT_S if wait_ms > 0 and blockers_seen else 0
                    more = {**own, "Idempotency-Key": id, **({"Request-Age": str(age_ms)} if age_ms else {}),
                            **({"Prefer": f"wait={wait_s}"} if wait_s else {})}
                    answer = self._send("POST", "", body, more, wait_s)
                told = answer.told or {}
                state = told.get("state")
                has_left = had_left or (has_left and not answer.unsent)
                is_sure = was_sure if answer.unsent else bool(told) and answer.status < 500 and (was_sure or answer.status < 300)
                is_there = not answer.unsent and (not told or answer.status < 300 or answer.status >= 500 if verb == "ask" else state == "queued")
                may_be_there = was_there or is_there  # a request of this call may wait, or be granted
                if self._asking.get(id) and (answer.status < 300 or LockError(id, answer.told, answer.status).retry == "same key"):
                    self._withdraw(id, owner, body, is_sure, session)
                    raise LockError(id, {"reason": "ENDED", "endedBy": "CANCELLED", "message": "another thread has withdrawn it"}, 409)
                if answer.status < 300 and answer.valid_until > _now():
                    if session is not None and told.get("bound") and owner == self.session and session._covers(told):
                        if not session.valid:
                            self._withdraw(id, owner, body, is_sure, session)
                            raise LockError(id, {"reason": "NO_SESSION", "message": "its session is closed or lost here, so it is released"}, 409)
                        is_held = True
                        # One lock has one lease here: events are told to one.
                        there = session._lease_of(id)
                        if there is not None:
                            there._also(on_asked, on_lost)
                            return there
                        return Lease(self, id, owner, told, answer.valid_until, session.lease_ms, {}, on_asked, on_lost, session)
                    is_held = True
                    return Lease(self, id, owner, told, answer.valid_until, body.get("leaseMs"), {} if "operation" in body else lease, on_asked, on_lost)
                if told.get("maxRequestAgeMs"):
                    max_age_ms = told["maxRequestAgeMs"] - 1000
                if state == "queued":
                    was_queued, blockers_seen = blockers_seen, True
                    _call(on_queued, told)
                    if wait_ms > 0 and was_queued and _now() - sent_at < _FLOOR_S:
                        time.sleep(_FLOOR_S)  # a gateway that does not wait is not asked without end
                elif state == "granted" and verb != "renew":
                    verb = "renew"
                elif told.get("reason") == "LATE_COPY":
                    verb = "look"
                elif answer.status < 300 and state == "rejected":
                    raise LockError(id, told, 409)
                elif answer.status < 300 and state == "released":
                    raise LockError(id, {**told, "reason": "ENDED", "endedBy": told.get("reason"), "message": _ended_text(told, told.get("reason"))}, 409)
                elif told.get("reason") == "ENDED":
                    raise LockError(id, {**told, "detail": f"{told.get('detail') or 'it has ended'}; {_ended_text(told, told.get('endedBy'))}"}, answer.status)
                elif verb == "look" and told.get("reason") == "NOT_HELD" and "operation" in body:
                    pause = max(_FLOOR_S, self.retry)
                    if not is_ours or _now() + pause > deadline:
                        unknown = LockError(id, None, 0, None, "no answer to the request has come, and no gateway knows it now. If it is granted later, nobody "
                                            "uses the lock, and it ends with its lease. Fix: ask again under a new key")
                        unknown.retry = "same key" if is_ours else "new key"
                        raise unknown
                    # Its owner is the same, so a late grant of the lost one is not in the way of the next.
                    self._withdraw(id, owner, body, is_sure, session)
                    time.sleep(pause)
                    self._asking.pop(id, None)
                    self._owners.pop(id, None)
                    if session is not None:
                        session._expect_no_more(id)
                    id = str(uuid.uuid4())
                    self._asking[id] = False
                    self._own(id, owner)
                    if session is not None:
                        session._expect(id)
                    verb, is_sure, may_be_there, has_left = "ask", True, False, False
                    begin_anew()
                else:
                    is_lost = has_left or verb == "look"
                    self._pause(id, answer, deadline, "whether the lock was granted is not known; if it was, nobody uses it, and it ends with its lease at "
                                "the latest" if is_lost else "nothing has reached a gateway, so no lock was granted")
        except LockError as refusal:
            is_given_up = is_ours and refusal.retry == "same key"
            # Who may not ask any more would not take what is granted later.
            if (is_given_up and has_left) or (may_be_there and refusal.status in (401, 403)):
                self._withdraw(id, owner, body, is_sure, session)
            if is_given_up:
                refusal.retry = "new key"
            if session is not None and is_ours and body.get("bound") and refusal.reason == "NO_SESSION":
                session._end("SESSION_ENDED")  # it was alive when this was asked
            raise
        except BaseException as failure:
            # A wrong value of the caller's was not sent.
            if may_be_there or (sent_once and not isinstance(failure, Exception)):
                self._withdraw(id, owner, body, is_sure, session).join(_INTERRUPTED_S)
            raise
        finally:
            self._asking.pop(id, None)
            if not is_held:
                self._owners.pop(id, None)
            if session is not None:
                session._expect_no_more(id)

    def _withdraw(self, id: str, owner: str, body: Dict[str, Any], is_sure: bool, session: Optional[Session]) -> threading.Thread:
        """Releases in the background what nobody would use.

        A release may overtake the request, so it is repeated until it is answered, or no copy of the request can arrive, or a lock with a lease would be over.
        No lease ends one that is bound to a session, so that goes on with it.
        """
        end = _now() + body.get("leaseMs", _LEASE_MS) / 1000

        def is_answered() -> bool:
            pause = max(_FLOOR_S, self.retry)
            while True:
                answer = self._sent("DELETE", f"/{_quoted(id)}", more={"Session": owner})
                reason = (answer.told or {}).get("reason")
                if answer.told is not None and (answer.status < 300 or (is_sure and reason == "NOT_HELD") or reason in _NEVER):
                    return True
                if _now() > end:
                    return False
                time.sleep(pause)
                pause = min(2 * pause, 4.0)

        def work() -> None:
            try:
                is_over = is_answered()
            except (TypeError, ValueError):  # `headers` returned something wrong
                is_over = False
            if session is not None and not is_over:
                self._unreleased.add(id, None, {"session": owner})

        return _background(work)

    def _pause(self, id: str, answer: _Answer, deadline: float, consequence: str = "whether it was done is not known") -> None:
        """Waits before a repetition, or raises what is not to be repeated."""
        refusal = LockError(id, answer.told, answer.status, answer.retry_after,
                            f"{self._silence}; {consequence}. Fix: start a gateway, or correct url, then ask again")
        pause = max(_FLOOR_S, self.retry if answer.retry_after is None else answer.retry_after)
        if (answer.told and answer.status >= 300 and refusal.retry != "same key") or _now() + pause > deadline:
            raise refusal from answer.cause
        time.sleep(pause)

    def _send(self, method: str, path: str, body: Optional[Dict[str, Any]] = None, more: Optional[Dict[str, str]] = None, wait_s: float = 0,
              timeout: Optional[float] = None, root: str = "/locks") -> _Answer:
        """Sends one request, and again with another token if that is refused. A redirect, and an answer that is no JSON, are none.

        Raises only for what is wrong with the caller's values.
        """
        for is_last in (False, True):
            try:
                bearer = self._bearer()
                answer = self._send_once(bearer, method, root + path, body, more, wait_s, timeout)
            except _NoHeaders as failure:
                self._silence.add(self._origin(self._at), failure.__cause__, _now())
                return _Answer(0, None, None, math.nan, failure.__cause__, True)
            if is_last or answer.status != 401 or not self._forget(bearer):
                break
        return answer

    def _origin(self, at: int) -> str:
        url = self._urls[at % len(self._urls)]
        return f"{url.scheme}://{url.netloc}"

    def _sent(self, method: str, path: str, body: Optional[Dict[str, Any]] = None, timeout: Optional[float] = None,
              more: Optional[Dict[str, str]] = None) -> _Answer:
        """As `_send`, where nobody would hear of a wrong value: `headers` or `token` may do better the next time."""
        try:
            return self._send(method, path, body, more, timeout=timeout)
        except (TypeError, ValueError, AttributeError) as cause:
            return _Answer(0, None, None, math.nan, cause)

    def _bearer(self) -> Optional[str]:
        """The key, or the token. Raises _NoHeaders from what `token` raises."""
        if self._token is None:
            return self._key
        if not self._token_lock.acquire(timeout=self.request_timeout):
            raise _NoHeaders from TimeoutError("token() has not returned in time")
        try:
            if self._kept is None or _now() >= self._kept[1]:
                asked_at, told = _now(), self._token()
                text, seconds = told if isinstance(told, tuple) and len(told) == 2 else (told, math.inf)
                fault = _token_fault(text, seconds)
                if fault:
                    raise _WrongToken(fault)
                self._kept = text, asked_at + seconds - min(_EARLY_S, seconds / 10)
            return self._kept[0]
        except _WrongToken:
            raise
        except Exception as cause:
            raise _NoHeaders from cause
        finally:
            self._token_lock.release()

    def _forget(self, refused: Optional[str]) -> bool:
        """Says whether another token may help; one that was refused is sent no more."""
        if self._token is None:
            return False
        with self._token_lock:
            if self._kept and self._kept[0] == refused:
                self._kept = None
        return True

    def _send_once(self, bearer: Optional[str], method: str, path: str, body: Optional[Dict[str, Any]], more: Optional[Dict[str, str]], wait_s: float,
                   timeout: Optional[float]) -> _Answer:
        encoded = self._all_headers(
            bearer, {"Accept": "application/json", **({} if body is None else {"Content-Type": "application/json"}), **(more or {})})
        text = None if body is None else json.dumps(body).encode()
        at = self._at
        url = self._urls[at % len(self._urls)]
        sent_at = _now()
        limit = max(0.001, wait_s + (self.request_timeout if timeout is None else timeout))
        line = _connection(url, limit)
        sockets: list = []
        # A socket's timeout counts anew with each byte; this ends an answer that trickles.
        alarm = threading.Timer(limit, _cut, (line, sockets))
        alarm.daemon = True
        alarm.start()
        is_unsent = True
        try:
            line.connect()
            is_unsent = False
            sockets.append(line.sock)  # `line` forgets it when it has read the headers
            line.request(method, f"{url.path}{path}", text, encoded)  # type: ignore[arg-type]
            response = line.getresponse()
            raw = response.read()
            alarm.cancel()
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as cause:
            self._at = at + 1
            self._silence.add(self._origin(at), cause, sent_at)
            return _Answer(0, None, None, math.nan, cause, is_unsent)
        finally:
            alarm.cancel()
            line.close()
        told, valid_until = None, math.nan
        try:
            parsed = json.loads(raw)
            told = parsed if isinstance(parsed, dict) and not 300 <= response.status < 400 else None
            valid_ms = (told or {}).get("validForMs")
            valid_until = sent_at + valid_ms / 1000 if isinstance(valid_ms, (int, float)) and math.isfinite(valid_ms) else math.nan
        except (ValueError, RecursionError, OverflowError):
            pass  # no answer, or a time that is none
        if told is None:
            self._silence.add(self._origin(at), f"HTTP status {response.status}, and no answer of a gateway", sent_at)
        else:
            self._silence.end()
        if told is None or response.status == 503:
            self._at = at + 1
        return _Answer(response.status, told, _retry_after(response), valid_until)

    def _all_headers(self, bearer: Optional[str], more: Mapping[str, str]) -> Dict[str, bytes]:
        """Raises _NoHeaders from what `headers` raises, and ValueError for what no header can carry."""
        headers = {"Session": self.session}
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        if self._sub_account:
            headers["Sub-Account"] = self._sub_account
        headers.update(more)
        try:
            headers.update(self._headers() if self._headers else {})
        except Exception as cause:
            raise _NoHeaders from cause
        for name, value in headers.items():
            if set("\r\n\0") & set(name + value):
                raise _WrongHeader(f"the header {name} has a line break or a zero in it; no header can carry that")
        return {name: value.encode() for name, value in headers.items()}

    def _of(self, of: Optional[str]) -> str:
        """The session's, if the client has one, unless given."""
        if of == "session" and not self._is_named:
            raise ValueError("of='session', but this client has no session: each request is an owner of its own; give it a session, or ask for of='member'")
        return of or ("session" if self._is_shared else "member")

    def events(self, *, of: Optional[str] = None, after: Optional[str] = None, on_open: Optional[Callable[[], None]] = None,
               on_cut: Optional[Callable[[LockError], None]] = None) -> Events:
        """Changes of locks as they come: of this client's `"session"` if it has one, of the `"member"` (the sub-account), or of all `"members"` that the
        key may see.

        `after` is the `position` of a list, or the id of an event; it begins now unless given. `on_open` is called when the stream is there, `on_cut`
        when it is gone and will be asked for again.
        """
        of = self._of(of)
        if of not in ("session", "member", "members"):
            raise ValueError(f"of={of}, expected session, member or members")
        return Events(self, of, after, on_open, on_cut)

    def _ask(self, id: str, method: str, path: str, body: Optional[Dict[str, Any]] = None, deadline: Optional[float] = None,
             more: Optional[Dict[str, str]] = None, root: str = "/locks") -> Dict[str, Any]:
        """Sends a request until it is answered."""
        until = _now() + self.patience if deadline is None else deadline
        while True:
            answer = self._send(method, path, body, more, root=root)
            if answer.told is not None and answer.status < 300:
                return answer.told
            self._pause(id, answer, until)

    def release(self, id: str, *, gone: bool = False, failed: bool = False, result: Optional[str] = None, session: Optional[str] = None,
                deadline: Optional[float] = None) -> Lock:
        """Releases a lock or withdraws a request; `reason` is NOT_HELD if nothing was there. `session`: of the lock, if this client does not know it."""
        if id in self._asking:
            self._asking[id] = True  # the release may overtake the request
        query = {**({"gone": "true"} if gone else {}), **({"failed": "true"} if failed else {}), **({"result": result} if result else {})}
        try:
            return self._ask(id, "DELETE", f"/{_quoted(id)}{'?' if query else ''}{urllib.parse.urlencode(query)}", None, deadline,
                             {"Session": session or self._session_of(id)})
        except LockError as refusal:
            if refusal.reason != "NOT_HELD":
                raise
            return {"state": "released", "lockId": id, "reason": "NOT_HELD"}

    def get(self, id: str, wait_s: int = 0) -> Lock:
        """A lock as events tell it: to show, not to act on."""
        answer = self._send("GET", f"/{_quoted(id)}{f'?wait={wait_s}' if wait_s else ''}", None, {"Session": self._session_of(id)}, wait_s)
        if answer.told is None or answer.status >= 300:
            raise LockError(id, answer.told, answer.status, answer.retry_after, str(self._silence)) from answer.cause
        return answer.told

    def list(self, limit: int = 100, after: Optional[str] = None, *, of: Optional[str] = None) -> Dict[str, Any]:
        """A page of the live locks and requests of this `"session"` if the client has one, or of the `"member"`.

        It has `locks`, `next`, `whole`, and the `position` for `events`.
        """
        query = "?" + urllib.parse.urlencode({"limit": limit, **({"after": after} if after else {})})
        return self._ask("", "GET", query, more={"Session": "-"} if self._of(of) == "member" else None)

    def keep_alive(self, lease_ms: int = _LEASE_MS) -> Session:
        """Keeps this client's session alive until it is released: by one request in a third of its lease, whatever it holds.

        Locks that are asked for with `bound=True` from then on end with it.
        """
        if self.session == "-":
            raise ValueError("session='-' is the sub-account as a whole, which is not kept alive; give the client a session of its own")
        first, self._is_named = _now(), True
        with self._session_lock:
            while True:
                if self._session is not None:
                    raise ValueError(f"session={self.session!r} is kept alive by this client already; use that Session, or another client")
                answer = self._send_alive(lease_ms)
                if answer.told is not None and answer.status < 300 and answer.valid_until > _now():
                    return self._begin(lease_ms, answer.told, answer.valid_until, _now() - first)
                self._pause(self.session, answer, first + self.patience)

    def _begin(self, lease_ms: int, told: Dict[str, Any], valid_until: float, took: float) -> Session:
        """`took`: seconds since it was asked for first."""
        began_at = told.get("beganAt")
        age_ms = told.get("at", 0) - (began_at or 0)
        session = Session(self, lease_ms, began_at, valid_until, told.get("expiresAt"), age_ms > took * 1000)
        if session.resumed and began_at != self._began_at:
            logging.getLogger("lockarbiter").warning(
                "session=%s has been alive for %s ms: it goes on with all locks that were bound to it before. Call release_all() if nobody uses them, "
                "or give the client a session of its own", self.session, age_ms)
        self._session, self._began_at = session, began_at
        session._start()
        return session

    def _send_alive(self, lease_ms: int, timeout: Optional[float] = None) -> _Answer:
        return self._send("POST", "/keep-alive", {"leaseMs": lease_ms}, timeout=timeout, root=self._of_session())

    def _of_session(self) -> str:
        if self.session in (".", ".."):
            raise ValueError(f"session={self.session!r} cannot stand in an address; give the client another session")
        return f"/sessions/{_quoted(self.session)}"

    def release_all(self, *, deadline: Optional[float] = None) -> Dict[str, Any]:
        """Ends all that this session holds and waits for, bound or not; returns the numbers, `released` and `cancelled`."""
        if not self._is_named:
            raise ValueError("this client has no session: each request is an owner of its own, so release each lease; or give the client a session")
        return self._ask(self.session, "DELETE", "", None, deadline, root=self._of_session())

    def _still_held(self, id: str, left: float, is_bound: bool) -> Lock:
        """What is told while no gateway answers a release."""
        end = ("its release is sent again with each keep-alive of its session, and it ends with that at the latest" if is_bound
               else f"it ends with its lease in {max(1, round(left))} s at the latest, and its release is repeated until then" if left > 0
               else "it ends with its lease at the latest")
        failure = LockError(id, None, 0, None, f"{self._silence}; the lock is no longer used here, and may still be held: {end}. "
                            "The work that is done has not failed. Fix: start a gateway, or correct url")
        return {"state": "unanswered", "lockId": id, "reason": failure.reason, "message": str(failure)}

    def _tell_unfollowed(self, cause: _WrongAnswer) -> None:
        """Tells that a session cannot follow what becomes of its locks."""
        self._silence.tell(f"{cause}. The locks of session={self.session} are renewed one by one, and the list is asked for again. "
                           "Fix: correct what stands between this program and the gateway, or update the gateway")

    def yield_(self, id: str, *, grace_ms: Optional[int] = None, comment: Optional[str] = None) -> Lock:
        """Asks a holder to let go."""
        return self._ask(id, "POST", f"/{_quoted(id)}/yield",
                         {**({} if grace_ms is None else {"graceMs": grace_ms}), **({"comment": comment} if comment else {})})

    def force(self, id: str, *, comment: Optional[str] = None) -> Lock:
        """Ends a lock of somebody else."""
        return self._ask(id, "POST", f"/{_quoted(id)}/force", {"comment": comment} if comment else {})


class Events(Iterator[Event]):
    """Changes of locks, for one thread that iterates. They go on where they were when a connection ends, at whichever gateway; only what a gateway
    refuses is raised, as a LockError. They end after a `reset`, and at `close()`, which any thread may call.
    """

    def __init__(self, locks: LockClient, of: str, after: Optional[str], on_open: Any, on_cut: Any) -> None:
        self._locks = locks
        self._of = of
        self._id = after
        self._on_open, self._on_cut = on_open, on_cut
        self._begin: Optional[Callable[[], Optional[str]]] = None  # asked for the place where a stream begins that goes on after none
        self._on_beat: Optional[Callable[[], None]] = None  # a heartbeat has come
        self._closed = threading.Event()
        self._reset = self._goes_on = False
        self._line: Optional[http.client.HTTPConnection] = None
        self._sockets: List[socket.socket] = []
        self._all = self._run()

    def __iter__(self) -> Events:
        return self

    def __next__(self) -> Event:
        return next(self._all)

    def __enter__(self) -> Events:
        return self

    def __exit__(self, *failure: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends them at once. While it connects that takes `request_timeout` at most."""
        self._closed.set()
        self._cut()
        try:
            self._all.close()
        except ValueError:
            pass  # another thread is in it, and finds it closed

    def _cut(self) -> None:
        line = self._line
        if line is not None:
            _cut(line, self._sockets)

    def _run(self) -> Iterator[Event]:
        failures = 0
        while not self._closed.is_set():
            opened_at, is_new = _now(), False
            at, response = self._locks._at, None
            try:
                if self._id is None and self._begin is not None:
                    self._id = self._begin()
                    at = self._locks._at  # the list may have moved on to an instance that answers
                self._goes_on = self._id is not None
                response = self._open(at)
                _call(self._on_open)
                for block in _blocks(response):
                    told = json.loads(block["data"]) if "data" in block else None
                    if "data" in block and not isinstance(told, dict):
                        raise ValueError(f"an event is no object: {block['data'][:100]}")
                    self._id = block.get("id") or self._id
                    if block.get("") == "" and block.get("id"):
                        is_new = True
                        _call(self._on_beat)
                    if told is not None and not self._closed.is_set():
                        is_new = True
                        if block.get("event") == "reset":
                            self._reset = True
                            yield Event(self._id, "reset", None, told.get("reason"), told.get("message"))
                            return
                        yield Event(self._id, block.get("event", ""), told)
                raise ConnectionError("the stream has ended")
            except _WrongHeader:
                raise
            except _STREAM_FAILURES as cause:
                failure = cause if isinstance(cause, LockError) else LockError("-", None, 0)
                failure.__cause__ = None if failure is cause else cause
            finally:
                for one in (response, self._line):
                    if one is not None:
                        one.close()
            if self._closed.is_set():
                return
            if failure.retry != "same key" or failure.status in (401, 403):
                raise failure
            if self._locks._at == at:
                self._locks._at = at + 1
            _call(self._on_cut, failure)
            failures = 1 if is_new or _now() - opened_at > _CEILING_S else failures + 1
            # All readers of an instance that stops come at once unless each waits for another time.
            pause = min(_CEILING_S, max(_FLOOR_S, self._locks.retry) * 2 ** min(failures - 1, 20))
            self._closed.wait((failure.retry_after or 0) + pause * random.uniform(0.5, 1))

    def _open(self, at: int) -> http.client.HTTPResponse:
        bearer = self._locks._bearer()
        try:
            return self._opened(at, bearer)
        except LockError as refusal:
            if refusal.status != 401 or not self._locks._forget(bearer):
                raise
            if self._line is not None:
                self._line.close()
        return self._opened(at, self._locks._bearer())

    def _opened(self, at: int, bearer: Optional[str]) -> http.client.HTTPResponse:
        more = {"Accept": "text/event-stream", **({} if self._of == "session" else {"Session": "-"}), **({"Last-Event-ID": self._id} if self._id else {})}
        headers = self._locks._all_headers(bearer, more)
        if self._of == "members":
            headers.pop("Sub-Account", None)
        url = self._locks._urls[at % len(self._locks._urls)]
        limit = self._locks.request_timeout
        self._sockets = []
        self._line = line = _connection(url, limit)
        alarm = threading.Timer(limit, self._cut)
        alarm.daemon = True
        alarm.start()
        try:
            line.connect()
            self._sockets.append(line.sock)  # `line` forgets it when it has read the headers
            if self._closed.is_set():
                raise ConnectionError("it is closed")
            line.request("GET", f"{url.path}/events{'?members=*' if self._of == 'members' else ''}", None, headers)  # type: ignore[arg-type]
            response = line.getresponse()
            if response.status == 200 and (response.getheader("Content-Type") or "").startswith("text/event-stream"):
                self._sockets[0].settimeout(self._locks.silence)  # counts anew with each byte
                return response
            try:
                told = json.loads(response.read(_BLOCK_BYTES))
            except (ValueError, RecursionError):
                told = None
            raise LockError("-", told if isinstance(told, dict) and told.get("reason") else None, response.status, _retry_after(response))
        finally:
            alarm.cancel()


class _Expected:
    """What events tell of a request whose lease is not there yet."""

    def __init__(self) -> None:
        self.doubted = False
        self.seen: List[Tuple[str, Lock]] = []


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
        self._due = _now() + lease_ms / 3000
        self._bound: Dict[str, Lease] = {}
        self._expected: Dict[str, _Expected] = {}
        self._plan: List[Tuple[float, int, Lease]] = []  # a heap: when there is something to do for a lease; one that has another time by now is stale
        self._count = itertools.count()
        self._work: deque = deque()
        self._workers = 0
        self._releasing = False
        self._state = threading.Condition()
        self._over = self._followed = False
        self._release_lock = threading.Lock()
        self._release_answer: Optional[Dict[str, Any]] = None
        self._process = os.getpid()
        self._events = self._new_events()

    def _start(self) -> None:
        for work in (self._keep, self._watch, self._follow):
            _background(work, f"session {self.id}")
        self._release_left()

    @property
    def safe_for(self) -> float:
        """How many seconds its locks are safe from now on, on the monotonic clock; 0 if it is over."""
        left = self._until - _now()
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

    def _expect(self, id: str) -> None:
        with self._state:
            self._expected[id] = _Expected()

    def _expect_no_more(self, id: str) -> None:
        with self._state:
            self._expected.pop(id, None)

    def _lease_of(self, id: str) -> Optional[Lease]:
        """The lease of a lock that is held here already."""
        with self._state:
            return self._bound.get(id)

    def _add(self, lease: Lease) -> None:
        """Follows it from now on; first comes what events have told of it."""
        with self._state:
            self._bound[lease.id] = lease
            expected = self._expected.pop(lease.id, None) or _Expected()
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
                _background(self._work_all, f"session {self.id}")

    def _work_all(self) -> None:
        while True:
            with self._state:
                if self._over or not self._work:
                    self._workers -= 1
                    return
                work = self._work.popleft()
            _call(work)

    def _keep(self) -> None:
        while self.valid:
            with self._state:
                due = self._due
                pause = max(_FLOOR_S, min(due - _now(), (self._valid_until - _now()) / 2))
                if self._state.wait_for(lambda: self._over, min(pause, 3600)):
                    return
            if pause <= 3600 and self.valid:
                self._keep_once()

    def _keep_once(self) -> None:
        timeout = min(self._locks.request_timeout, (self._valid_until - _now()) / 3)
        try:
            answer = self._locks._send_alive(self.lease_ms, timeout)
        except (TypeError, ValueError, AttributeError) as cause:  # `headers` returned something wrong; the next time it may be better
            answer = _Answer(0, None, None, math.nan, cause)
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
                self._due = _now() + self.lease_ms / 3000
                self._state.notify_all()
            self._release_left()
        elif told.get("reason") in _ANEW:
            self._end("SESSION_ENDED")
        else:
            with self._state:
                self._due = _now() + (self._locks.retry if answer.retry_after is None else answer.retry_after)

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
            self._locks.release(id, deadline=_now(), **outcome)
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
                now = _now()
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
        if lease._due <= _now() and not lease._renewal_given:
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

    def _new_events(self) -> Events:
        def cut(failure: LockError) -> None:
            self._see(False)
            if isinstance(failure.__cause__, _WrongAnswer):
                self._locks._tell_unfollowed(failure.__cause__)

        events = self._locks.events(of="session", on_open=lambda: None if events._goes_on else self._doubt_all(), on_cut=cut)
        # A stream that goes on tells the ends that were missed in turn, and may begin with a reset. An event may have others behind it.
        # Only a heartbeat says that all of them were told, so locks are not believed for as long as their session before it.
        events._begin, events._on_beat = self._place, lambda: self._see(True)
        return events

    def _follow(self) -> None:
        """Reads what becomes of its locks, which are not renewed one by one; while that is not possible, they are."""
        resets = 0
        while not self._over:
            try:
                for event in self._events:
                    resets = 0 if self._followed else resets
                    if event.lock:
                        self._pass(event.event, event.lock)
            except (LockError, ValueError, TypeError, KeyError, AttributeError):
                pass  # it is refused, or not what it should be
            self._see(False)
            pause = min(_CEILING_S, _FLOOR_S * 2 ** min(resets, 20)) if self._events._reset else _CEILING_S
            resets += 1
            with self._state:
                if self._state.wait_for(lambda: self._over, pause):
                    return
                self._events = self._new_events()

    def _place(self) -> Optional[str]:
        """The place from which a stream tells all that becomes of locks that are bound now: the position of a list that has them.

        Locks that the list does not have may be over, or newer than it, so each of them is renewed once; so is one that is granted to a request that
        is under way.
        """
        absent: Optional[Dict[str, Lease]] = None
        position = None
        read: Set[str] = set()
        following: Optional[str] = "" if self._leases() else None
        while following is not None and not self._over:
            if following in read:
                raise _WrongAnswer(f"the list goes in a circle: next={following!r} was told twice")
            read.add(following)
            page = self._locks.list(_PAGE, following or None, of="session")
            if absent is None:
                with self._state:
                    absent = dict(self._bound)
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
        with self._state:
            lease = self._bound.get(id)
            if id in self._expected:
                self._expected[id].seen.append((event, lock))
        if lease is not None:
            lease._seen(event, lock)

    def _doubt_all(self) -> None:
        """Each lock is asked for once: its end may have been missed."""
        with self._state:
            for expected in self._expected.values():
                expected.doubted = True
        for lease in self._leases():
            lease._doubt()

    def _see(self, followed: bool) -> None:
        with self._state:
            if followed == self._followed:
                return
            self._followed = followed
        for lease in self._leases():
            lease._follow()

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
        self._events.close()
        told = [lease for lease in leases if lease._is_lost_by(reason)]
        if told:
            _background(lambda: _tell_lost(told))

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
                self._release_answer = self._locks.release_all(deadline=min(self._valid_until, _now() + self._locks.patience))
                self._locks._unreleased.remove_of(lambda began_at: began_at == self._began_at)
            return self._release_answer

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: Any, failure: Any, trace: Any) -> None:
        """Its locks end with its lease in any case, so a failure to release it is no error of the work."""
        if self._process != os.getpid():
            return
        if kind is None or issubclass(kind, Exception):
            _quietly(self.release)
        else:  # interrupted: the program shall end soon
            _background(lambda: _quietly(self.release)).join(_INTERRUPTED_S)


def _offset(position: str) -> int:
    """The place of a position in the log."""
    places = str(position).split(":")
    if len(places) < 2 or not places[1].isdigit():
        raise _WrongAnswer(f"position={position!r} has no second number, so no stream can begin there")
    return int(places[1])


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
        self._lease_ms = lease_ms or lock.get("leaseMs") or _LEASE_MS
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
        self._release_lock = threading.Lock()
        self._release_answer: Optional[concurrent.futures.Future] = None
        self._unanswered: Optional[Lock] = None  # told while nobody has answered the release
        self._renewing = threading.Lock()
        self._due = self._next()
        self._process = os.getpid()
        if session is not None:
            session._add(self)  # its threads do the work
        else:
            for work in (self._renewals, self._watch):
                _background(work, f"lock {id}")

    def _next(self) -> float:
        """When it is to be renewed: less may be left of its session than a third of a lease."""
        third, now = self._lease_ms / 3000, _now()
        return now + (third if self._session is None else max(_FLOOR_S, min(third, (self._answered - now) / 2)))

    @property
    def _has_own_end(self) -> bool:
        return bool(self._has_end or self.lock.get("maxHoldMs") or self.lock.get("cutMaxHoldMs"))

    @property
    def _quiet(self) -> bool:
        """Whether nothing but its session's end, or an event, ends it: it is not renewed."""
        return self._session is not None and self._session._followed and not self._has_own_end and not self._doubted

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
            self._answered = min(self._valid_until, said_end, _now() + left)
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
        if not session._followed:
            with self._state:
                self._answered = max(self._answered, session._until)
                now = _now()
                self._due = now + max(_FLOOR_S, min(self._lease_ms / 6000, (self._answered - now) / 2))
        session._schedule(self)

    def _doubt(self) -> None:
        """Renews it once: its end may have been missed, or has changed."""
        with self._state:
            self._doubted = True
            self._doubts += 1
            self._due = _now() + _FLOOR_S
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
            left = self._valid_until - _now()
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
                pause = max(_FLOOR_S, min(due - _now(), (self._valid_until - _now()) / 2))
                is_changed = self._state.wait_for(lambda: self._released or self._over or self._due != due, min(pause, 3600))
            if not is_changed and pause <= 3600 and self.valid:
                self._renew({}, due)

    def _renew(self, body: Dict[str, Any], due: Optional[float] = None) -> Optional[_Answer]:
        with self._renewing:
            if not self.valid or due not in (None, self._due):
                return None
            # A gateway that hangs leaves time to ask another.
            timeout, doubts = min(self._locks.request_timeout, (self._valid_until - _now()) / 3), self._doubts
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
                    self._due = _now() + max(_FLOOR_S, self._locks.retry if answer.retry_after is None else answer.retry_after)
            return answer

    def _sent(self, method: str, path: str, body: Optional[Dict[str, Any]], timeout: float) -> _Answer:
        return self._locks._sent(method, f"/{_quoted(self.id)}{path}", body, timeout, {"Session": self.session})

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
            _background(lambda: _call_all(self._on_lost, self.lost))

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
            _background(lambda: _call(on_lost, lost))

    def _tell_asked(self, asked: Optional[Dict[str, Any]]) -> None:
        if asked and asked != self._asked_before:
            _background(lambda: _call_all(self._on_asked, asked))
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
        outcome = {"gone": gone, "failed": failed, "result": result, "session": self.session}
        patience = min(_RELEASE_S, self._locks.patience)
        with self._release_lock:
            if self._release_answer is None:
                future = self._release_answer = concurrent.futures.Future()
                if is_lost:
                    # The loss is the error, not a release that nobody answers.
                    future.set_result({"state": "released", "lockId": self.id, "reason": self.lost.reason if self.lost else "NOT_HELD"})
                    _background(lambda: _quietly(lambda: self._send_release(outcome, patience)))
                else:
                    _background(lambda: _settle(future, lambda: self._send_release(outcome, patience)), f"release {self.id}")
            answer = self._release_answer
        try:
            return answer.result(patience)
        except concurrent.futures.TimeoutError:
            return self._still_held()
        except BaseException:
            with self._release_lock:
                if self._release_answer is answer and answer.done():
                    self._release_answer = None
            raise

    def _send_release(self, outcome: Dict[str, Any], patience: float) -> Lock:
        # The keep-alives of its session repeat it; else it is of use until the lease is over.
        deadline = self._valid_until if self._session is None else _now() + patience
        try:
            told = self._locks.release(self.id, deadline=deadline, **outcome)
        except BaseException as failure:
            if self._session is not None:
                self._locks._unreleased.add(self.id, self._session._began_at, outcome)
            if isinstance(failure, LockError) and failure.retry == "same key":
                return self._still_held()
            raise
        self._locks._unreleased.remove(self.id)
        return told

    def _still_held(self) -> Lock:
        with self._state:
            is_told = self._unanswered is not None
            self._unanswered = told = self._unanswered or self._locks._still_held(self.id, self._valid_until - _now(), self._session is not None)
        if not is_told:
            self._locks._silence.tell(told["message"])
        return told

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
            _quietly(lambda: self.release(failed=kind is not None))
        else:  # interrupted: the program shall end soon
            _background(lambda: _quietly(lambda: self.release(failed=True))).join(_INTERRUPTED_S)


def _token_fault(text: Any, seconds: Any) -> Optional[str]:
    """What is wrong with a token and its time, without the token."""
    if not isinstance(text, str):
        return "None" if text is None else f"a token of the type {type(text).__name__}"
    if not text:
        return "an empty token"
    if any(letter.isspace() or letter < " " or letter == "\x7f" for letter in text):
        return "a token with white space, a line break or a control character in it"
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or math.isnan(seconds):
        return f"{seconds!r} as its time, which is no number of seconds"
    return None


def _background(work: Callable[[], None], name: Optional[str] = None) -> threading.Thread:
    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    return thread


def _settle(future: concurrent.futures.Future, work: Callable[[], Any]) -> None:
    try:
        future.set_result(work())
    except BaseException as failure:
        future.set_exception(failure)


def _quietly(work: Callable[[], Any]) -> None:
    try:
        work()
    except (LockError, TypeError, ValueError):
        pass  # it ends by itself


def _call(callback: Any, *values: Any) -> None:
    try:
        if callback:
            callback(*values)
    except Exception:
        logging.getLogger("lockarbiter").exception("%s failed", callback)


def _call_all(callbacks: Sequence[Any], *values: Any) -> None:
    for callback in list(callbacks):
        _call(callback, *values)


def _tell_lost(leases: Sequence[Lease]) -> None:
    for lease in leases:
        _call_all(lease._on_lost, lease.lost)


def _connection(url: urllib.parse.SplitResult, timeout: float) -> http.client.HTTPConnection:
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    return kind(url.hostname or "", url.port, timeout=timeout)


def _retry_after(response: http.client.HTTPResponse) -> Optional[float]:
    seconds = response.getheader("Retry-After") or ""
    return float(seconds) if seconds.isdecimal() else None


def _blocks(response: http.client.HTTPResponse) -> Iterator[Dict[str, str]]:
    """The blocks of a stream. One counts once its empty line has come: what a cut leaves is none, and neither is its id."""
    fields: Dict[str, str] = {}
    pieces: List[bytes] = []
    size = 0
    while True:
        piece = response.read1(1 << 16)
        if not piece:
            return
        size += len(piece)
        first, *lines = piece.split(b"\n")
        pieces.append(first)
        for following in lines:
            line = b"".join(pieces).rstrip(b"\r").decode()
            pieces = [following]
            if line:
                name, _, value = line.partition(":")
                value = value[1:] if value.startswith(" ") else value
                fields[name] = f"{fields[name]}\n{value}" if name == "data" and "data" in fields else value
            elif fields:
                yield fields
                fields, size = {}, len(following)
        if size > _BLOCK_BYTES:
            raise ValueError(f"a block has more than {_BLOCK_BYTES} bytes")


def _quoted(id: str) -> str:
    return urllib.parse.quote(id, safe="")


def _cut(line: http.client.HTTPConnection, sockets: list) -> None:
    for one in sockets or [line.sock]:
        try:
            one.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            pass  # it is closed, or not open yet
