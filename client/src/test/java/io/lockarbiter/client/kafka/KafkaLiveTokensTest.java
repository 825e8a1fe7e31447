package io.lockarbiter.client.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks how far back the events are read, and how unreadable events count. */
class KafkaLiveTokensTest {
  private static final long NOW_MS = 1_795_000_000_000L;
  private static final long MINUTE_MS = 60_000;

  private final LogConsumer log = new LogConsumer(100);
  private final KafkaLiveTokens tokens = tokens();
  private long seq = 100;

  private KafkaLiveTokens tokens() {
    Clock clock = Clock.fixed(Instant.ofEpochMilli(NOW_MS), ZoneOffset.UTC);
    return new KafkaLiveTokens(log, LogConsumer.TOPIC, clock, "tokens");
  }

  @AfterEach
  void stop() {
    tokens.close();
    assertThat(log.closed()).isTrue();
  }

  @Test
  void firstGuessThatIsNotFarEnough_isFollowedByOthersFurtherBack() {
    renewed(-60, 1);
    renewed(-16, 2);
    renewed(-14, 3);
    renewed(-6, 7);
    tokens.start();
    await().until(() -> tokens.lowest("acme").equals(OptionalLong.of(7)));
    assertThat(log.seeks).containsExactly(102L, 101L);
  }

  /** Nothing was appended for hours, so the host's clock says little about where to begin. */
  @Test
  void silentPartition_isReadFromTheLongestLeaseBeforeItsLastEvent() {
    renewed(-600, 1);
    renewed(-500, 2);
    renewed(-400, 3);
    tokens.start();
    await().until(() -> tokens.lowest("acme").equals(OptionalLong.of(3)));
  }

  @Test
  void logThatDoesNotReachBackFarEnough_isKnownWhenLogTimeHasPassed() {
    renewed(-5, 7);
    renewed(-4, 7);
    tokens.start();
    await().until(() -> log.hasRead(2));
    assertThat(tokens.lowest("acme")).isEmpty();
    renewed(5, 9);
    await().until(() -> tokens.lowest("acme").equals(OptionalLong.of(9)));
    assertThat(log.seeks).containsExactly(100L);
  }

  @Test
  void emptyLog_isKnownWithItsFirstEvent() {
    seq = 0;
    tokens.start();
    await().until(() -> !log.seeks.isEmpty());
    assertThat(tokens.lowest("acme")).isEmpty();
    renewed(0, 1);
    await().until(() -> tokens.lowest("acme").isPresent());
  }

  @Test
  void deletedEvents_areWaitedForNoMoreAndAllBeginsAnew() {
    seq = 0;
    renewed(-30, 1);
    tokens.start();
    await().until(() -> tokens.lowest("acme").isPresent());
    log.schedulePollTask(
        () -> {
          renewed(-20, 2);
          log.cut();
          renewed(-10, 3);
        });
    await().until(() -> tokens.lowest("acme").isEmpty());
    renewed(0, 4);
    await().until(() -> tokens.lowest("acme").equals(OptionalLong.of(4)));
  }

  @Test
  void missingEvents_areNotSearchedFor() {
    renewed(-13, 1);
    renewed(-8, 2);
    seq += 5;
    renewed(-1, 3);
    tokens.start();
    await().until(() -> log.hasRead(3));
    assertThat(tokens.lowest("acme")).isEmpty();
    renewed(9, 4);
    await().until(() -> tokens.lowest("acme").equals(OptionalLong.of(4)));
    assertThat(log.seeks).containsExactly(100L);
  }

  @Test
  void unreadableEvent_isPassedOverAndHoldsItsAccountBack() {
    seq = 0;
    renewed(-30, 1);
    log.add(NOW_MS, "acme", "granted", "no JSON".getBytes(UTF_8));
    seq++;
    log.add(NOW_MS, "acme", "rejected", "is not read".getBytes(UTF_8));
    seq++;
    renewed(-20, 4);
    tokens.start();
    await().until(() -> log.hasRead(4));
    renewed(-18, 4);
    await().until(() -> log.hasRead(5));
    assertThat(tokens.lowest("acme")).hasValue(1);
  }

  @Test
  void topicThatIsMissingAndPollsThatFail_areTriedAgain() {
    log.missTopic(1);
    log.schedulePollTask(() -> log.setPollException(new KafkaException("not now")));
    seq = 0;
    renewed(-30, 1);
    tokens.start();
    await().until(() -> tokens.lowest("acme").equals(OptionalLong.of(1)));
  }

  private void renewed(long minutes, long token) {
    long at = NOW_MS + minutes * MINUTE_MS;
    LockFields lock =
        RequestCommands.acquire(
                LockRequest.upload("acme", "u1", "/a"), new Owner("u1", null), "c", null)
            .fields();
    EventHead head = new EventHead(++seq, at, "acme", "c" + seq, new Cause(0, seq));
    Event event = new Renewed(head, lock, token, at + 30_000, at, 0, null);
    log.add(at, "acme", "renewed", EventCodec.encode(event));
  }
}
