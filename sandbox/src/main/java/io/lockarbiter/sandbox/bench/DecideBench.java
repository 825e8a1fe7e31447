package io.lockarbiter.sandbox.bench;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Feeds one partition of a store: uploads at depth 5, spread over accounts and sub-accounts, each
 * under its own path. Keeps the offsets and what is published.
 */
final class DecideBench {
  private static final int BATCH = 200;
  private static final int ACCOUNTS = 100;
  private static final int SUB_ACCOUNTS = 20;
  private static final int REPEAT_ENTRIES = 1_000;

  private final LockStore store;
  private long offset = -1;
  private long publishedSeq;
  private long skippedMs;

  DecideBench(LockStore store) {
    this.store = store;
    Settings d = Settings.DEFAULT;
    feed(
        List.of(
            new SettingsChange(
                null, 1, 10_000_000, 10_000_000, null, null, null, d.repeatMs(), REPEAT_ENTRIES)));
  }

  /** Lets {@code count} uploads, numbered from {@code first}, be granted. */
  void acquire(long first, long count) {
    run(first, count, DecideBench::upload);
  }

  /** Lets the same be released. */
  void release(long first, long count) {
    run(first, count, DecideBench::releaseOf);
  }

  /** Lets log time pass until no ended id is remembered. */
  void letRepeatWindowPass() {
    skippedMs += Settings.DEFAULT.repeatMs();
    run(0, REPEAT_ENTRIES, n -> new Tick());
    publishAll();
  }

  /** Tells the store that all is published. */
  void publishAll() {
    feed(List.of());
  }

  private void run(long first, long count, LongFunction<Command> command) {
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

  private void feed(List<Command> commands) {
    List<LogRecord> records = new ArrayList<>(commands.size());
    long next = offset;
    for (Command command : commands) {
      records.add(
          new LogRecord(
              ++next,
              1_700_000_000_000L + skippedMs + next / 100,
              0,
              new DecodedCommand.Valid(command)));
    }
    Outcome outcome = store.decide(0, offset, publishedSeq, records);
    if (!(outcome instanceof Outcome.Applied applied)) {
      throw new IllegalStateException("the store answered " + outcome);
    }
    offset = next;
    publishedSeq = applied.header().seq();
  }

  private static Command upload(long n) {
    LockPath path =
        LockPath.of("/team-%d/project-%d/docs/%d/file-%d.pdf".formatted(n % 7, n % 31, n % 101, n));
    return new Acquire(
        "id-" + n,
        account(n),
        owner(n),
        null,
        Operation.UPLOAD,
        path,
        null,
        Operation.UPLOAD.targets(path, null),
        Settings.MAX_LEASE_MS,
        0,
        List.of(),
        new TreeMap<>());
  }

  private static Command releaseOf(long n) {
    return new Release("release-" + n, account(n), owner(n), null, "id-" + n, false);
  }

  private static String account(long n) {
    return "account-" + n % ACCOUNTS;
  }

  private static Owner owner(long n) {
    return new Owner("user-" + n / ACCOUNTS % SUB_ACCOUNTS, null);
  }
}
