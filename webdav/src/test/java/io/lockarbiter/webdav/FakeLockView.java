package io.lockarbiter.webdav;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.testing.FakeArbiter;

/** Reads the events of a fake arbiter. */
final class FakeLockView implements LockView {
  private final FakeArbiter arbiter;
  private final LockTable table = new LockTable();
  private long seen;

  FakeLockView(FakeArbiter arbiter) {
    this.arbiter = arbiter;
  }

  @Override
  public synchronized LockTable now(String account) {
    for (Event event : arbiter.events()) {
      if (event.head().seq() > seen) {
        seen = event.head().seq();
        table.see(event);
      }
    }
    return table;
  }

  @Override
  public void close() {}
}
