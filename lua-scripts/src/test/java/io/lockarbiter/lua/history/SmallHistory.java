package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.redis.RedisRecount;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A history of one account written by hand, for both stores side by side. */
final class SmallHistory {
  private static final String ACCOUNT = "acme";
  static final int PARTITION =
      AccountHash.partition(ACCOUNT, Settings.DEFAULT.get(Setting.PARTITIONS));

  private final List<LogRecord> records = new ArrayList<>();
  private final RedisFixture redis;

  SmallHistory(RedisFixture redis) {
    this.redis = redis;
  }

  void add(long appendedAt, Command command) {
    records.add(new LogRecord(records.size() + 1L, appendedAt, 0, new Valid(command)));
  }

  List<LogRecord> records() {
    return List.copyOf(records);
  }

  /**
   * Feeds the records one by one to both stores, which must agree after each; returns the last
   * state.
   */
  PartitionState feed(CallBounds bounds) {
    LockStore stores = stores(bounds);
    records.forEach(record -> decide(stores, record));
    return Objects.requireNonNull(stores.state(PARTITION));
  }

  /** Feeds the records likewise; returns all events. */
  List<Event> events(CallBounds bounds) {
    LockStore stores = stores(bounds);
    List<EncodedEvent> events = List.of();
    for (LogRecord record : records) {
      events = decide(stores, record);
    }
    return events.stream().map(event -> EventCodec.decode(event.value())).toList();
  }

  /** Feeds the records likewise; returns the events that the last record caused. */
  List<Event> lastEvents(CallBounds bounds) {
    LockStore stores = stores(bounds);
    long before = 0;
    List<EncodedEvent> events = List.of();
    for (LogRecord record : records) {
      before = events.size();
      events = decide(stores, record);
    }
    return events.stream().skip(before).map(event -> EventCodec.decode(event.value())).toList();
  }

  /** Feeds all but the last in one batch, then that one; returns the events that it caused. */
  List<Event> lastEventsOfMany(CallBounds bounds) {
    LockStore stores = stores(bounds);
    int last = records.size() - 1;
    int before = decide(stores, records.subList(0, last)).size();
    return decide(stores, records.subList(last, last + 1)).stream()
        .skip(before)
        .map(event -> EventCodec.decode(event.value()))
        .toList();
  }

  private LockStore stores(CallBounds bounds) {
    return new SideBySideStore(new ReferenceLockStore(), redis.store(bounds));
  }

  private List<EncodedEvent> decide(LockStore stores, LogRecord record) {
    return decide(stores, List.of(record));
  }

  private List<EncodedEvent> decide(LockStore stores, List<LogRecord> batch) {
    long first = batch.get(0).offset();
    FeedPosition position = new FeedPosition(first == 1 ? -1 : first - 1, 0);
    Decision decision = stores.decide(PARTITION, position, batch);
    assertThat(decision.outcome()).isInstanceOf(Outcome.Applied.class);
    RedisRecount.check(redis, PARTITION, Objects.requireNonNull(stores.state(PARTITION)));
    return decision.events();
  }

  static SettingsChange repeatMs(int repeatMs) {
    return SettingsChange.NOTHING.with(Setting.REPEAT_WINDOW_MS, repeatMs);
  }

  static Acquire request(
      String id, String subAccount, Operation operation, String path, long waitMs, String... held) {
    return request(id, subAccount, operation, path, Settings.DEFAULT_LEASE_MS, waitMs, held);
  }

  /** A check-out for a day. */
  static Acquire checkOut(String id, String subAccount, String path) {
    return request(id, subAccount, Operation.CHECK_OUT, path, 86_400_000, 0);
  }

  static Acquire request(
      String id,
      String subAccount,
      Operation operation,
      String path,
      long leaseMs,
      long waitMs,
      String... held) {
    LockPath at = LockPath.of(path);
    LockPath destination = operation.hasDestination() ? LockPath.of("/to/" + id) : null;
    return new Acquire(
        ACCOUNT,
        null,
        new LockFields(
            id,
            new Owner(subAccount, null),
            operation,
            at,
            destination,
            operation.targets(at, destination),
            leaseMs,
            waitMs,
            List.of(held),
            new TreeMap<>()));
  }

  /** A request that asks the holders in its way if it has to wait. */
  static Acquire asking(
      String id, String subAccount, Operation operation, String path, long waitMs, long graceMs) {
    LockFields fields = request(id, subAccount, operation, path, waitMs).fields();
    return new Acquire(ACCOUNT, null, fields, graceMs, "please");
  }

  static Yield askToYield(String id, String by, @Nullable Long graceMs) {
    return new Yield("y " + id, ACCOUNT, new Owner(by, null), null, id, graceMs, "please");
  }

  /** The renewal by which a holder declines to yield. */
  static Renew declined(String id, String subAccount) {
    return new Renew("n " + id, ACCOUNT, new Owner(subAccount, null), null, id, null, "not now");
  }

  static Release release(String id, String subAccount) {
    return new Release("r " + id, ACCOUNT, new Owner(subAccount, null), null, id, false);
  }
}
