"""Puts the client behind the protocol of the traps (../traps/README.md): lines of JSON in, lines of JSON out."""
import json
import sys
import threading
import time

import lockarbiter
from lockarbiter.client import _WIRE

WIRE = {wire: name for name, wire in _WIRE.items()}
locks = lease = events = session = None
output = threading.Lock()
clock = [0.0]
real_time = time.time
time.time = lambda: real_time() + clock[0]
time.time_ns = lambda: int(time.time() * 1e9)
# While a machine sleeps, this clock goes on, and time.monotonic() may stand still.
slept = [0.0]
real_clock = time.clock_gettime
time.clock_gettime = lambda which: real_clock(which) + slept[0]


def tell(told, **more):
    with output:
        print(json.dumps({"told": told, **more}), flush=True)


def blockers(lock):
    return [one["subAccount"] for one in lock.get("blockedBy", [])]


HANDLING = {
    "on_queued": lambda lock: tell("queued", blockedBy=blockers(lock)),
    "on_asked": lambda asked: tell("asked", by=asked["by"]),
    "on_lost": lambda lost: tell("lost", id=lost.id, reason=lost.reason),
}


def obtain(asking):
    global lease
    try:
        mine = lease = asking()
        tell("granted", token=mine.token, safeForMs=mine.safe_for * 1000)
    except lockarbiter.LockError as refusal:
        tell("refused", reason=refusal.reason, retry=refusal.retry, text=str(refusal), endedBy=refusal.ended_by, movedTo=refusal.moved_to,
             movedSeq=refusal.moved_seq, retryAfterMs=refusal.retry_after and refusal.retry_after * 1000, blockedBy=blockers(refusal.answer))
    except (ValueError, TypeError) as wrong:
        tell("refused", reason="WRONG_VALUE", text=str(wrong))


def follow(take=None, **following):
    """Takes events, so many at most; `stop` ends it."""
    global events
    refused = None
    events = locks.events(**following)
    try:
        for taken, event in enumerate(events, 1):
            tell("event", **event._asdict())
            if taken == take:
                return
        refused = "STOPPED" if events._closed.is_set() else None
    except lockarbiter.LockError as refusal:
        refused = refusal.reason
    except ValueError:
        refused = "WRONG_VALUE"
    tell("ended", reason=refused)


def opened(urls, account, session, requestTimeoutMs, patienceMs, retryMs, key=None, tokens=(), tokenForMs=None, subAccount=None, silenceMs=40_000,
           tellsSilence=False):
    global locks
    left = list(tokens)

    def token():
        given = left.pop(0) if len(left) > 1 else left[0]
        return (given, tokenForMs / 1000) if tokenForMs else given

    locks = lockarbiter.LockClient(urls, account, key=key, token=token if left else None, session=session, sub_account=subAccount, request_timeout=requestTimeoutMs / 1000,
                                   patience=patienceMs / 1000, retry=retryMs / 1000, silence=silenceMs / 1000,
                                   on_unreachable=lambda text: tell("unreachable", text=text) if tellsSilence else None)
    tell("ready")


def asked_for(request):
    wish = {WIRE.get(name, name): value for name, value in request.items()}
    obtain(lambda: locks.acquire(wish.pop("operation"), wish.pop("path", None), **wish, **HANDLING))


def kept(leaseMs=30_000):
    global session
    try:
        session = locks.keep_alive(leaseMs)
    except lockarbiter.LockError as refusal:
        return tell("refused", reason=refusal.reason, retry=refusal.retry)
    except ValueError:
        return tell("refused")
    tell("kept", safeForMs=session.safe_for * 1000, resumed=session.resumed)
    mine = session
    with mine._state:
        mine._state.wait_for(lambda: mine._over)
    if mine.lost:
        tell("sessionLost", reason=mine.lost.reason)


def refusable(work):
    try:
        work()
    except lockarbiter.LockError as refusal:
        tell("refused", reason=refusal.reason, retry=refusal.retry)


def stepped(ms):
    clock[0] += ms / 1000


def busy(ms):
    end = time.monotonic() + ms / 1000
    while time.monotonic() < end:
        pass


def asleep(ms):
    slept[0] += ms / 1000
    stepped(ms)


COMMANDS = {
    "open": opened,
    "acquire": asked_for,
    "keep": kept,
    "sessionState": lambda: (lambda valid: tell("sessionState", valid=valid, safeForMs=session.safe_for * 1000))(session.valid),
    "releaseSession": lambda: refusable(lambda: tell("sessionReleased", **session.release())),
    "resume": lambda id, **request: obtain(lambda: locks.resume(id, **{WIRE.get(name, name): value for name, value in request.items()}, **HANDLING)),
    "withdraw": lambda id: locks.release(id),
    "events": follow,
    "stop": lambda: events.close(),
    "list": lambda **page: tell("listed", **locks.list(**page)),
    "release": lambda outcome={}: refusable(lambda: (lambda told: tell("released", state=told["state"], reason=told["reason"], text=told.get("message")))(lease.release(**outcome))),
    "decline": lambda why: (lease.decline(why), tell("declined")),
    "renew": lambda leaseMs: (lease.renew(leaseMs), tell("renewed")),
    "state": lambda: (lambda valid: tell("state", valid=valid, lost=lease.lost and lease.lost.reason, safeForMs=lease.safe_for * 1000))(lease.valid),
    "step": stepped,
    "busy": busy,
    "sleep": asleep,
}
for line in sys.stdin:
    command = json.loads(line)
    work = COMMANDS[command.pop("do")]
    if work in (opened, stepped, busy, asleep):
        work(**command)
    else:
        threading.Thread(target=work, kwargs=command, daemon=True).start()
