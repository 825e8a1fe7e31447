package io.lockarbiter.gateway.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
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

  /** The arbiter decides it as a new request, so it waits behind whoever holds the path by then. */
  @Test
  void copySaidToBeNew_isAnsweredFromARenewal_orAsTheNewRequestThatItIs() {
    desk.repeatWindow(0, Duration.ofSeconds(60));
    CompletableFuture<AcquireAnswer> known = ask("l1", Duration.ZERO, Duration.ZERO);
    tell(granted("l1", 30_000, 0, true));
    assertThat(known).as("the lease began some time ago").isNotDone();
    tell(renewed(last(Renew.class), 30_000));
    assertThat(known.join().event()).isInstanceOf(Renewed.class);

    long sentAt = desk.nanoTime();
    CompletableFuture<AcquireAnswer> forgotten = ask("l2", Duration.ZERO, Duration.ZERO);
    tell(granted("l2", 30_000, 0, false));
    assertThat(forgotten.join().safeEnd()).isEqualTo(sentAt + Duration.ofMillis(29_500).toNanos());
  }

  @Test
  void copySaidToBeOlderThanAnything_isRefused_andNothingIsAskedFor() {
    desk.repeatWindow(0, Duration.ofSeconds(60));
    CompletableFuture<AcquireAnswer> answer =
        ask("l1", Duration.ofMillis(999_999_999_999L), Duration.ofSeconds(25));
    tell(refused(last(Renew.class)));
    assertThat(failure(answer))
        .isInstanceOf(LateCopyException.class)
        .hasMessageStartingWith(
            "the request was first sent 999999999999 ms ago by its Request-Age");
    assertThat(sent).noneMatch(Acquire.class::isInstance);
    CompletableFuture<AcquireAnswer> next = ask("l1", Duration.ZERO, Duration.ZERO);
    assertThat(last(Acquire.class).lockId()).as("the key goes on").isEqualTo("l1");
    assertThat(next).isNotDone();
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
