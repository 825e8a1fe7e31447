package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.history.SideBySideStore;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.redisson.client.codec.ByteArrayCodec;

/** Gives a state a higher number of its last event, on Redis beside the model. */
class RenumberIT {
  private static final String OUTBOX = "{test:0}:aside-1:outbox";

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final SideBySideStore both = new SideBySideStore(new ReferenceLockStore(), redis.store());

  @Test
  void state_goesOnBehindTheNumber() {
    PartitionState before = twoHeldNotPublished();

    PartitionHeader raised = requireNonNull(both.renumber(0, 50, "aside-1"));

    assertThat(raised.seq()).isEqualTo(50);
    PartitionState after = requireNonNull(both.state(0));
    assertThat(after.held()).isEqualTo(before.held()).hasSize(2);
    assertThat(after.header()).isEqualTo(raised);
    assertThat(both.decide(0, new FeedPosition(2, 49), List.of()).outcome())
        .as("what it kept is not handed out any more")
        .isInstanceOf(Outcome.Stale.class);
    assertThat(both.decide(0, new FeedPosition(2, 50), List.of(acquire(3))).events())
        .extracting(EncodedEvent::seq)
        .containsExactly(51L);
    assertThat(redis.redisson().getList(OUTBOX, ByteArrayCodec.INSTANCE).size()).isEqualTo(2 * 2);
  }

  /** A first answer may be lost; nothing is set aside a second time. */
  @Test
  void repeatedCall_changesNothing() {
    twoHeldNotPublished();
    PartitionHeader raised = both.renumber(0, 50, "aside-1");
    both.decide(0, new FeedPosition(2, 50), List.of(acquire(3)));

    assertThat(both.renumber(0, 50, "aside-1")).isEqualTo(both.header(0)).isNotEqualTo(raised);
    assertThat(both.decide(0, new FeedPosition(3, 50), List.of()).events()).hasSize(1);
  }

  @Test
  void noStateOrHalfOne_staysAsItIs() {
    assertThat(both.renumber(0, 50, "aside-1")).isNull();
    twoHeldNotPublished();
    redis.delete(0, PartitionKey.LEASES);

    assertThat(redis.store().renumber(0, 50, "aside-1")).isNull();
    assertThat(redis.redisson().getKeys().countExists(OUTBOX)).isZero();
  }

  private PartitionState twoHeldNotPublished() {
    both.decide(0, FeedPosition.START, List.of(onePartition(0), acquire(1), acquire(2)));
    return requireNonNull(both.state(0));
  }

  private static LogRecord acquire(int offset) {
    return record(
        offset, 100, Commands.acquire("c" + offset, "u", Operation.UPLOAD, "/p" + offset));
  }
}
