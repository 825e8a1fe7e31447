package io.lockarbiter.contracts.lock;

/**
 * What decides beside the commands themselves. It enters a partition through its log, as a {@code
 * settings} record, so that a replay decides alike.
 *
 * @param rules version of the lock rules
 * @param partitions number of partitions of both topics; part of a deployment's identity
 * @param locksPerSubAccount most locks, held and waiting, of one sub-account
 * @param locksPerAccount most locks, held and waiting, of one account
 * @param waitersPerAccount most waiting requests of one account
 * @param acquiresPerWindow most acquires of one sub-account within {@code windowMs}; 0 = unlimited
 * @param windowMs length of the sliding window, ms of log time
 * @param repeatMs how long an ended lock's id is remembered, ms of log time
 * @param repeatEntries most ended ids remembered per partition
 */
public record Settings(
    int rules,
    int partitions,
    int locksPerSubAccount,
    int locksPerAccount,
    int waitersPerAccount,
    int acquiresPerWindow,
    int windowMs,
    int repeatMs,
    int repeatEntries) {

  /** The version of the rules that this code decides by. */
  public static final int RULES = 1;

  /** What holds in a partition before its first {@code settings} record. */
  public static final Settings DEFAULT =
      new Settings(RULES, 12, 10_000, 100_000, 1_000, 0, 10_000, 60_000, 50_000);

  /** Leases, ms. */
  public static final long DEFAULT_LEASE_MS = 30_000;

  public static final long MIN_LEASE_MS = 1_000;
  public static final long MAX_LEASE_MS = 600_000;

  /** Longest wait limit, ms. */
  public static final long MAX_WAIT_MS = 600_000;
}
