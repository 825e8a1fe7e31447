package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.target;
import static io.lockarbiter.lua.redis.Commands.tick;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;

/** Crowds of sessions on the store in Redis and on the model, with the time of each call. */
final class SessionCrowd {
  private static final long MOST_MICROS = 10_000;
  private static final String LONG = "n".repeat(122);

  private final RedisFixture redis;
  final ReferenceLockStore model = new ReferenceLockStore();
  private final List<Long> micros = new ArrayList<>();
  private boolean isMeasured;

  final RedisLockStore store;
  long offset = -1;
  long seq;
  long at = 1_000;

  SessionCrowd(RedisFixture redis) {
    this.redis = redis;
    this.store = redis.store(times().around(redis.redisson()), CallBounds.DEFAULT);
    feed(onePartition(0));
    feed(
        1,
        n ->
            SettingsChange.NOTHING
                .with(Setting.LOCKS_PER_SUB_ACCOUNT, 10_000)
                .with(Setting.ENDINGS_PER_ACCOUNT, 1_000_000)
                .with(Setting.ACQUIRES_PER_WINDOW, 0)
                .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0));
    warm();
  }

  /** Processor time of each call: on a busy machine the wall clock says little. */
  private ScriptSeam times() {
    return new ScriptSeam() {
      private long before;

      @Override
      public void before() {
        before = isMeasured ? usec() : 0;
      }

      @Override
      public void after(Object[] arguments, List<Object> reply) {
        if (isMeasured) {
          micros.add(usec() - before);
        }
      }
    };
  }

  /** Scripts are loaded and the heap is warm. */
  private void warm() {
    feed(1, n -> keep("acme", new Owner("warm", "warm"), 1_000));
    at += 1_000;
    feed(tick(offset + 1, at));
  }

  static String longName(String prefix, int n) {
    return prefix
        + LONG.substring(0, 122 - prefix.length())
        + String.format(Locale.ROOT, "%06d", n);
  }

  static KeepAlive keep(String account, Owner owner, long leaseMs) {
    return new KeepAlive("k", account, owner, null, leaseMs);
  }

  static Acquire bound(
      String account, Owner owner, String id, List<Target> targets, long waitMs, int note) {
    TreeMap<String, String> attributes = new TreeMap<>();
    if (note > 0) {
      attributes.put("x", "y".repeat(note));
    }
    return new Acquire(
        account,
        null,
        new LockFields(
            id,
            owner,
            Operation.CUSTOM,
            null,
            null,
            targets,
            LockFields.BOUND_LEASE_MS,
            waitMs,
            List.of(),
            attributes));
  }

  /** 16 targets of 16 segments, some 60 KB of paths. */
  static List<Target> wide(int n, Mode mode, int segmentBytes) {
    return IntStream.range(0, 16)
        .mapToObj(
            t -> target("/w" + n + "-" + t + ("/" + "s".repeat(segmentBytes)).repeat(15), mode))
        .toList();
  }

  static List<Target> small(int n) {
    return List.of(target("/p/" + n, Mode.PUT));
  }

  static Acquire leased(String account, String id, String path, long leaseMs, long waitMs) {
    return leased(account, new Owner("lessee", null), id, path, leaseMs, waitMs);
  }

  static Acquire leased(
      String account, Owner owner, String id, String path, long leaseMs, long waitMs) {
    return new Acquire(
        account,
        null,
        new LockFields(
            id,
            owner,
            Operation.CUSTOM,
            null,
            null,
            List.of(target(path, Mode.PUT)),
            leaseMs,
            waitMs,
            List.of(),
            new TreeMap<>()));
  }

  /** Redis loses all, and has this state again. */
  void restore(PartitionState state) {
    redis.flushKeys();
    StateRestore restore = store.restore(0, state);
    StateRestore.Progress progress = restore.next();
    while (progress == StateRestore.Progress.MORE) {
      progress = restore.next();
    }
    assertThat(progress).isEqualTo(StateRestore.Progress.DONE);
  }

  PartitionState state() {
    return Objects.requireNonNull(store.state(0));
  }

  /** All windows pass; nothing but the header and what is always there is left. */
  void assertGone() {
    for (int n = 0; n < 2_500; n++) {
      at += n % 500 == 0 ? 200_000 : 0;
      feed(tick(offset + 1, at));
      if (n % 100 == 99 && left().isEmpty()) {
        break;
      }
    }
    assertThat(left()).as("left").isEmpty();
  }

  private Map<String, Integer> left() {
    Map<String, Integer> sizes = new TreeMap<>(redis.sizes(0));
    sizes.keySet().removeIf(key -> key.contains("meta") || key.contains("outbox"));
    return sizes;
  }

  private long usec() {
    Map<String, String> info =
        redis.redisson().getRedisNodes(RedisNodes.SINGLE).getInstance().info(InfoSection.CPU);
    return Math.round(
        1_000_000
            * (Double.parseDouble(info.getOrDefault("used_cpu_user", "0"))
                + Double.parseDouble(info.getOrDefault("used_cpu_sys", "0"))));
  }

  void measure() {
    isMeasured = true;
    micros.clear();
  }

  /** No call since {@link #measure} took long. */
  void assertShort(String what) {
    isMeasured = false;
    assertThat(micros).as(what).isNotEmpty().allMatch(each -> each < MOST_MICROS);
  }

  void feed(int number, IntFunction<? extends Command> command) {
    for (int from = 0; from < number; from += 500) {
      long first = offset + 1 - from;
      LogRecord[] records =
          IntStream.range(from, Math.min(number, from + 500))
              .mapToObj(n -> record(first + n, at, command.apply(n)))
              .toArray(LogRecord[]::new);
      feed(records);
    }
  }

  static List<String> json(List<EncodedEvent> events) {
    return events.stream().map(RedisFixture::json).toList();
  }

  /** Decides records on both, alike. */
  void feed(LogRecord... records) {
    FeedPosition position = new FeedPosition(offset, seq);
    Decision expected = model.decide(0, position, List.of(records));
    Decision decision = store.decide(0, position, List.of(records));
    assertThat(json(decision.events())).isEqualTo(json(expected.events()));
    offset = records[records.length - 1].offset();
    seq = decision.applied().header().seq();
  }

  /** Lets so much time pass, and tells it by a tick. */
  void pass(long ms) {
    at += ms;
    feed(tick(offset + 1, at));
  }
}
