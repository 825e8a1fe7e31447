package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;

/**
 * What every partition needs beside its log.
 *
 * @param settings what each partition shall have
 */
public record PartitionServices(
    LockStore store,
    DecisionMeters meters,
    PartitionStatuses statuses,
    CommandAppender appender,
    Settings settings,
    ElapsedClock clock) {}
