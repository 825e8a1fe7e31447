package io.lockarbiter.arbiter.ingest;

import io.lockarbiter.arbiter.decide.DecisionMeters;
import io.lockarbiter.arbiter.decide.ElapsedClock;
import io.lockarbiter.arbiter.decide.PartitionBoard;
import io.lockarbiter.arbiter.publish.PublisherSource;
import io.lockarbiter.arbiter.publish.Topics;
import io.lockarbiter.arbiter.recover.CommitMetadataCodec;
import io.lockarbiter.arbiter.recover.StartFactsReader;
import io.lockarbiter.arbiter.tick.CommandAppender;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;

/**
 * What every partition needs.
 *
 * @param settings what each partition shall have
 */
public record PartitionServices(
    LockStore store,
    PublisherSource publishers,
    StartFactsReader facts,
    CommitMetadataCodec codec,
    DecisionMeters meters,
    PartitionBoard board,
    CommandAppender appender,
    Topics topics,
    Settings settings,
    ElapsedClock clock) {}
