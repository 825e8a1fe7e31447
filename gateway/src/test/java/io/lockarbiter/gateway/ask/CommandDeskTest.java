package io.lockarbiter.gateway.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which grants are answered as they are, which are renewed first, and which copies are sent. */
class CommandDeskTest extends DeskStage {
  @Test
  void grantOfAnOwnRecord_isAnsweredAsItIs_safeFromItsSend() {
    long sentAt = desk.nanoTime();
    CompletableFuture<AcquireAnswer> answer = ask("l1", Duration.ZERO, Duration.ZERO);
    time.pass(Duration.ofSeconds(2));
    tell(granted("l1", 30_000, 0, false));

    assertThat(answer).isCompleted();
    assertThat(answer.join().event()).isInstanceOf(Granted.class);
    assertThat(answer.join().safeEnd()).isEqualTo(sentAt + Duration.ofMillis(29_500).toNanos());
    assertThat(sent).as("no copy before the window is known").hasSize(1);
  }

  @Test
  void repeatedGrant_isRenewedFirst_andCountsFromTheRenewal() {
    desk.repeatWindow(0, Duration.ofSeconds(60));
    CompletableFuture<AcquireAnswer> answer = ask("l1", Duration.ZERO, Duration.ZERO);
    time.pass(Duration.ofSeconds(3));
    tell(granted("l1", 30_000, 0, true));
    assertThat(answer).isNotDone();
    long renewedAt = desk.nanoTime();
    Renew renewal = last(Renew.class);
    assertThat(renewal.lockId()).isEqualTo("l1");
    assertThat(renewal.commandId()).startsWith("web.");
    time.pass(Duration.ofSeconds(1));
    tell(renewed(renewal, 30_000));

    assertThat(answer.join().safeEnd()).isEqualTo(renewedAt + Duration.ofMillis(29_500).toNanos());
  }

  @Test
  void secondRequestUnderAKey_isNotAnsweredByTheGrantOfTheFirst() {
    CompletableFuture<AcquireAnswer> first = ask("l1", Duration.ZERO, Duration.ZERO);
    first.cancel(true);
    time.pass(Duration.ofMillis(900));
    CompletableFuture<AcquireAnswer> second = ask("l1", Duration.ZERO, Duration.ZERO);
    time.pass(Duration.ofMillis(1));
    tell(granted("l1", 30_000, 0, false));

    assertThat(second).as("its own send says nothing about the first one's").isNotDone();
    tell(renewed(last(Renew.class), 30_000));
    assertThat(second.join().event()).isInstanceOf(Renewed.class);
  }

  @Test
  void grantThatComesTooLate_isRenewedFirst() {
    CompletableFuture<AcquireAnswer> answer = ask("l1", Duration.ZERO, Duration.ZERO);
    time.pass(Duration.ofSeconds(3));
    tell(granted("l1", 2_000, 0, false));
    assertThat(answer).isNotDone();
    tell(refused(last(Renew.class)));
    assertThat(((Rejected) answer.join().event()).reason()).isEqualTo(RejectReason.NOT_HELD);
    assertThat(answer.join().safeEnd()).isNull();
    assertThat(answer.join().hasEnded()).as("it was granted, and is gone").isTrue();
  }

  @Test
  void requestThatNamesALockWhichIsNotHeld_wasNeverGranted() {
    CompletableFuture<AcquireAnswer> answer = ask("l1", Duration.ZERO, Duration.ZERO);
    time.pass(Duration.ofMillis(1));
    tell(
        Rejected.plain(
            head("l1"),
            acquire("l1").fields(),
            RejectReason.NOT_HELD,
            RejectReason.NOT_HELD.message(),
            null));
    assertThat(((Rejected) answer.join().event()).reason()).isEqualTo(RejectReason.NOT_HELD);
    assertThat(answer.join().hasEnded()).isFalse();
  }

