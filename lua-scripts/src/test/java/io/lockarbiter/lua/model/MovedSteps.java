package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** A partition that remembers moved paths, and the steps of tests of it. */
abstract class MovedSteps {
  static final Owner MOVER = new Owner("mover", null);
  static final WorkOutcome FAILED = new WorkOutcome(false, true, null);
  static final long NOW = LockFields.EXISTING_NOW;

  final LockStore store = store();
  private long offset = -1;
  long at = 1_000;
  private long seq;
  private int ids;
  List<Event> events = List.of();

  LockStore store() {
    return new ReferenceLockStore();
  }

  @BeforeEach
  void start() {
    decide(
        SettingsChange.NOTHING
            .with(Setting.PARTITIONS, 1)
            .with(Setting.ACQUIRES_PER_WINDOW, 0)
            .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0)
            .with(Setting.REPEAT_WINDOW_MS, 0)
            .with(Setting.REMEMBERS_MOVES, 1));
  }

  void decide(Command command) {
    List<LogRecord> records = List.of(new LogRecord(offset + 1, at, 0, new Valid(command)));
    events =
        store.decide(0, new FeedPosition(offset, seq), records).events().stream()
            .map(event -> EventCodec.decode(event.value()))
            .toList();
    offset++;
    seq = events.isEmpty() ? seq : last().head().seq();
  }

  Event last() {
    return events.get(events.size() - 1);
  }

  String acquire(
      Owner owner,
      Operation operation,
      String path,
      @Nullable String destination,
      @Nullable Long existing,
      long waitMs) {
    LockPath from = LockPath.of(path);
    LockPath to = destination == null ? null : LockPath.of(destination);
    return ask(owner, operation, from, to, operation.targets(from, to), existing, waitMs);
  }

  /** Asks for a lock, and answers its id. */
  String ask(
      Owner owner,
      Operation operation,
      @Nullable LockPath from,
      @Nullable LockPath to,
      List<Target> targets,
      @Nullable Long existing,
      long waitMs) {
    String id = "a" + ids++;
    LockFields fields =
        new LockFields(
            id, owner, operation, from, to, targets, 30_000, waitMs, List.of(), new TreeMap<>());
    decide(new Acquire("acme", null, fields.existing(existing)));
    return id;
  }

  void release(String id, Owner owner, WorkOutcome outcome) {
    decide(new Release("r" + ids++, "acme", owner, null, id, outcome));
  }

  /** Moves a path, and answers the number of the event that says so. */
  long move(String from, String to) {
    String id = acquire(MOVER, Operation.MOVE, from, to, null, 0);
    release(id, MOVER, WorkOutcome.GONE);
    return events.get(0).head().seq();
  }

  /** Does some work, and answers the number of the event that says so. */
  long done(Operation operation, String path, @Nullable String to) {
    String id = acquire(MOVER, operation, path, to, null, 0);
    release(id, MOVER, WorkOutcome.DONE);
    return events.get(0).head().seq();
  }

  void fails(Owner owner, Operation operation, String path, @Nullable String to) {
    release(acquire(owner, operation, path, to, null, 0), owner, FAILED);
  }

  long delete(String path) {
    String id = acquire(MOVER, Operation.DELETE, path, null, null, 0);
    release(id, MOVER, WorkOutcome.GONE);
    return events.get(0).head().seq();
  }

  /** The answer to an upload, whose lock is given back at once. */
  String upload(String path, @Nullable Long existing) {
    return answer(Operation.UPLOAD, path, existing);
  }

  String answer(Operation operation, String path, @Nullable Long existing) {
    Owner owner = new Owner("u" + ids, null);
    String id = acquire(owner, operation, path, null, existing, 0);
    Event answer = last();
    if (answer instanceof Rejected rejected) {
      return rejected.reason() + " " + rejected.movedTo();
    }
    release(id, owner, WorkOutcome.DONE);
    return "granted";
  }
}
