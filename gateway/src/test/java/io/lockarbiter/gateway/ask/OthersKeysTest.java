package io.lockarbiter.gateway.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Requests under keys of others, and copies that are older than they look. */
class OthersKeysTest extends DeskStage {
  @Test
  void refusalOfAStrangerUnderTheKey_endsNoWait() {
    CompletableFuture<AcquireAnswer> wait =
        ask("l1", Duration.ofSeconds(2), Duration.ofSeconds(25));
    desk.repeatWindow(0, Duration.ofSeconds(60));
    tell(refused(last(Renew.class)));
    tell(queued("l1"));
    tell(
        Rejected.plain(
            head("l1"),
            acquire("l1", "stranger").fields(),
            RejectReason.ID_CONFLICT,
            RejectReason.ID_CONFLICT.message(),
            null));
    assertThat(wait).isNotDone();
    tell(granted("l1", 30_000, 0, false));
    tell(renewed(last(Renew.class), 30_000));
    assertThat(wait.join().event()).isInstanceOf(Renewed.class);
  }

  @Test
  void requestUnderAStrangersKey_isNotToldOfItsLock() {
    CompletableFuture<AcquireAnswer> answer =
        desk.acquire(
            acquire("l1", "stranger"),
            "stranger",
            Duration.ofMillis(1),
            desk.nanoTime(),
            Duration.ZERO);
    time.pass(Duration.ZERO);
    desk.repeatWindow(0, Duration.ofSeconds(60));
    tell(refused(last(Renew.class)));
    tell(queued("l1"));
    assertThat(answer).isNotDone();
    tell(
        Rejected.plain(
            head("l1"),
            acquire("l1", "stranger").fields(),
            RejectReason.ID_CONFLICT,
            RejectReason.ID_CONFLICT.message(),
            null));
    assertThat(((Rejected) answer.join().event()).reason()).isEqualTo(RejectReason.ID_CONFLICT);
  }

  @Test
  void copyWhoseBodyCameSlowly_isJudgedFromItsArrival() {
    long arrivedAt = desk.nanoTime();
    time.pass(Duration.ofMillis(9_500));
    CompletableFuture<AcquireAnswer> late =
        desk.acquire(acquire("l1"), "web", Duration.ofSeconds(39), arrivedAt, Duration.ZERO);
    time.pass(Duration.ZERO);
    desk.repeatWindow(0, Duration.ofSeconds(60));
    tell(refused(last(Renew.class)));
    assertThat(failure(late)).isInstanceOf(LateCopyException.class);
  }
}
