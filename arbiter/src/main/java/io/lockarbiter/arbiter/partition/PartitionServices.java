package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * What every partition needs beside its log.
 *
 * @param committers runs beside the workers what they need not wait for: as many at a time as there
 *     are partitions
 * @param settings what each partition shall have
 * @param rebuilds as many as may build a state in memory at a time
 */
public record PartitionServices(
    LockStore store,
    DecisionMeters meters,
    PartitionStatuses statuses,
    CommandAppender appender,
    Executor committers,
    Settings settings,
    ElapsedClock clock,
    Semaphore rebuilds) {
  /** Those of an instance whose partitions are rebuilt one after the other. */
  public PartitionServices(
      LockStore store,
      DecisionMeters meters,
      PartitionStatuses statuses,
      CommandAppender appender,
      Executor committers,
      Settings settings,
      ElapsedClock clock) {
    this(store, meters, statuses, appender, committers, settings, clock, new Semaphore(1, true));
  }
}
