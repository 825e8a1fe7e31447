package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.StateRebuild;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * The services that every partition needs beside its log.
 *
 * @param committers runs commits beside the workers, as many at a time as there are partitions
 * @param settings the settings that each partition should have
 * @param repair the command that messages tell an operator to run
 * @param rebuilds builds states from events
 * @param rebuildTurns permits for rebuilds at the same time, because live locks are in memory
 *     meanwhile
 * @param rebuildBytes the most bytes that may be charged for such a state
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

  /** The services of an instance that rebuilds one state at a time. */
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
