package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.StateRebuild;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * What every partition needs beside its log.
 *
 * @param committers runs commits beside the workers, as many at a time as there are partitions
 * @param settings what each partition shall have
 * @param rebuilds what builds a state from events
 * @param rebuildTurns as many as may do so at a time, for what is live is in memory meanwhile
 */
public record PartitionServices(
    LockStore store,
    DecisionMeters meters,
    PartitionStatuses statuses,
    CommandAppender appender,
    Executor committers,
    Settings settings,
    ElapsedClock clock,
    StateRebuild.Source rebuilds,
    Semaphore rebuildTurns) {
  /** Those of an instance whose states are built one after the other. */
  public PartitionServices(
      LockStore store,
      DecisionMeters meters,
      PartitionStatuses statuses,
      CommandAppender appender,
      Executor committers,
      Settings settings,
      ElapsedClock clock,
      StateRebuild.Source rebuilds) {
    this(
        store,
        meters,
        statuses,
        appender,
        committers,
        settings,
        clock,
        rebuilds,
        new Semaphore(1, true));
  }
}
