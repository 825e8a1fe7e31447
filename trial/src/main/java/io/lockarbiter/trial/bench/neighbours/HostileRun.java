package io.lockarbiter.trial.bench.neighbours;

import java.util.List;

/**
 * One input at work on one partition.
 *
 * @param sender sends its commands
 * @param loss what may happen to the partition's state
 * @param accounts of that partition, which no other input has
 * @param share divides how many locks and requests there are
 * @param beganMs when it began
 */
record HostileRun(
    HostileSender sender, StateLoss loss, List<String> accounts, int share, long beganMs) {
  /** So many accounts has an input. */
  static final int ACCOUNTS = 8;

  private static final long LEAST_LEASE_MS = 5_000;
  private static final long MORE_LEASE_MS = 115_000;
  private static final long SHORTEST_LEASE_MS = 1_000;

  private static final String ACQUIRE =
      "{\"type\":\"acquire\",\"commandId\":\"%s\",\"account\":\"%s\",\"subAccount\":\"%s\",\"operation\":\"%s\",%s,\"leaseMs\":%d,\"waitMs\":%d}";

  /** So many of what there is at most, at least 10. */
  int of(int most) {
    return Math.max(10, most / share);
  }

  /** How long leases are: long enough to ask for all there is. */
  long leaseMs() {
    return LEAST_LEASE_MS + MORE_LEASE_MS / share;
  }

  /** Acquires as fast as it goes, with a lease that does not end before all is answered. */
  void acquire(String id, String account, String owner, String what) {
    sender.send(account, command(id, account, owner, "UPLOAD", what, leaseMs(), 0));
  }

  /** Acquires, or waits as long as may be. */
  void await(String id, String account, String owner, String operation, String what) {
    sender.send(account, command(id, account, owner, operation, what, leaseMs(), 600_000));
  }

  /**
   * Acquires with a lease that ends when those of all others do: no sooner than the command is
   * appended is it known how long that is.
   */
  void acquireUntilMoment(String id, String account, String owner, String operation, String what)
      throws InterruptedException {
    sender.awaitPlace();
    long lease = beganMs + leaseMs() - System.currentTimeMillis();
    if (lease < SHORTEST_LEASE_MS) {
      throw new IllegalStateException(
          "%s cannot be asked for: after %d ms the moment at which all leases shall end is near. The machine is too slow or busy. Fix: ask for fewer with --share"
              .formatted(id, leaseMs() - lease));
    }
    sender.sendInPlace(account, command(id, account, owner, operation, what, lease, 0));
  }

  static String command(
      String id,
      String account,
      String owner,
      String operation,
      String what,
      long leaseMs,
      long waitMs) {
    return ACQUIRE.formatted(id, account, owner, operation, what, leaseMs, waitMs);
  }
}
