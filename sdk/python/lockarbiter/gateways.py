"""How requests reach a gateway: in turn, with a token that counts, and again while none answers."""
from __future__ import annotations

import errno
import http.client
import json
import math
import socket
import threading
import time
import urllib.parse
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence, Tuple

from .base import FLOOR_S, Answer, LockError, call, clock

if TYPE_CHECKING:
    from .client import LockClient

_EARLY_S = 30.0  # a token is asked for so long before it ends, or a tenth of its time before
_SILENCE_S = 3.0  # no gateway has answered for so long: that is told


class NoHeaders(Exception):
    """The caller's `headers` or `token` failed; the next time it may do better."""


class WrongHeader(ValueError):
    """No header can carry what the caller gave."""


class WrongToken(WrongHeader):
    """What the caller's `token` gave is no token."""

    def __init__(self, fault: str) -> None:
        super().__init__(f"token() gave {fault}, expected a token or a pair of it and seconds; nothing was sent, because a request without a token is "
                         "nobody's. Fix: return the token that the provider gave, and raise while it gives none: then the request is repeated")


class Silence:
    """Since when no gateway has answered, and why; tells it once."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = lambda text: call(tell, text)
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
            if self._told or clock() - self._since < _SILENCE_S:
                return
            self._told = True
        self.tell(f"{self}. Requests are repeated; a lock that is held is lost at its safe end. Fix: start a gateway, or correct url")

    def __str__(self) -> str:
        with self._lock:
            causes = ", ".join(f"{url} ({cause})" for url, cause in self._causes.items())
            seconds = 0.0 if self._since is None else clock() - self._since
        return f"no gateway has answered for {max(1, round(seconds))} s{causes and ': '}{causes}"


def _cause_text(cause: Any) -> str:
    if isinstance(cause, TimeoutError) or isinstance(cause, socket.timeout):
        return "no answer in time"
    name = errno.errorcode.get(cause.errno or 0) if isinstance(cause, OSError) else None
    return name or str(cause) or type(cause).__name__


class Gateways:
    """The gateways of one account, and which of them is asked now."""

    def __init__(self, locks: LockClient, urls: Sequence[str], account: str, key: Optional[str], token: Any, headers: Optional[Callable[[], Mapping[str, str]]],
                 sub_account: Optional[str], on_unreachable: Callable[[str], None]) -> None:
        self._locks = locks
        self.silence = Silence(on_unreachable)
        self.urls = [urllib.parse.urlsplit(f"{one.rstrip('/')}/v1/accounts/{urllib.parse.quote(account, safe='')}") for one in urls]
        for one in self.urls:
            if one.scheme not in ("http", "https") or not one.hostname or one.port == 0:  # a port that is no number raises ValueError
                raise ValueError(f"url={one.scheme}://{one.netloc} is no address of a gateway, expected http:// or https://, a host and a port")
        if not self.urls:
            raise ValueError("url is empty, expected the address of a gateway")
        self.at = 0
        self._key = key
        self._token = token
        self._token_lock = threading.Lock()
        self._kept: Optional[Tuple[str, float]] = None  # the token, and until when it is sent
        self._headers = headers
        self._sub_account = sub_account

    def move_on(self, at: int) -> None:
        """Has the next one asked, unless that is so already."""
        if self.at == at:
            self.at = at + 1

    def pause(self, id: str, answer: Answer, deadline: float, consequence: str = "whether it was done is not known") -> None:
        """Waits before a repetition, or raises what is not to be repeated."""
        refusal = LockError(id, answer.told, answer.status, answer.retry_after,
                            f"{self.silence}; {consequence}. Fix: start a gateway, or correct url, then ask again")
        pause = max(FLOOR_S, self._locks.retry if answer.retry_after is None else answer.retry_after)
        if (answer.told and answer.status >= 300 and refusal.retry != "same key") or clock() + pause > deadline:
            raise refusal from answer.cause
        time.sleep(pause)

    def send(self, method: str, path: str, body: Optional[Dict[str, Any]] = None, more: Optional[Dict[str, str]] = None, wait_s: float = 0,
             timeout: Optional[float] = None, root: str = "/locks") -> Answer:
        """Sends one request, and again with another token if that is refused. A redirect, and an answer that is no JSON, are none.

        Raises only for what is wrong with the caller's values.
        """
        for is_last in (False, True):
            try:
                bearer = self.bearer()
                answer = self._send_once(bearer, method, root + path, body, more, wait_s, timeout)
            except NoHeaders as failure:
                self.silence.add(self._origin(self.at), failure.__cause__, clock())
                return Answer(0, None, None, math.nan, failure.__cause__, True)
            if is_last or answer.status != 401 or not self.forget(bearer):
                break
        return answer

    def _origin(self, at: int) -> str:
        url = self.urls[at % len(self.urls)]
        return f"{url.scheme}://{url.netloc}"

    def sent(self, method: str, path: str, body: Optional[Dict[str, Any]] = None, timeout: Optional[float] = None,
             more: Optional[Dict[str, str]] = None) -> Answer:
        """As `send`, where nobody would hear of a wrong value: `headers` or `token` may do better the next time."""
        try:
            return self.send(method, path, body, more, timeout=timeout)
        except (TypeError, ValueError, AttributeError) as cause:
            return Answer(0, None, None, math.nan, cause)

    def bearer(self) -> Optional[str]:
        """The key, or the token. Raises NoHeaders from what `token` raises."""
        if self._token is None:
            return self._key
        if not self._token_lock.acquire(timeout=self._locks.request_timeout):
            raise NoHeaders from TimeoutError("token() has not returned in time")
        try:
            if self._kept is None or clock() >= self._kept[1]:
                asked_at, told = clock(), self._token()
                text, seconds = told if isinstance(told, tuple) and len(told) == 2 else (told, math.inf)
                fault = _token_fault(text, seconds)
                if fault:
                    raise WrongToken(fault)
                self._kept = text, asked_at + seconds - min(_EARLY_S, seconds / 10)
            return self._kept[0]
        except WrongToken:
            raise
        except Exception as cause:
            raise NoHeaders from cause
        finally:
            self._token_lock.release()

    def forget(self, refused: Optional[str]) -> bool:
        """Says whether another token may help; one that was refused is sent no more."""
        if self._token is None:
            return False
        with self._token_lock:
            if self._kept and self._kept[0] == refused:
                self._kept = None
        return True

    def _send_once(self, bearer: Optional[str], method: str, path: str, body: Optional[Dict[str, Any]], more: Optional[Dict[str, str]], wait_s: float,
                   timeout: Optional[float]) -> Answer:
        encoded = self.all_headers(
            bearer, {"Accept": "application/json", **({} if body is None else {"Content-Type": "application/json"}), **(more or {})})
        text = None if body is None else json.dumps(body).encode()
        at = self.at
        url = self.urls[at % len(self.urls)]
        sent_at = clock()
        limit = max(0.001, wait_s + (self._locks.request_timeout if timeout is None else timeout))
        line = connection(url, limit)
        sockets: list = []
        # A socket's timeout counts anew with each byte; this ends an answer that trickles.
        alarm = threading.Timer(limit, cut_off, (line, sockets))
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
            self.at = at + 1
            self.silence.add(self._origin(at), cause, sent_at)
            return Answer(0, None, None, math.nan, cause, is_unsent)
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
            self.silence.add(self._origin(at), f"HTTP status {response.status}, and no answer of a gateway", sent_at)
        else:
            self.silence.end()
        if told is None or response.status == 503:
            self.at = at + 1
        return Answer(response.status, told, told_retry_after(response), valid_until)

    def all_headers(self, bearer: Optional[str], more: Mapping[str, str]) -> Dict[str, bytes]:
        """Raises NoHeaders from what `headers` raises, and ValueError for what no header can carry."""
        headers = {"Session": self._locks.session}
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        if self._sub_account:
            headers["Sub-Account"] = self._sub_account
        headers.update(more)
        try:
            headers.update(self._headers() if self._headers else {})
        except Exception as cause:
            raise NoHeaders from cause
        for name, value in headers.items():
            if set("\r\n\0") & set(name + value):
                raise WrongHeader(f"the header {name} has a line break or a zero in it; no header can carry that")
        return {name: value.encode() for name, value in headers.items()}

    def ask(self, id: str, method: str, path: str, body: Optional[Dict[str, Any]] = None, deadline: Optional[float] = None,
             more: Optional[Dict[str, str]] = None, root: str = "/locks") -> Dict[str, Any]:
        """Sends a request until it is answered."""
        until = clock() + self._locks.patience if deadline is None else deadline
        while True:
            answer = self.send(method, path, body, more, root=root)
            if answer.told is not None and answer.status < 300:
                return answer.told
            self.pause(id, answer, until)


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


def connection(url: urllib.parse.SplitResult, timeout: float) -> http.client.HTTPConnection:
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    return kind(url.hostname or "", url.port, timeout=timeout)


def told_retry_after(response: http.client.HTTPResponse) -> Optional[float]:
    seconds = response.getheader("Retry-After") or ""
    return float(seconds) if seconds.isdecimal() else None


def quoted(id: str) -> str:
    return urllib.parse.quote(id, safe="")


def cut_off(line: http.client.HTTPConnection, sockets: list) -> None:
    for one in sockets or [line.sock]:
        try:
            one.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            pass  # it is closed, or not open yet
