package io.lockarbiter.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An arbiter of one partition, decided by the model; it publishes to a hub, at once or later. */
public final class ModelArbiter {
  private static final long STEP_MS = 100;

  private final ReferenceLockStore store;
  private final EventHub hub;
  private final List<EncodedEvent> unpublished = new ArrayList<>();
  private long offset = -1;
  private long seq;
  private volatile long at = 1_000;

  /** Creates the arbiter of partition 0, the only one. */
  public ModelArbiter(ReferenceLockStore store, EventHub hub) {
    this.store = store;
    this.hub = hub;
    decide(SettingsChange.NOTHING.with(Setting.PARTITIONS, 1));
  }

  /** Requests a lock under an id, and waits up to a minute for it. */
  public void acquire(
      String account, String id, String subAccount, Operation operation, String path) {
    acquire(account, id, new Owner(subAccount, null), operation, path);
  }

  /** Requests a lock under an id, and waits up to a minute for it. */
  public void acquire(String account, String id, Owner owner, Operation operation, String path) {
    acquire(account, id, owner, operation, path, 30_000, 60_000, Map.of());
  }

  /** Checks a path out under an id, without waiting for it; a note of null is none. */
  public void checkOut(
      String account, String id, Owner owner, String path, Duration keep, @Nullable String note) {
    Map<String, String> attributes = note == null ? Map.of() : Map.of(LockFields.NOTE, note);
    acquire(account, id, owner, Operation.CHECK_OUT, path, keep.toMillis(), 0, attributes);
  }

  /** Acquires a path under an id, with these times and attributes. */
  public void acquire(
      String account,
      String id,
      Owner owner,
      Operation operation,
      String path,
      long leaseMs,
      long waitMs,
      Map<String, String> attributes) {
    LockPath at = LockPath.of(path);
    decide(
        new Acquire(
            account,
            null,
            new LockFields(
                id,
                owner,
                operation,
                at,
                null,
                operation.targets(at, null),
                leaseMs,
                waitMs,
                List.of(),
                new TreeMap<>(attributes))));
    publish();
  }

  /** Releases a lock. */
  public void release(String account, String id, String subAccount) {
    decide(new Release("release-" + offset, account, new Owner(subAccount, null), null, id, false));
    publish();
  }

  /** Renews a lock. */
  public void renew(String account, String id, String subAccount) {
    decide(new Renew("renew-" + offset, account, new Owner(subAccount, null), null, id, null));
    publish();
  }

  /** Lets log time pass before the next command. */
  public void pass(Duration time) {
    at += time.toMillis();
  }

  /** Returns log time, epoch ms. */
  public long at() {
    return at;
  }

  /** Decides a command without publishing the events. */
  public void decide(Command command) {
    at += STEP_MS;
    unpublished.addAll(
        store
            .decide(
                0,
                new FeedPosition(offset, seq),
                List.of(new LogRecord(++offset, at, 1, new DecodedCommand.Valid(command))))
            .events());
    if (!unpublished.isEmpty()) {
      seq = unpublished.get(unpublished.size() - 1).seq();
    }
  }

  /** Publishes the events decided so far. */
  public void publish() {
    for (EncodedEvent event : unpublished) {
      hub.publish(
          new StreamedEvent(
              0,
              event.seq(),
              event.seq(),
              at,
              event.account(),
              event.type().text(),
              event.lockId(),
              event.value()));
    }
    unpublished.clear();
  }

  /** Returns the number of the last event. */
  public long seq() {
    return seq;
  }

  static String json(StreamedEvent event) {
    return new String(event.json(), UTF_8);
  }
}