  @Test
  void copy_isSentWhileItIsRecognised_afterTheWindowIsKnown() {
    CompletableFuture<AcquireAnswer> answer = ask("l1", Duration.ofSeconds(5), Duration.ZERO);
    time.pass(Duration.ofMillis(1));
    Renew knock = last(Renew.class);
    assertThat(sent).hasSize(1);
    desk.repeatWindow(0, Duration.ofSeconds(60));
    tell(refused(knock));
    assertThat(last(Acquire.class).lockId()).isEqualTo("l1");
    tell(granted("l1", 30_000, 0, false));

    assertThat(answer).as("nobody here sent the first").isNotDone();
    tell(renewed(last(Renew.class), 30_000));
    assertThat(answer).isCompleted();
  }

  @Test
  void copyThatCouldBeForgotten_isRefused_andNotSent() {
    CompletableFuture<AcquireAnswer> answer = ask("l1", Duration.ofSeconds(40), Duration.ZERO);
    time.pass(Duration.ofMillis(1));
    desk.repeatWindow(0, Duration.ofSeconds(60));
    tell(refused(last(Renew.class)));

    assertThat(answer).isCompletedExceptionally();
    assertThat(failure(answer)).isInstanceOf(LateCopyException.class);
    assertThat(sent).noneMatch(Acquire.class::isInstance);
  }

  @Test
  void queuedRequest_isAnsweredWhenItsWaitIsOver_orTheGatewayStops() {
    desk.repeatWindow(0, Duration.ofSeconds(60));
    CompletableFuture<AcquireAnswer> patient = ask("l1", Duration.ZERO, Duration.ofSeconds(20));
    CompletableFuture<AcquireAnswer> hasty = ask("l2", Duration.ZERO, Duration.ofSeconds(1));
    time.pass(Duration.ofMillis(1));
    tell(queued("l1"));
    tell(queued("l2"));
    assertThat(hasty).isNotDone();
    time.pass(Duration.ofSeconds(1));
    assertThat(hasty.join().event()).isInstanceOf(Queued.class);
    assertThat(hasty.join().copiesFor()).isEqualTo(Duration.ofMillis(39_500));
    assertThat(patient).isNotDone();
    desk.stopWaiting();
    time.pass(Duration.ZERO);
    assertThat(patient.join().event()).isInstanceOf(Queued.class);
    assertThat(desk.inFlight()).isZero();
  }

  @Test
  void sameKeyWithOtherContent_isRefusedAtOnce() {
    CompletableFuture<AcquireAnswer> first = ask("l1", Duration.ZERO, Duration.ZERO);
    CompletableFuture<AcquireAnswer> other =
        desk.acquire(
            RequestCommands.acquire(
                LockRequest.upload("acme", "u1", "/other"),
                new Owner("u1", "s"),
                "l1",
                desk.replyTo()),
            "web",
            Duration.ZERO,
            desk.nanoTime(),
            Duration.ZERO);
    time.pass(Duration.ZERO);
    assertThat(failure(other)).isInstanceOf(OtherRequestException.class);
    assertThat(first).isNotDone();
  }

  @Test
  void commandsBeyondTheBound_areRefused_andPlacesComeBack() {
    List<CompletableFuture<AcquireAnswer>> all = new ArrayList<>();
    for (int n = 0; n < 4; n++) {
      all.add(ask("l" + n, Duration.ZERO, Duration.ZERO));
    }
    assertThat(failure(all.get(3))).isInstanceOf(BusyException.class);
    time.pass(Duration.ofMillis(1));
    tell(granted("l0", 30_000, 0, false));
    assertThat(desk.inFlight()).isEqualTo(2);
    time.pass(Duration.ofSeconds(11));
    assertThat(failure(all.get(1))).isInstanceOf(UnansweredException.class);
    assertThat(desk.inFlight()).isZero();
  }

  @Test
  void recentKeys_areKnownForElevenMinutesAtLeast() {
    RecentKeys keys = new RecentKeys(0);
    long minute = Duration.ofMinutes(1).toNanos();
    assertThat(keys.add(key(1), 10 * minute)).isTrue();
    assertThat(keys.add(key(1), 20 * minute)).isFalse();
    assertThat(keys.add(key(1), 43 * minute)).isTrue();
    int known = 0;
    for (int n = 2; n < 100_000; n++) {
      known += keys.add(key(n), 44 * minute) ? 0 : 1;
    }
    assertThat(known).as("by mistake").isLessThan(100);
  }

  private static LockKey key(int n) {
    return new LockKey("acme", "key-" + n);
  }
}
