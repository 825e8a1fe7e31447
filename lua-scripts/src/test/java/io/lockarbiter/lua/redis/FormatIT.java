package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.acquire;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RMap;

/**
 * A state in the format of a later version is refused by name; one in an earlier format is rebuilt.
 */
class FormatIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final RedisLockStore store = redis.store();
  private final LogRecord record =
      new LogRecord(0, 1_000, 0, new Valid(acquire("a", "u1", Operation.UPLOAD, "/a")));
  private final RMap<byte[], byte[]> meta = redis.meta(0);

  @BeforeEach
  void decideOne() {
    store.decide(0, FeedPosition.START, List.of(record)).applied();
  }

  @ParameterizedTest
  @ValueSource(strings = {"15", "16", "next"})
  void stateOfALaterFormat_isRefusedByNameAndStays(String format) {
    PartitionState state = store.state(0);
    meta.fastPut(bytes("format"), bytes(format));
    String refusal = "format " + format + ", this arbiter knows 14";

    assertThat(store.foreignIdentity(0)).isEqualTo("has " + refusal);
    assertThat(store.decide(0, new FeedPosition(0, 1), List.of()).outcome())
        .isEqualTo(new Outcome.Ahead("the state has " + refusal));
    assertThat(store.decide(0, FeedPosition.START, List.of()).outcome())
        .isInstanceOf(Outcome.Ahead.class);
    assertThat(store.header(0)).isNull();
    assertThat(store.state(0)).isNull();
    meta.fastPut(bytes("applying"), bytes("1"));
    store.clearHalfState(0);

    meta.fastPut(bytes("applying"), bytes("0"));
    meta.fastPut(bytes("format"), bytes("14"));
    assertThat(store.state(0)).isEqualTo(state);
  }

  /** The types of its keys do not matter; a state without a field for the format has format 1. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", ""})
  void stateOfAnEarlierFormat_isBuiltAnew(String format) {
    PartitionState state = store.state(0);
    if (format.isEmpty()) {
      meta.fastRemove(bytes("format"));
    } else {
      meta.fastPut(bytes("format"), bytes(format));
    }
    String ids = PartitionKey.of("test", 0).get(PartitionKey.IDS.ordinal()).toString();
    redis.delete(0, PartitionKey.IDS);
    redis.redisson().getBucket(ids).set(bytes("laid out otherwise"));

    assertThat(store.foreignIdentity(0)).isNull();
    assertThat(store.header(0)).isNull();
    assertThat(store.state(0)).isNull();
    String found = format.isEmpty() ? "1" : format;
    assertThat(store.decide(0, FeedPosition.START, List.of(record)).outcome())
        .isEqualTo(new Outcome.Empty("the state has format " + found + ", this arbiter knows 14"));
    store.clearHalfState(0);
    store.decide(0, FeedPosition.START, List.of(record)).applied();
    assertThat(store.state(0)).isEqualTo(state);
  }

  @Test
  void stateOfAnEarlierFormat_isReplacedByWhatTheEventsTell() {
    PartitionState state = Objects.requireNonNull(store.state(0));
    meta.fastPut(bytes("format"), bytes("1"));

    StateRestore restore = store.restore(0, state);
    while (restore.next() == StateRestore.Progress.MORE) {}
    assertThat(store.state(0)).isEqualTo(state);
  }

  @Test
  void stateOfAnotherLogInAnEarlierFormat_isNotTouched() {
    meta.fastPut(bytes("format"), bytes("1"));
    meta.fastPut(bytes("identity"), bytes("a/b/c"));

    assertThat(store.foreignIdentity(0)).isEqualTo("belongs to a/b/c");
    assertThat(store.decide(0, FeedPosition.START, List.of(record)).outcome())
        .isInstanceOf(Outcome.Ahead.class);
    assertThat(meta.get(bytes("identity"))).isEqualTo(bytes("a/b/c"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
