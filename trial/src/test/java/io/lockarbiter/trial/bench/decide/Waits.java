package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Outcome;
import java.util.List;
import java.util.TreeMap;

/** Lets requests of one account wait, and does what they must not make dear. */
final class Waits {
  private static final String ACCOUNT = "acme";

  private final PartitionFeed feed;
  private int round;

  Waits(PartitionFeed feed) {
    this.feed = feed;
  }

  /** Anew: one deletion is held; {@code count} uploads below it wait. */
  void letWait(int count) {
    round++;
    feed.feed(List.of(acquire("blocker-" + round, Operation.DELETE, "/busy/folder/deep/down", 0)));
    feed.run(
        0,
        count,
        n ->
            acquire(
                "waiter-" + round + "-" + n,
                Operation.UPLOAD,
                "/busy/folder/deep/down/file-" + n,
                Settings.MAX_WAIT_MS));
  }

  /** The deletion ends; answers with the number of locks held then: the uploads. */
  long endBlocker() {
    return feed.feed(List.of(release("blocker-" + round))).held();
  }

  /** Those uploads end. */
  void endWaiters(int count) {
    feed.run(0, count, n -> release("waiter-" + round + "-" + n));
  }

  /** Uploads elsewhere, which conflict with nothing, are granted. */
  void grantElsewhere(long first, int count) {
    feed.run(
        first,
        count,
        n -> acquire("other-" + n, Operation.UPLOAD, "/calm/folder/deep/down/file-" + n, 0));
  }

  /** These end; nobody waits for them. */
  void endElsewhere(long first, int count) {
    feed.run(first, count, n -> release("other-" + n));
  }

  /**
   * Leases that end in the same millisecond run out at one tick; answers with the number of locks
   * still held.
   */
  long expireTogether(long first, int count) {
    grantElsewhere(first, count);
    feed.pass(Settings.MAX_LEASE_MS);
    Outcome.Applied applied = feed.feed(List.of(new Tick()));
    return applied.held();
  }

  private static Command acquire(String id, Operation operation, String path, long waitMs) {
    LockPath at = LockPath.of(path);
    return new Acquire(
        ACCOUNT,
        null,
        new LockFields(
            id,
            new Owner("of-" + id, null),
            operation,
            at,
            null,
            operation.targets(at, null),
            Settings.MAX_LEASE_MS,
            waitMs,
            List.of(),
            new TreeMap<>()));
  }

  private static Command release(String id) {
    return new Release("release-" + id, ACCOUNT, new Owner("of-" + id, null), null, id, false);
  }
}
