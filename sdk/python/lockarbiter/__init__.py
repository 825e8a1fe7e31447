"""A client of Lock Arbiter's gateway, of the standard library only, for Python 3.9 or newer.

    locks = LockClient("http://localhost:8070", "acme", key=KEY)
    with locks.upload("/docs/a.txt", wait_ms=60_000) as lease:
        for part in parts:
            lease.raise_if_lost()
            write(part)
"""
from .base import LockError, LockLost
from .client import LockClient
from .events import Event, Events
from .lease import Lease
from .session import Session

__all__ = ["LockClient", "Lease", "Session", "LockError", "LockLost", "Event", "Events"]
