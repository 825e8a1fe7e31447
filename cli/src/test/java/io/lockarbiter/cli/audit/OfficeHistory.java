package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.file.RecordLine;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/**
 * A morning in two companies, decided by the reference model; one seed always gives the same
 * history.
 */
final class OfficeHistory {
  static final long START_MS = Instant.parse("2026-11-20T08:00:00Z").toEpochMilli();
  private static final long MEAN_STEP_MS = 700;
  private static final long LEASE_MS = 30_000;
  private static final List<Operation> OPERATIONS =
      List.of(
          Operation.UPLOAD,
          Operation.UPLOAD,
          Operation.UPLOAD,
          Operation.UPLOAD,
          Operation.DOWNLOAD,
          Operation.DOWNLOAD,
          Operation.UPLOAD_FOLDER,
          Operation.DELETE,
          Operation.COPY,
          Operation.RENAME);

  private record Action(long at, int number, Command command) {}

  private final List<AuditRecord> commands = new ArrayList<>();
  private final List<AuditRecord> events = new ArrayList<>();
  private final HistoryRecorder recorder = new HistoryRecorder(0, commands::add, this::published);
  private final PriorityQueue<Action> due =
      new PriorityQueue<>(Comparator.comparingLong(Action::at).thenComparing(Action::number));
  private final Random random;
  private final OfficeFiles files;
  private long offset;
  private int number;

  private OfficeHistory(long seed) {
    random = new Random(seed);
    files = new OfficeFiles(random);
  }

  /** A history with this many requests for locks. */
  static OfficeHistory of(long seed, int locks) {
    OfficeHistory history = new OfficeHistory(seed);
    history.append(
        START_MS,
        SettingsChange.NOTHING
            .with(Setting.PARTITIONS, 1)
            .with(Setting.LOCKS_PER_SUB_ACCOUNT, 100_000)
            .with(Setting.LOCKS_PER_ACCOUNT, 1_000_000)
            .with(Setting.WAITERS_PER_ACCOUNT, 1_000));
    long at = START_MS;
    for (int i = 0; i < locks; i++) {
      at += (long) (-Math.log(1 - history.random.nextDouble()) * MEAN_STEP_MS);
      history.runUntil(at);
      history.append(at, history.acquire(i));
    }
    history.runUntil(at + 5_000);
    return history;
  }

  /** Writes both topics as a file that the command line reads. */
  Path write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    commands.forEach(record -> lines.add(new RecordLine("lock.commands", 0, record).text()));
    events.forEach(record -> lines.add(new RecordLine("lock.events", 0, record).text()));
    return Files.write(file, lines);
  }

  private void runUntil(long at) {
    for (Action next = due.peek(); next != null && next.at() <= at; next = due.peek()) {
      due.remove();
      append(next.at(), next.command());
    }
  }

  private void append(long at, Command command) {
    recorder.append(offset++, at, command);
  }

  private void schedule(long at, Command command) {
    due.add(new Action(at, number++, command));
  }

  private void published(AuditRecord record) {
    events.add(record);
    if (EventCodec.decode(Objects.requireNonNull(record.value())) instanceof Granted granted) {
      holdOn(granted.head().account(), granted.head().at(), granted.subject());
    }
  }

  /** Renews as long as the work takes; one in thirty clients dies meanwhile. */
  private void holdOn(String account, long at, LockFields fields) {
    long heldMs = (long) (500 - Math.log(1 - random.nextDouble()) * 14_000);
    boolean dies = random.nextInt(30) == 0;
    long last = at;
    for (long renewal = at + 20_000; renewal < at + heldMs; renewal += 20_000) {
      schedule(
          renewal, new Renew(id("renew"), account, fields.owner(), null, fields.lockId(), null));
      last = renewal;
    }
    if (dies) {
      schedule(last + LEASE_MS + 10, new Tick());
    } else {
      schedule(
          at + heldMs,
          new Release(id("free"), account, fields.owner(), null, fields.lockId(), false));
    }
  }

  private String id(String kind) {
    return kind + "-" + number;
  }

  private Acquire acquire(int n) {
    OfficeFiles.Place place = files.next();
    Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
    boolean ofFolder =
        operation == Operation.UPLOAD_FOLDER
            || operation == Operation.DELETE && random.nextInt(4) == 0;
    LockPath path = LockPath.of(ofFolder ? place.folder() : place.folder() + "/" + place.file());
    LockPath destination =
        operation.hasDestination()
            ? LockPath.of(place.folder() + "/" + n + " " + place.file())
            : null;
    long waitMs = random.nextInt(3) == 0 ? 0 : 5_000 + random.nextInt(40) * 1_000L;
    Owner owner =
        new Owner(place.member(), random.nextBoolean() ? "web-" + random.nextInt(3) : null);
    TreeMap<String, String> attributes = new TreeMap<>();
    attributes.put("uploadId", "u-" + n);
    attributes.put("agent", "sync/5.2 <\"beta\"> & 'co'");
    return new Acquire(
        place.account(),
        null,
        new LockFields(
            "%08x-lock-%d".formatted(Integer.reverse(n), n),
            owner,
            operation,
            path,
            destination,
            operation.targets(path, destination),
            LEASE_MS,
            waitMs,
            List.of(),
            attributes));
  }
}
