"""Streams of server-sent events."""
from __future__ import annotations

import http.client
import json
import random
import socket
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, Optional

from .base import BLOCK_BYTES, CEILING_S, FLOOR_S, LockError, call, clock
from .gateways import NoHeaders, WrongHeader, connection, cut_off, told_retry_after

if TYPE_CHECKING:
    from .client import LockClient

_STREAM_FAILURES = (OSError, http.client.HTTPException, ValueError, AttributeError, RecursionError, NoHeaders, LockError)


class Event(NamedTuple):
    """A change of a lock: `lock` is the lock then, to put into the place of the one that you have; `id` is for `after`.

    A `reset` has no lock, but a `reason` and a `message`: events are missing, so list anew and go on after that list's `position`.
    """

    id: Optional[str]
    event: str
    lock: Optional[Dict[str, Any]]
    reason: Optional[str] = None
    message: Optional[str] = None


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
            cut_off(line, self._sockets)

    def _run(self) -> Iterator[Event]:
        failures = 0
        while not self._closed.is_set():
            opened_at, is_new = clock(), False
            at, response = self._locks._gateways.at, None
            try:
                if self._id is None and self._begin is not None:
                    self._id = self._begin()
                    at = self._locks._gateways.at  # the list may have moved on to an instance that answers
                self._goes_on = self._id is not None
                response = self._open(at)
                call(self._on_open)
                for block in _blocks(response):
                    told = json.loads(block["data"]) if "data" in block else None
                    if "data" in block and not isinstance(told, dict):
                        raise ValueError(f"an event is no object: {block['data'][:100]}")
                    self._id = block.get("id") or self._id
                    if block.get("") == "" and block.get("id"):
                        is_new = True
                        call(self._on_beat)
                    if told is not None and not self._closed.is_set():
                        is_new = True
                        if block.get("event") == "reset":
                            self._reset = True
                            yield Event(self._id, "reset", None, told.get("reason"), told.get("message"))
                            return
                        yield Event(self._id, block.get("event", ""), told)
                raise ConnectionError("the stream has ended")
            except WrongHeader:
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
            self._locks._gateways.move_on(at)
            call(self._on_cut, failure)
            failures = 1 if is_new or clock() - opened_at > CEILING_S else failures + 1
            # All readers of an instance that stops come at once unless each waits for another time.
            pause = min(CEILING_S, max(FLOOR_S, self._locks.retry) * 2 ** min(failures - 1, 20))
            self._closed.wait((failure.retry_after or 0) + pause * random.uniform(0.5, 1))

    def _open(self, at: int) -> http.client.HTTPResponse:
        bearer = self._locks._gateways.bearer()
        try:
            return self._opened(at, bearer)
        except LockError as refusal:
            if refusal.status != 401 or not self._locks._gateways.forget(bearer):
                raise
            if self._line is not None:
                self._line.close()
        return self._opened(at, self._locks._gateways.bearer())

    def _opened(self, at: int, bearer: Optional[str]) -> http.client.HTTPResponse:
        more = {"Accept": "text/event-stream", **({} if self._of == "session" else {"Session": "-"}), **({"Last-Event-ID": self._id} if self._id else {})}
        headers = self._locks._gateways.all_headers(bearer, more)
        if self._of == "members":
            headers.pop("Sub-Account", None)
        url = self._locks._gateways.urls[at % len(self._locks._gateways.urls)]
        limit = self._locks.request_timeout
        self._sockets = []
        self._line = line = connection(url, limit)
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
                told = json.loads(response.read(BLOCK_BYTES))
            except (ValueError, RecursionError):
                told = None
            raise LockError("-", told if isinstance(told, dict) and told.get("reason") else None, response.status, told_retry_after(response))
        finally:
            alarm.cancel()


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
        if size > BLOCK_BYTES:
            raise ValueError(f"a block has more than {BLOCK_BYTES} bytes")
