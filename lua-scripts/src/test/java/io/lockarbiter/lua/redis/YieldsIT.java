package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Thousands of requests to yield leave no more in Redis than one does. */
class YieldsIT {
  private static final int MANY = 10_000;
  private static final int BATCH = 500;
  private static final int STEP_MS = 50;

  /** Each call forgets a few of the entries that are over. */
  private static final int CALLS_TO_FORGET = 10;

  /** The outbox is empty before and after; this is the variation of Redis's own memory. */
  private static final long SOME_BYTES = 16_384;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final RedisLockStore store = redis.store();
  private long offset = -1;
  private long seq;
  private long at = 1_000;

  @Test
  void requestsForOneLock_areToldOnceASecondAndLeaveNoMoreThanTheFirst() {
    begin();
    decide(0, List.of(acquire(0)));
    decide(0, List.of(ask("acme", "first", 0, null)));
    Map<String, Integer> sizes = redis.sizes(0);
    long bytes = redis.usedMemory();

    int told = 0;
    for (int n = 0; n < MANY; n += BATCH) {
      for (Event event : decide(STEP_MS, each(n, i -> ask("acme", "u" + i, 0, null)))) {
        told += event instanceof YieldRequested ? 1 : refused(event, RejectReason.RATE_LIMITED);
      }
    }

    assertThat(told).isEqualTo((int) (MANY * STEP_MS / Settings.YIELD_PAUSE_MS));
    assertThat(redis.sizes(0)).isEqualTo(sizes);
    assertMemoryIsBackAt(bytes);
  }

  @Test
  void requestsForManyLocks_endEachOnceAndLeaveNothing() {
    begin();
    Map<String, Integer> nothing = redis.sizes(0);
    long bytes = redis.usedMemory();
    decide(0, each(0, YieldsIT::acquire));
    for (long graceMs : List.of(60_000L, 30_000L, 10_000L)) {
      String by = ("by" + graceMs + "o".repeat(IdRule.MAX_BYTES)).substring(0, IdRule.MAX_BYTES);
      assertThat(decide(0, each(0, n -> ask("acme", by, n, graceMs))))
          .hasSize(BATCH)
          .allMatch(YieldRequested.class::isInstance);
    }

    assertThat(decide(9_999, List.of(new Tick()))).isEmpty();
    assertThat(decide(1, List.of(new Tick())))
        .hasSize(BATCH)
        .allSatisfy(
            event -> {
              assertThat(((Released) event).reason()).isEqualTo(ReleaseReason.FORCED);
              assertThat(((Released) event).by()).startsWith("by10000");
            });

    for (int call = 0; call < CALLS_TO_FORGET; call++) {
      decide(Setting.REPEAT_WINDOW_MS.byDefault(), List.of(new Tick()));
    }
    assertThat(redis.sizes(0)).isEqualTo(nothing);
    assertMemoryIsBackAt(bytes);
  }

  /**
   * The name of one account does not reach another's locks, and a request costs the state nothing.
   */
  @Test
  void requestsForWhatIsNotTheirs_changeNothing() {
    begin();
    decide(0, List.of(acquire(0)));
    Map<String, Integer> sizes = redis.sizes(0);
    PartitionState state = Objects.requireNonNull(store.state(0));
    long bytes = redis.usedMemory();

    for (int n = 0; n < MANY; n += BATCH) {
      assertThat(decide(0, each(n, i -> ask("neighbour", "u", i % 2, 0L))))
          .hasSize(BATCH)
          .allMatch(event -> refused(event, RejectReason.NOT_HELD) == 0);
    }

    assertThat(redis.sizes(0)).isEqualTo(sizes);
    assertMemoryIsBackAt(bytes);
    assertThat(Objects.requireNonNull(store.state(0)).held()).isEqualTo(state.held());
  }

  /** The server shrinks the buffers of its connections once they have been idle for a while. */
  private static void assertMemoryIsBackAt(long bytes) {
    await().untilAsserted(() -> assertThat(redis.usedMemory() - bytes).isLessThan(SOME_BYTES));
  }

  private void begin() {
    decide(
        0,
        List.of(
            SettingsChange.NOTHING
                .with(Setting.PARTITIONS, 1)
                .with(Setting.RULES, Settings.NEWEST_RULES)));
  }

  /**
   * Decides commands one after another, each after this much log time; returns the events that they
   * cause.
   */
  private List<Event> decide(long stepMs, List<? extends Command> commands) {
    List<LogRecord> records = new ArrayList<>();
    for (Command command : commands) {
      at += stepMs;
      records.add(record(offset + 1 + records.size(), at, command));
    }
    FeedPosition before = offset < 0 ? FeedPosition.START : new FeedPosition(offset, seq);
    Decision decision = store.decide(0, before, records);
    offset += records.size();
    seq = decision.applied().header().seq();
    store.decide(0, new FeedPosition(offset, seq), List.of()).applied();
    return decision.events().stream().map(event -> EventCodec.decode(event.value())).toList();
  }

  private static <T> List<T> each(int from, IntFunction<T> command) {
    return IntStream.range(from, from + BATCH).mapToObj(command).toList();
  }

  private static Acquire acquire(int n) {
    LockPath path = LockPath.of("/d/" + n);
    List<Target> targets = Operation.UPLOAD.targets(path, null);
    return Commands.acquire(
        "l" + n, "holder", Operation.UPLOAD, path, targets, Settings.MAX_LEASE_MS);
  }

  private static Yield ask(String account, String by, int n, @Nullable Long graceMs) {
    return new Yield("y", account, new Owner(by, null), null, "l" + n, graceMs, null);
  }

  private static int refused(Event event, RejectReason reason) {
    assertThat(((Rejected) event).reason()).isEqualTo(reason);
    return 0;
  }
}
