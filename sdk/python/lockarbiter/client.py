"""The client."""
from __future__ import annotations

import logging
import threading
import urllib.parse
import uuid
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Tuple, Union

from .acquire import obtain
from .base import LEASE_MS, Answer, Lock, LockError, LockLost, WrongAnswer, clock
from .events import Events
from .gateways import Gateways, quoted
from .lease import Lease
from .session import Session
from .unreleased import Unreleased

_WIRE = {  # arguments, and their fields in the request
    "destination": "destination", "targets": "targets", "holding": "holding", "replaces": "replaces", "existing": "existing", "bound": "bound", "lease_ms": "leaseMs",
    "keep_ms": "keepMs", "wait_ms": "waitMs", "max_hold_ms": "maxHoldMs", "grace_ms": "graceMs", "attributes": "attributes", "comment": "comment",
}


class LockClient:
    """Asks one account's gateway for locks. Every method may be called by several threads.

    `url` is one gateway or several. `token` is called in the place of a `key`: it returns a token, or a pair of it and the seconds for which it is
    valid, and is called again when that is refused or ends. `headers` is asked for each request. `request_timeout` is of each request, in seconds;
    `patience` is how long a request is repeated without an answer, beyond its `wait_ms`; `retry` is the pause before that; a stream of events from which
    nothing has come for `silence` is gone. `on_unreachable` is told a text when no gateway has answered for 3 s, or not a release, or when a session's
    list cannot be right; it is logged unless given. Without a `session` each request is an owner of its own; locks of one session never exclude each other.
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
        self.patience = patience
        self.request_timeout = request_timeout
        self.retry = retry
        self.silence = silence
        self._gateways = Gateways(self, [url] if isinstance(url, str) else list(url), account, key, token, headers, sub_account,
                                  on_unreachable or logging.getLogger("lockarbiter").warning)
        self._session: Optional[Session] = None
        self._session_lock = threading.Lock()
        self._began_at: Any = None  # of the session that was kept alive last
        self._unreleased = Unreleased()
        self._asking: Dict[str, bool] = {}  # keys of the requests that wait, and whether another thread has withdrawn them

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
    def close_account(self, **wish: Any) -> Lease: return self.acquire("CLOSE", "/", **wish)
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
        return obtain(self, key, owner, body, on_queued, on_asked, on_lost, "ask", is_ours)

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
        return obtain(self, id, session or self._session_of(id), body, on_queued, on_asked, on_lost, "look")

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

    def release(self, id: str, *, gone: bool = False, failed: bool = False, result: Optional[str] = None, session: Optional[str] = None,
                deadline: Optional[float] = None) -> Lock:
        """Releases a lock or withdraws a request; `reason` is NOT_HELD if nothing was there. `session`: of the lock, if this client does not know it."""
        if id in self._asking:
            self._asking[id] = True  # the release may overtake the request
        query = {**({"gone": "true"} if gone else {}), **({"failed": "true"} if failed else {}), **({"result": result} if result else {})}
        try:
            return self._gateways.ask(id, "DELETE", f"/{quoted(id)}{'?' if query else ''}{urllib.parse.urlencode(query)}", None, deadline,
                             {"Session": session or self._session_of(id)})
        except LockError as refusal:
            if refusal.reason != "NOT_HELD":
                raise
            return {"state": "released", "lockId": id, "reason": "NOT_HELD"}

    def get(self, id: str, wait_s: int = 0) -> Lock:
        """A lock as events tell it: to show, not to act on."""
        answer = self._gateways.send("GET", f"/{quoted(id)}{f'?wait={wait_s}' if wait_s else ''}", None, {"Session": self._session_of(id)}, wait_s)
        if answer.told is None or answer.status >= 300:
            raise LockError(id, answer.told, answer.status, answer.retry_after, str(self._gateways.silence)) from answer.cause
        return answer.told

    def list(self, limit: int = 100, after: Optional[str] = None, *, of: Optional[str] = None) -> Dict[str, Any]:
        """A page of the live locks and requests of this `"session"` if the client has one, or of the `"member"`.

        It has `locks`, `next`, `whole`, and the `position` for `events`.
        """
        query = "?" + urllib.parse.urlencode({"limit": limit, **({"after": after} if after else {})})
        return self._gateways.ask("", "GET", query, more={"Session": "-"} if self._of(of) == "member" else None)

    def keep_alive(self, lease_ms: int = LEASE_MS) -> Session:
        """Keeps this client's session alive until it is released: by one request in a third of its lease, whatever it holds.

        Locks that are asked for with `bound=True` from then on end with it.
        """
        if self.session == "-":
            raise ValueError("session='-' is the sub-account as a whole, which is not kept alive; give the client a session of its own")
        first, self._is_named = clock(), True
        with self._session_lock:
            while True:
                if self._session is not None:
                    raise ValueError(f"session={self.session!r} is kept alive by this client already; use that Session, or another client")
                answer = self._send_alive(lease_ms)
                if answer.told is not None and answer.status < 300 and answer.valid_until > clock():
                    return self._begin(lease_ms, answer.told, answer.valid_until, clock() - first)
                self._gateways.pause(self.session, answer, first + self.patience)

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

    def _send_alive(self, lease_ms: int, timeout: Optional[float] = None) -> Answer:
        return self._gateways.send("POST", "/keep-alive", {"leaseMs": lease_ms}, timeout=timeout, root=self._of_session())

    def _of_session(self) -> str:
        if self.session in (".", ".."):
            raise ValueError(f"session={self.session!r} cannot stand in an address; give the client another session")
        return f"/sessions/{quoted(self.session)}"

    def release_all(self, *, deadline: Optional[float] = None) -> Dict[str, Any]:
        """Ends all that this session holds and waits for, bound or not; returns the numbers, `released` and `cancelled`."""
        if not self._is_named:
            raise ValueError("this client has no session: each request is an owner of its own, so release each lease; or give the client a session")
        return self._gateways.ask(self.session, "DELETE", "", None, deadline, root=self._of_session())

    def _still_held(self, id: str, left: float, is_bound: bool) -> Lock:
        """What is told while no gateway answers a release."""
        end = ("its release is sent again with each keep-alive of its session, and it ends with that at the latest" if is_bound
               else f"it ends with its lease in {max(1, round(left))} s at the latest, and its release is repeated until then" if left > 0
               else "it ends with its lease at the latest")
        failure = LockError(id, None, 0, None, f"{self._gateways.silence}; the lock is no longer used here, and may still be held: {end}. "
                            "The work that is done has not failed. Fix: start a gateway, or correct url")
        return {"state": "unanswered", "lockId": id, "reason": failure.reason, "message": str(failure)}

    def _tell_unfollowed(self, cause: WrongAnswer) -> None:
        """Tells that a session cannot follow what becomes of its locks."""
        self._gateways.silence.tell(f"{cause}. The locks of session={self.session} are renewed one by one, and the list is asked for again. "
                           "Fix: correct what stands between this program and the gateway, or update the gateway")

    def yield_(self, id: str, *, grace_ms: Optional[int] = None, comment: Optional[str] = None) -> Lock:
        """Asks a holder to let go."""
        return self._gateways.ask(id, "POST", f"/{quoted(id)}/yield",
                         {**({} if grace_ms is None else {"graceMs": grace_ms}), **({"comment": comment} if comment else {})})

    def force(self, id: str, *, comment: Optional[str] = None) -> Lock:
        """Ends a lock of somebody else."""
        return self._gateways.ask(id, "POST", f"/{quoted(id)}/force", {"comment": comment} if comment else {})
