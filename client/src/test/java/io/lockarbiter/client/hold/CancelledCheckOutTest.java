package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Futures of check-outs that their caller ends, at each stage of the request. What is granted after
 * that would be kept for a week, and nobody would know its id.
 */
class CancelledCheckOutTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final String PATH = "/docs/plan.docx";
  private static final LockRequest PLAN = LockRequest.checkOut(ACCOUNT, "ann", PATH);
  private static final LockRequest WAITING = PLAN.waitingUpTo(Duration.ofMinutes(5));
  private static final LockRequest BOBS_UPLOAD = LockRequest.upload(ACCOUNT, "bob", PATH);
  private static final String ID = "plan-1";

  private final FakeClients fake = new FakeClients();

  @AfterEach
  void nothingIsOpen() {
    fake.passMs(5_000);
    assertThat(fake.client.statistics().inFlight()).isZero();
  }

  @Test
  void whileItWaits_leavesTheQueue() {
    Lease upload = granted(fake.client.acquireAsync(BOBS_UPLOAD));
    fake.client.checkOut(WAITING, WEEK, null).cancel(true);

    assertThat(ends()).containsExactly(ReleaseReason.CANCELLED);
    upload.close();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void completedByItsCallerWhileItWaits_leavesTheQueue() {
    Lease upload = granted(fake.client.acquireAsync(BOBS_UPLOAD));
    CompletableFuture<CheckOut> asked = fake.client.checkOut(WAITING, WEEK, null);
    asked.completeExceptionally(new TimeoutException("as orTimeout does"));

    assertThat(ends()).containsExactly(ReleaseReason.CANCELLED);
    upload.close();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void beforeTheAnswerArrives_isReleased() {
    fake.arbiter.delayEvents(Duration.ofMillis(200));
    fake.client.checkOut(PLAN, WEEK, null).cancel(true);

    assertThat(ends()).containsExactly(ReleaseReason.RELEASED);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  /** Its release would free what was held all the time. */
  @Test
  void inThePlaceOfAnother_staysAsItIsGranted() {
    CheckOut anns = granted(fake.client.checkOut(PLAN, WEEK, null));
    LockRequest bobs = LockRequest.checkOut(ACCOUNT, "bob", PATH).replacing(anns);
    fake.arbiter.delayEvents(Duration.ofMillis(200));

    fake.client.checkOut(bobs, WEEK, null).cancel(true);
    fake.passMs(5_000);

    assertThat(ends()).containsExactly(ReleaseReason.REPLACED);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void whileCopiesAreSent_sendsNoneAfterTheRelease() {
    fake.tellWindow();
    fake.arbiter.stop();
    CompletableFuture<CheckOut> asked = fake.client.checkOut(PLAN, WEEK, null);
    fake.passMs(5_000);
    asked.cancel(true);
    int copies = fake.sent(Acquire.class).size();
    fake.passMs(20_000);
    fake.arbiter.start();
    fake.passMs(1);

    assertThat(copies).isGreaterThan(1);
    assertThat(fake.sent(Acquire.class)).hasSize(copies);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  /** The grant was read, and the caller is faster than the callback that completes the future. */
  @Test
  void whileItsGrantIsOnTheWayToTheFuture_isReleased() {
    List<Runnable> callbacks = new ArrayList<>();
    LockClient slow = fake.open(options -> options.withCallbacks(callbacks::add));
    CompletableFuture<CheckOut> asked = slow.checkOut(PLAN, WEEK, null);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    asked.cancel(true);
    callbacks.forEach(Runnable::run);

    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void afterItIsGranted_changesNothing() {
    CompletableFuture<CheckOut> asked = fake.client.checkOut(PLAN, WEEK, null);

    assertThat(asked.cancel(true)).isFalse();
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  /** Its caller knows the id: it can ask again, or withdraw it by its name. */
  @Test
  void underAnIdOfItsCaller_waitsOn() {
    Lease upload = granted(fake.client.acquireAsync(BOBS_UPLOAD));
    fake.client.checkOut(WAITING, WEEK, null, ID).cancel(true);
    CompletableFuture<CheckOut> again = fake.client.checkOut(WAITING, WEEK, null, ID);
    again.cancel(true);
    assertThat(ends()).isEmpty();

    granted(fake.client.checkedOut(ACCOUNT, ID, new Owner("ann", null)).release());

    assertThat(ends()).containsExactly(ReleaseReason.CANCELLED);
    upload.close();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  /** A process that asks again and gives up must not end the check-out that another one has. */
  @Test
  void underTheIdOfAnotherProcess_leavesItsCheckOut() {
    granted(fake.client.checkOut(PLAN, WEEK, null, ID));
    LockClient restarted = fake.open(options -> options);
    fake.arbiter.delayEvents(Duration.ofMillis(200));
    restarted.checkOut(PLAN, WEEK, null, ID).cancel(true);
    fake.passMs(1_000);

    assertThat(ends()).isEmpty();
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void waitingWhenTheClientIsClosed_leavesTheQueueUnlessItsIdIsKnown() {
    Lease upload = granted(fake.client.acquireAsync(BOBS_UPLOAD));
    LockClient closed = fake.open(options -> options);
    CompletableFuture<CheckOut> unnamed = closed.checkOut(WAITING, WEEK, null);
    CompletableFuture<CheckOut> named = closed.checkOut(WAITING, WEEK, null, ID);
    closed.close();

    assertThat(unnamed).isCompletedExceptionally();
    assertThat(named).isCompletedExceptionally();
    assertThat(ends()).containsExactly(ReleaseReason.CANCELLED);
    upload.close();
    assertThat(granted(fake.client.checkOut(WAITING, WEEK, null, ID)).lockId()).isEqualTo(ID);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  /** The ends of check-outs. */
  private List<ReleaseReason> ends() {
    return fake.arbiter.events().stream()
        .filter(Released.class::isInstance)
        .map(Released.class::cast)
        .filter(end -> end.subject().owner().subAccount().equals("ann"))
        .map(Released::reason)
        .toList();
  }
}
