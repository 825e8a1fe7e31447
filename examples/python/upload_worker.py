"""Uploads a file under a lease, and enters it into PostgreSQL under the token of the lease. The database refuses a late worker.

pip install -r requirements.txt
PYTHONPATH=../../sdk/python python3 upload_worker.py http://localhost:8070 "$KEY" postgres://postgres@localhost/postgres /docs/plan.pdf 3
"""
import json
import sys
import time

import psycopg
from lockarbiter import LockClient

ACCOUNT = "acme"
url, key, database, path, seconds = sys.argv[1:]
locks = LockClient(url, ACCOUNT, key=key)


def enter(token: int) -> None:
    """Fence and write in one transaction: it begins with the first statement, commits at the end, and rolls back on an exception."""
    with psycopg.connect(database) as connection:
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        connection.execute("select lockarbiter_fence(%s, %s, %s, %s)", (ACCOUNT, path, "PUT", token))
        connection.execute(
            "insert into files (path, token) values (%s, %s) on conflict (path) do update set token = excluded.token",
            (path, token))


try:
    with locks.upload(path, wait_ms=60_000, lease_ms=3000, on_queued=lambda lock: print("waits")) as lease:
        print("granted", lease.token)
        time.sleep(float(seconds))  # uploads the data under a name that nobody else uses
        enter(lease.token)
        print("wrote", lease.token)
except psycopg.Error as problem:  # 40001 and 40P01 say that the transaction may be repeated
    if problem.sqlstate != "LA001":
        raise
    sys.exit("too late: " + json.loads(problem.diag.message_detail)["reason"])
