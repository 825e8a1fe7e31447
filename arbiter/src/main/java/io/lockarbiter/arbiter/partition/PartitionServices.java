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
 * @param repair what an operator is told to run
 * @param rebuilds what builds a state from events
 * @param rebuildTurns as many as may do so at a time, for what is live is in memory meanwhile
 * @param rebuildBytes most that such a state may be charged
 */
public record PartitionServices(
    LockStore store,
    DecisionMeters meters,
    PartitionStatuses statuses,
    CommandAppender appender,
    Executor committers,
    Settings settings,
    ElapsedClock clock,
    RepairCall repair,
    StateRebuild.Source rebuilds,
    Semaphore rebuildTurns,
    long rebuildBytes) {
  private static final int SHARE_OF_HEAP = 2;

  /** Those of an instance whose states are built one after the other. */
  public PartitionServices(
      LockStore store,
      DecisionMeters meters,
      PartitionStatuses statuses,
      CommandAppender appender,
      Executor committers,
      Settings settings,
      ElapsedClock clock,
      RepairCall repair,
      StateRebuild.Source rebuilds) {
    this(
        store,
        meters,
        statuses,
        appender,
        committers,
        settings,
        clock,
        repair,
        rebuilds,
        new Semaphore(1, true),
        Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }
}
