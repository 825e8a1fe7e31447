"""One request for a lock: sent, waited for, looked for, renewed, and withdrawn if nobody would use it."""
from __future__ import annotations

import math
import threading
import time
import uuid
from typing import TYPE_CHECKING, Any, Dict, Optional

from .base import FLOOR_S, INTERRUPTED_S, LEASE_MS, NEVER, LockError, background, call, clock
from .gateways import quoted
from .lease import Lease

if TYPE_CHECKING:
    from .client import LockClient
    from .session import Session

_WAIT_S = 20


def _ended_text(told: Dict[str, Any], ended_by: Optional[str]) -> str:
    """What became of a request that is over and was not heard of in time."""
    how = f", {ended_by}" if ended_by else ""
    if told.get("token") is not None or ended_by == "EXPIRED":
        return f"the lock was granted and has ended{how} before this program heard of it: nobody used it. Ask again under a new key"
    if ended_by == "CANCELLED":
        return "the request was withdrawn while it waited"
    return f"it has ended{how}; it may have been granted before this program heard of it, and nobody used it. Ask again under a new key"


def obtain(locks: LockClient, id: str, owner: str, body: Dict[str, Any], on_queued: Any, on_asked: Any, on_lost: Any, verb: str, is_ours: bool = False) -> Lease:
    """Asks for a lock, waits for it, or takes it up again, until it is held or refused."""
    if not id or id != id.strip():
        raise ValueError(f"id={id!r} is empty or has spaces around it; a header cannot carry it")
    first, session = clock(), locks._session
    begun, whole_ms = first, body.get("waitMs", 0)
    deadline = first + whole_ms / 1000 + locks.patience
    max_age_ms, sent_once, blockers_seen, is_held = LEASE_MS, False, on_queued is None, False
    # Sure: no copy of the request may arrive later. May be there: one of this call may wait, or be granted. Has left: one may have arrived.
    is_sure, may_be_there, has_left = True, False, False

    def begin_anew() -> None:
        nonlocal first, sent_once, body
        first, sent_once = clock(), False
        if whole_ms:
            body = {**body, "waitMs": max(0, math.ceil(whole_ms - (first - begun) * 1000))}

    lease = {"leaseMs": body["leaseMs"]} if "leaseMs" in body else {}
    locks._asking[id] = False
    locks._own(id, owner)
    locks._unreleased.remove(id)
    if session is not None:
        session._following.expect(id)
    try:
        while True:
            if verb == "ask" and sent_once and (clock() - first) * 1000 > max_age_ms:
                if has_left:
                    verb = "look"
                else:
                    begin_anew()  # a copy that is too old would be refused, but there is none: nobody has had the request
            age_ms = max(1, math.ceil((clock() - first) * 1000)) if sent_once else 0
            wait_ms = body.get("waitMs", 0)
            sent_at, sent_once, had_left, was_there, was_sure, is_sure = clock(), True, has_left, may_be_there, is_sure, False
            own = {"Session": owner}
            if verb == "look":
                answer = locks._gateways.send("GET", f"/{quoted(id)}?wait={_WAIT_S}", None, own, _WAIT_S)
            elif verb == "renew":
                answer = locks._gateways.send("POST", f"/{quoted(id)}/renew", lease, own)
            else:
                has_left = True
                wait_s = _WAIT_S if wait_ms > 0 and blockers_seen else 0
                more = {**own, "Idempotency-Key": id, **({"Request-Age": str(age_ms)} if age_ms else {}),
                        **({"Prefer": f"wait={wait_s}"} if wait_s else {})}
                answer = locks._gateways.send("POST", "", body, more, wait_s)
            told = answer.told or {}
            state = told.get("state")
            has_left = had_left or (has_left and not answer.unsent)
            is_sure = was_sure if answer.unsent else bool(told) and answer.status < 500 and (was_sure or answer.status < 300)
            is_there = not answer.unsent and (not told or answer.status < 300 or answer.status >= 500 if verb == "ask" else state == "queued")
            may_be_there = was_there or is_there  # a request of this call may wait, or be granted
            if locks._asking.get(id) and (answer.status < 300 or LockError(id, answer.told, answer.status).retry == "same key"):
                withdraw(locks, id, owner, body, is_sure, session)
                raise LockError(id, {"reason": "ENDED", "endedBy": "CANCELLED", "message": "another thread has withdrawn it"}, 409)
            if answer.status < 300 and answer.valid_until > clock():
                if session is not None and told.get("bound") and owner == locks.session and session._covers(told):
                    if not session.valid:
                        withdraw(locks, id, owner, body, is_sure, session)
                        raise LockError(id, {"reason": "NO_SESSION", "message": "its session is closed or lost here, so it is released"}, 409)
                    is_held = True
                    # One lock has one lease here: events are told to one.
                    there = session._lease_of(id)
                    if there is not None:
                        there._also(on_asked, on_lost)
                        return there
                    return Lease(locks, id, owner, told, answer.valid_until, session.lease_ms, {}, on_asked, on_lost, session)
                is_held = True
                return Lease(locks, id, owner, told, answer.valid_until, body.get("leaseMs"), {} if "operation" in body else lease, on_asked, on_lost)
            if told.get("maxRequestAgeMs"):
                max_age_ms = told["maxRequestAgeMs"] - 1000
            if state == "queued":
                was_queued, blockers_seen = blockers_seen, True
                call(on_queued, told)
                if wait_ms > 0 and was_queued and clock() - sent_at < FLOOR_S:
                    time.sleep(FLOOR_S)  # a gateway that does not wait is not asked without end
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
                pause = max(FLOOR_S, locks.retry)
                if not is_ours or clock() + pause > deadline:
                    unknown = LockError(id, None, 0, None, "no answer to the request has come, and no gateway knows it now. If it is granted later, nobody "
                                        "uses the lock, and it ends with its lease. Fix: ask again under a new key")
                    unknown.retry = "same key" if is_ours else "new key"
                    raise unknown
                # Its owner is the same, so a late grant of the lost one is not in the way of the next.
                withdraw(locks, id, owner, body, is_sure, session)
                time.sleep(pause)
                locks._asking.pop(id, None)
                locks._owners.pop(id, None)
                if session is not None:
                    session._following.expect_no_more(id)
                id = str(uuid.uuid4())
                locks._asking[id] = False
                locks._own(id, owner)
                if session is not None:
                    session._following.expect(id)
                verb, is_sure, may_be_there, has_left = "ask", True, False, False
                begin_anew()
            else:
                is_lost = has_left or verb == "look"
                locks._gateways.pause(id, answer, deadline, "whether the lock was granted is not known; if it was, nobody uses it, and it ends with its lease "
                                      "at the latest" if is_lost else "nothing has reached a gateway, so no lock was granted")
    except LockError as refusal:
        is_given_up = is_ours and refusal.retry == "same key"
        # Who may not ask any more would not take what is granted later.
        if (is_given_up and has_left) or (may_be_there and refusal.status in (401, 403)):
            withdraw(locks, id, owner, body, is_sure, session)
        if is_given_up:
            refusal.retry = "new key"
        if session is not None and is_ours and body.get("bound") and refusal.reason == "NO_SESSION":
            session._end("SESSION_ENDED")  # it was alive when this was asked
        raise
    except BaseException as failure:
        # A wrong value of the caller's was not sent.
        if may_be_there or (sent_once and not isinstance(failure, Exception)):
            withdraw(locks, id, owner, body, is_sure, session).join(INTERRUPTED_S)
        raise
    finally:
        locks._asking.pop(id, None)
        if not is_held:
            locks._owners.pop(id, None)
        if session is not None:
            session._following.expect_no_more(id)


def withdraw(locks: LockClient, id: str, owner: str, body: Dict[str, Any], is_sure: bool, session: Optional[Session]) -> threading.Thread:
    """Releases in the background what nobody would use.

    A release may overtake the request, so it is repeated until it is answered, or no copy of the request can arrive, or a lock with a lease would be over.
    No lease ends one that is bound to a session, so that goes on with it.
    """
    end = clock() + body.get("leaseMs", LEASE_MS) / 1000

    def is_answered() -> bool:
        pause = max(FLOOR_S, locks.retry)
        while True:
            answer = locks._gateways.sent("DELETE", f"/{quoted(id)}", more={"Session": owner})
            reason = (answer.told or {}).get("reason")
            if answer.told is not None and (answer.status < 300 or (is_sure and reason == "NOT_HELD") or reason in NEVER):
                return True
            if clock() > end:
                return False
            time.sleep(pause)
            pause = min(2 * pause, 4.0)

    def work() -> None:
        try:
            is_over = is_answered()
        except (TypeError, ValueError):  # `headers` returned something wrong
            is_over = False
        if session is not None and not is_over:
            locks._unreleased.add(id, None, {"session": owner})

    return background(work)
