package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.acquire;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RMap;

/** Another program writes into the header of a state: the state then counts as half a state. */
class DamagedHeaderIT {
  private static final int LAST_OFFSET_BYTE = 7;
  private static final FeedPosition FIRST_DONE = new FeedPosition(0, 1);

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final RedisLockStore store = redis.store();
  private final LogRecord first = record(0);
  private final RMap<byte[], byte[]> meta = redis.meta(0);

  @BeforeEach
  void decideOne() {
    store.decide(0, FeedPosition.START, List.of(first)).applied();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sizes", "numbers", "settings", "todo", "digest"})
  void fieldThatIsCutLengthenedOrGone_isNoticedByAll(String field) {
    byte[] right = Objects.requireNonNull(meta.get(bytes(field)));
    if (right.length > 0) {
      meta.fastPut(bytes(field), Arrays.copyOf(right, right.length - 1));
      assertIsHalf();
    }
    meta.fastPut(bytes(field), Arrays.copyOf(right, right.length + 1));
    assertIsHalf();
    meta.fastRemove(bytes(field));
    assertIsHalf();

    meta.fastPut(bytes(field), right);
    assertThat(store.header(0)).isNotNull();
  }

  /** Otherwise the commands up to that offset would be taken for decided, and get no answer. */
  @Test
  void appliedOffsetThatIsTooHigh_skipsNoCommand() {
    byte[] numbers = Objects.requireNonNull(meta.get(bytes("numbers")));
    numbers[LAST_OFFSET_BYTE] = 9;
    meta.fastPut(bytes("numbers"), numbers);

    assertThat(store.decide(0, FIRST_DONE, List.of(record(1))).outcome())
        .isEqualTo(
            new Outcome.Empty(
                "there is half a state: its header is not as the last call has left it"));
    store.clearHalfState(0);
    assertThat(
            store
                .decide(0, FeedPosition.START, List.of(first, record(1)))
                .applied()
                .header()
                .appliedOffset())
        .isEqualTo(1);
  }

  /** The state is whole, but the events that it keeps must not be published. */
  @Test
  void outboxThatSomebodyHasWrittenInto_isAhead() {
    redis
        .redisson()
        .<byte[]>getList(PartitionKey.of("test", 0).get(PartitionKey.OUTBOX.ordinal()).toString())
        .fastSet(0, bytes("somebody else's"));

    assertThat(store.decide(0, new FeedPosition(0, 0), List.of(record(1))).outcome())
        .isInstanceOfSatisfying(
            Outcome.Ahead.class,
            ahead -> assertThat(ahead.why()).startsWith("an event that it keeps for publishing"));
  }

  private void assertIsHalf() {
    assertThat(store.decide(0, FIRST_DONE, List.of()).outcome()).isInstanceOf(Outcome.Empty.class);
    assertThat(store.header(0)).isNull();
    assertThat(store.state(0)).isNull();
    assertThat(store.foreignIdentity(0)).isNull();
  }

  private static LogRecord record(int offset) {
    return new LogRecord(
        offset,
        1_000 + offset,
        0,
        new Valid(acquire("a", "u" + offset, Operation.UPLOAD, "/a" + offset)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
