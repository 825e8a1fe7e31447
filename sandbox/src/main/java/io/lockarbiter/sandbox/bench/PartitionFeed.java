package io.lockarbiter.sandbox.bench;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** Feeds partition 0 of a store; keeps offsets, log time and what is published. */
final class PartitionFeed {
  /** Most ended ids that are remembered. */
  static final int REPEAT_ENTRIES = 1_000;

  private static final int BATCH = 200;
  private static final long START_MS = 1_700_000_000_000L;

  private final LockStore store;
  private long offset = -1;
  private long publishedSeq;
  private long now = START_MS;

  /** A feed of an empty partition that limits nothing. */
  PartitionFeed(LockStore store) {
    this.store = store;
    feed(
        List.of(
            SettingsChange.NOTHING
                .with(Setting.PARTITIONS, 1)
                .with(Setting.LOCKS_PER_SUB_ACCOUNT, 10_000_000)
                .with(Setting.LOCKS_PER_ACCOUNT, 10_000_000)
                .with(Setting.WAITERS_PER_ACCOUNT, 10_000_000)
                .with(Setting.REPEAT_WINDOW_MS, Settings.DEFAULT.get(Setting.REPEAT_WINDOW_MS))
                .with(Setting.REPEAT_ENTRIES, REPEAT_ENTRIES)));
  }

  /** Lets log time pass. */
  void pass(long ms) {
    now += ms;
  }

  /** Feeds commands numbered from {@code first}, in batches. */
  void run(long first, long count, LongFunction<Command> command) {
    List<Command> batch = new ArrayList<>(BATCH);
    for (long n = first; n < first + count; n++) {
      batch.add(command.apply(n));
      if (batch.size() == BATCH) {
        feed(batch);
        batch = new ArrayList<>(BATCH);
      }
    }
    if (!batch.isEmpty()) {
      feed(batch);
    }
  }

  /** Feeds one batch; with none, tells the store that all is published. */
  Outcome.Applied feed(List<Command> commands) {
    List<LogRecord> records = new ArrayList<>(commands.size());
    long next = offset;
    for (Command command : commands) {
      records.add(new LogRecord(++next, now, 0, new DecodedCommand.Valid(command)));
    }
    Outcome.Applied applied =
        store.decide(0, new FeedPosition(offset, publishedSeq), records).applied();
    offset = next;
    publishedSeq = applied.header().seq();
    return applied;
  }
}
