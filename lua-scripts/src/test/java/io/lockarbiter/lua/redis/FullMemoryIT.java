package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.acquire;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.release;
import static io.lockarbiter.lua.redis.Commands.tick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.redisson.api.RScript;

/** Tests the decisions while a server's memory is above its {@code maxmemory}. */
class FullMemoryIT {
  private static final int LOCKS = 2_000;

  /**
   * Large enough that the memory which calls and connections take for a moment is little beside it.
   */
  private static final int BALLAST_BYTES = 64 << 20;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final RedisLockStore store = redis.store();

  @AfterEach
  void unlimited() {
    redis.limitMemory(0);
  }

  @Test
  void aboveMaxmemory_whatTheLogSaysIsDecidedOutOfTheReserve() {
    fill();
    useSoMuchOfTheLimit(1.03);

    Decision acquired =
        store.decide(
            0,
            new FeedPosition(LOCKS, 0, LOCKS),
            List.of(record(LOCKS + 1, 2, acquire("more", "u2", Operation.UPLOAD, "/more"))));
    Decision released =
        store.decide(
            0,
            new FeedPosition(LOCKS + 1, LOCKS, LOCKS + 1),
            List.of(record(LOCKS + 2, 3, release("r1", "u1", "lock-1"))));

    assertThat(acquired.applied().held()).isEqualTo(LOCKS + 1);
    assertThat(released.applied().held()).isEqualTo(LOCKS);
  }

  @Test
  void aboveMaxmemory_expiriesFreeItAgain() {
    fill();
    useSoMuchOfTheLimit(1.05);
    long full = redis.usedMemory();

    Decision expired =
        store.decide(0, new FeedPosition(LOCKS, 0, LOCKS), List.of(tick(LOCKS + 1, 40_000)));
    // The events are published, and the repeat window is over.
    store.decide(
        0, new FeedPosition(LOCKS + 1, 2 * LOCKS, 2 * LOCKS), forgetting(LOCKS + 2, 200_000));

    assertThat(expired.events()).hasSize(LOCKS);
    assertThat(expired.applied().held()).isZero();
    assertThat(redis.usedMemory()).isLessThan(full - 500L * LOCKS);
  }

  @Test
  void aboveMaxmemory_anotherOwnerGoesOnFromTheOutbox() {
    List<LogRecord> records = fill();
    useSoMuchOfTheLimit(1.05);

    Decision resumed = redis.store().decide(0, FeedPosition.START, records);

    assertThat(resumed.events()).hasSize(LOCKS);
    assertThat(resumed.applied().held()).isEqualTo(LOCKS);
  }

  @Test
  void reserveUsedUp_changesNothingAndGoesOnWhenThereIsRoom() {
    fill();
    useSoMuchOfTheLimit(1.3);
    FeedPosition position = new FeedPosition(LOCKS, 0, LOCKS);
    List<LogRecord> release = List.of(record(LOCKS + 1, 2, release("r1", "u1", "lock-1")));

    assertThatThrownBy(() -> store.decide(0, position, release))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("failed: out of memory: used_memory=")
        .hasMessageContaining("nothing is lost. Fix: CONFIG SET maxmemory to more")
        .hasMessageNotContaining("channel");

    redis.limitMemory(0);
    assertThat(store.header(0))
        .isNotNull()
        .extracting(h -> h.appliedOffset())
        .isEqualTo((long) LOCKS);
    assertThat(store.decide(0, position, release).applied().held()).isEqualTo(LOCKS - 1);
  }

  @Test
  void aboveMaxmemory_whatWasLostIsRestoredOutOfTheReserve() {
    fill();
    PartitionState state = store.state(0);
    redis.delete(0, PartitionKey.COUNTERS);
    useSoMuchOfTheLimit(1.03);

    StateRestore restore = store.restore(0, state);
    StateRestore.Progress progress = StateRestore.Progress.MORE;
    while (progress == StateRestore.Progress.MORE) {
      progress = restore.next();
    }

    assertThat(progress).isEqualTo(StateRestore.Progress.DONE);
    assertThat(store.state(0)).isNotNull().isEqualTo(state);
  }

  private List<LogRecord> fill() {
    List<LogRecord> records = new ArrayList<>();
    for (int n = 1; n <= LOCKS; n++) {
      records.add(record(n, 1, acquire("lock-" + n, "u1", Operation.UPLOAD, "/d/file-" + n)));
    }
    store.decide(0, FeedPosition.START, records);
    redis
        .redisson()
        .getScript()
        .eval(
            RScript.Mode.READ_WRITE,
            "return redis.call('SETRANGE', 'ballast', '%d', 'x')".formatted(BALLAST_BYTES),
            RScript.ReturnType.LONG);
    return records;
  }

  private static List<LogRecord> forgetting(long offset, long at) {
    List<LogRecord> ticks = new ArrayList<>();
    for (int n = 0; n < LOCKS; n++) {
      ticks.add(tick(offset + n, at));
    }
    return ticks;
  }

  private static void useSoMuchOfTheLimit(double share) {
    redis.limitMemory(Math.round(redis.usedMemory() / share));
  }
}
