package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** Feeds partition 0 of a store; keeps offsets, log time and what is published. */
public final class PartitionFeed {
  /** After so long nothing is remembered any more. */
  public static final int ALL_FORGOTTEN_MS = 3 * Setting.WINDOW_MS.byDefault();

  private static final int REPEAT_WINDOW_MS = 1_000;

  private static final int RECORDS_PER_MS = 20;
  private static final long START_MS = 1_700_000_000_000L;

  private final LockStore store;
  private final int batch;
  private long offset = -1;
  private long publishedSeq;
  private long now = START_MS;

  /**
   * A feed of an empty partition that limits nothing.
   *
   * @param batch most records of a call
   */
  public PartitionFeed(LockStore store, int batch) {
    this.store = store;
    this.batch = batch;
    feed(
        List.of(
            SettingsChange.NOTHING
                .with(Setting.PARTITIONS, 1)
                .with(Setting.LOCKS_PER_SUB_ACCOUNT, 10_000_000)
                .with(Setting.LOCKS_PER_ACCOUNT, 10_000_000)
                .with(Setting.WAITERS_PER_ACCOUNT, 10_000_000)
                .with(Setting.WAITERS_PER_SUB_ACCOUNT, 10_000_000)
                .with(Setting.ACQUIRES_PER_WINDOW, 10_000_000)
                .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 10_000_000)
                .with(Setting.REPEAT_WINDOW_MS, REPEAT_WINDOW_MS)
                .with(Setting.ENDINGS_PER_ACCOUNT, 10_000_000)
                .with(Setting.BYTES_PER_SUB_ACCOUNT, Integer.MAX_VALUE)
                .with(Setting.BYTES_PER_ACCOUNT, Integer.MAX_VALUE)
                .with(Setting.BYTES_PER_PARTITION, Integer.MAX_VALUE)
                .with(Setting.KEPT_PER_SUB_ACCOUNT, 10_000_000)
                .with(Setting.KEPT_PER_ACCOUNT, 10_000_000)));
  }

  /** Lets log time pass. */
  public void pass(long ms) {
    now += ms;
  }

  /** Feeds commands numbered from {@code first}, in batches; 20 a millisecond of log time. */
  public void run(long first, long count, LongFunction<Command> command) {
    List<Command> commands = new ArrayList<>(batch);
    for (long n = first; n < first + count; n++) {
      commands.add(command.apply(n));
      if (commands.size() == batch) {
        feed(commands);
        commands = new ArrayList<>(batch);
      }
    }
    if (!commands.isEmpty()) {
      feed(commands);
    }
  }

  /** Tells the store that all is published. */
  public void publishAll() {
    feed(List.of());
  }

  /** Feeds one batch; with none, tells the store that all is published. */
  public Outcome.Applied feed(List<Command> commands) {
    List<LogRecord> records = new ArrayList<>(commands.size());
    long next = offset;
    for (Command command : commands) {
      next++;
      now += next % RECORDS_PER_MS == 0 ? 1 : 0;
      records.add(new LogRecord(next, now, 0, new DecodedCommand.Valid(command)));
    }
    FeedPosition position = new FeedPosition(offset, publishedSeq);
    Outcome outcome = store.decide(0, position, records, page -> {});
    if (!(outcome instanceof Outcome.Applied applied)) {
      throw new IllegalStateException("the store answered " + outcome);
    }
    offset = next;
    publishedSeq = applied.header().seq();
    return applied;
  }
}
