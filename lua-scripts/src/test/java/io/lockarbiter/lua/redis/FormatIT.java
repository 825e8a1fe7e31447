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
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RMap;

/** A state that another version has laid out is refused by name, and not touched. */
class FormatIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final RedisLockStore store = redis.store();
  private RMap<byte[], byte[]> meta;

  @BeforeEach
  void decideOne() {
    LogRecord record =
        new LogRecord(0, 1_000, 0, new Valid(acquire("a", "u1", Operation.UPLOAD, "/a")));
    store.decide(0, FeedPosition.START, List.of(record)).applied();
    String key =
        redis
            .redisson()
            .getKeys()
            .getKeysStream()
            .filter(k -> k.endsWith(":meta"))
            .findFirst()
            .orElseThrow();
    meta = redis.redisson().getMap(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "3"})
  void stateOfAnotherFormat_isRefusedByNameAndStays(String format) {
    PartitionState state = store.state(0);
    meta.fastPut(bytes("format"), bytes(format));
    String refusal = "format " + format + ", this arbiter knows 2";

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
    meta.fastPut(bytes("format"), bytes("2"));
    assertThat(store.state(0)).isEqualTo(state);
  }

  /** Before there was a field for it. */
  @Test
  void stateWithoutAFormat_isOfTheFirst() {
    meta.fastRemove(bytes("format"));

    assertThat(store.foreignIdentity(0)).isEqualTo("has format 1, this arbiter knows 2");
    assertThat(store.decide(0, new FeedPosition(0, 1), List.of()).outcome())
        .isEqualTo(new Outcome.Ahead("the state has format 1, this arbiter knows 2"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
