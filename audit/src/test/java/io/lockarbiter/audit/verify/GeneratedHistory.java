package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.RecordLog;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A history as long as one likes, made while it is read: grants and releases at path depth 5 in 20
 * accounts; one request in ten is for a file that somebody else has, and waits for it. So many
 * commands a second that no limit of the defaults refuses one.
 */
final class GeneratedHistory implements PartitionHistory {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long START_MS = 1_700_000_000_000L;
  private static final int PER_MS = 5;
  private static final int ACCOUNTS = 20;
  private static final int CHUNK = 500;

  private final long commands;
  private final int live;
  private final Deque<AuditRecord> readyCommands = new ArrayDeque<>();
  private final Deque<AuditRecord> readyEvents = new ArrayDeque<>();
  private final HistoryRecorder recorder =
      new HistoryRecorder(0, readyCommands::add, readyEvents::add);
  private long offset;
  private long generationNanos;

  /**
   * A history.
   *
   * @param live locks held at once
   */
  GeneratedHistory(long commands, int live) {
    this.commands = commands;
    this.live = live;
  }

  /** Processor time spent on making it, which is no part of reading it. */
  long generationNanos() {
    return generationNanos;
  }

  @Override
  public int partition() {
    return 0;
  }

  @Override
  public RecordLog commands() {
    return new Log(readyCommands::poll);
  }

  @Override
  public RecordLog events() {
    return new Log(readyEvents::poll);
  }

  @Override
  public void close() {}

  private void generate() {
    long begin = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < CHUNK && offset < commands; i++) {
      recorder.append(offset, START_MS + offset / PER_MS, command());
      offset++;
    }
    generationNanos += THREADS.getCurrentThreadCpuTime() - begin;
  }

  private Command command() {
    if (offset == 0) {
      return SettingsChange.NOTHING
          .with(Setting.PARTITIONS, 1)
          .with(Setting.LOCKS_PER_SUB_ACCOUNT, 10_000_000)
          .with(Setting.LOCKS_PER_ACCOUNT, 10_000_000)
          .with(Setting.WAITERS_PER_ACCOUNT, 10_000_000);
    }
    long n = offset / 2;
    boolean acquire = offset % 2 == 0;
    return acquire ? acquire(n) : release(n - live);
  }

  private static Acquire acquire(long n) {
    boolean waits = n / ACCOUNTS % 10 == 9;
    long file = waits ? n - ACCOUNTS : n;
    LockPath path =
        LockPath.of(
            "/team-%d/project-%d/2026/month-%d/file-%d"
                .formatted(file % 7, file % 11, file % 12, file));
    return new Acquire(
        account(n),
        "gateway-3",
        new LockFields(
            "lock-" + n,
            new Owner("user-" + n % 1_000, null),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            30_000,
            waits ? 10_000 : 0,
            List.of(),
            new TreeMap<>()));
  }

  private static Release release(long n) {
    return new Release(
        "release-" + n, account(n), new Owner("user-" + n % 1_000, null), null, "lock-" + n, false);
  }

  private static String account(long n) {
    return "account-" + Math.floorMod(n, ACCOUNTS);
  }

  private final class Log implements RecordLog {
    private final Supplier<@Nullable AuditRecord> ready;

    Log(Supplier<@Nullable AuditRecord> ready) {
      this.ready = ready;
    }

    @Override
    public long begin() {
      return 0;
    }

    @Override
    public long end() {
      return commands;
    }

    @Override
    public @Nullable AuditRecord next() {
      AuditRecord next = ready.get();
      while (next == null && offset < commands) {
        generate();
        next = ready.get();
      }
      return next;
    }
  }
}
