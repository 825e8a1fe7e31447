package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;
import java.util.concurrent.Executor;

/**
 * What every partition needs beside its log.
 *
 * @param committers runs commits beside the workers: as many at a time as there are partitions
 * @param settings what each partition shall have
 */
public record PartitionServices(
    LockStore store,
    DecisionMeters meters,
    PartitionStatuses statuses,
    CommandAppender appender,
    Executor committers,
    Settings settings,
    ElapsedClock clock) {}
