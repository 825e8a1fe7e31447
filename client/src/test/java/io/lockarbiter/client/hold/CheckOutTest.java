package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Check-outs live without a process; whoever knows the id extends and releases them. */
class CheckOutTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final String PATH = "/docs/plan.docx";
  private static final String NOTE = "back on Monday";
  private static final LockRequest PLAN = LockRequest.checkOut(ACCOUNT, "ann", PATH);
  private static final LockRequest BOBS_UPLOAD = LockRequest.upload(ACCOUNT, "bob", PATH);

  private final FakeClients fake = new FakeClients();

  private CheckOut checkedOut() {
    return granted(fake.client.checkOut(PLAN, WEEK, NOTE));
  }

  private static LockRefusedException refusal(CompletableFuture<?> asked) {
    return (LockRefusedException)
        Objects.requireNonNull(asked.handle((done, failure) -> failure).join());
  }

  @Test
  void checkOut_isKeptWithoutAProcessAndRefusesOthersWithItsNote() {
    CheckOut plan = checkedOut();
    fake.arbiter.pass(WEEK.minusMillis(1));

    LockRefusedException refused = refusal(fake.client.acquireAsync(BOBS_UPLOAD));

    assertThat(fake.sent(Renew.class)).isEmpty();
    assertThat(refused.blockers()).extracting(Blocker::lockId).containsExactly(plan.lockId());
    assertThat(refused.blockers()).extracting(Blocker::note).containsExactly(NOTE);
    assertThat(refused)
        .hasMessageContaining(
            "held CHECK_OUT %s of ann (lockId=%s, note=back on Monday)", PATH, plan.lockId());
    fake.passMs(1);
    granted(fake.client.acquireAsync(BOBS_UPLOAD));
  }

  @Test
  void itsMember_writesUnderItByLeasesOfAllSessions() {
    checkedOut();

    Lease upload = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", PATH)));

    assertThat(FencingAction.of(upload).token()).isEqualTo(upload.token());
    Lease download =
        granted(fake.client.acquireAsync(LockRequest.download(ACCOUNT, "bob", "/docs")));
    assertThat(download.isValid()).isTrue();
  }

  @Test
  void leaseOfACheckOut_hasNoTokenToActBy() {
    Lease editing = granted(fake.client.acquireAsync(PLAN));

    assertThatThrownBy(() -> FencingAction.of(editing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is that of a check-out");
  }

  @Test
  void anotherProcess_findsItByItsIdAndExtendsAndReleasesIt() {
    CheckOut plan = checkedOut();
    Instant until = Objects.requireNonNull(plan.until());
    fake.arbiter.pass(Duration.ofDays(6));
    LockClient restarted = fake.open(options -> options);

    CheckOut found = restarted.checkedOut(ACCOUNT, plan.lockId(), plan.owner());

    assertThat(found.owner()).isEqualTo(new Owner("ann", null));
    assertThat(found.until()).isNull();
    assertThat(found.extend()).isCompletedWithValue(until.plus(Duration.ofDays(6)));
    assertThat(found.until()).isEqualTo(until.plus(Duration.ofDays(6)));
    fake.arbiter.pass(Duration.ofDays(6));
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    assertThat(found.release())
        .isCompletedWithValue(new ReleaseResult.Released(Duration.ofDays(12)));
    assertThat(plan.release()).isCompletedWithValue(new ReleaseResult.AlreadyReleased());
  }

  @Test
  void whoeverAsksAgainUnderTheId_getsTheSameCheckOut() {
    CheckOut plan = granted(fake.client.checkOut(PLAN, WEEK, NOTE, "plan-1"));
    fake.arbiter.pass(Duration.ofDays(1));
    LockClient restarted = fake.open(options -> options);

    CheckOut again = granted(restarted.checkOut(PLAN, WEEK, NOTE, "plan-1"));

    assertThat(again.until()).isEqualTo(plan.until());
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    assertThat(refusal(restarted.checkOut(PLAN, WEEK, "another note", "plan-1")).reason())
        .isEqualTo(RejectReason.ID_CONFLICT);
  }

  /** It hears of requests to end the check-out, and must not end it by ending itself. */
  @Test
  void processThatAdoptsIt_leavesItHeldWhenItStops() {
    CheckOut plan = checkedOut();
    LockClient listening = fake.open(options -> options);
    Lease adopted = granted(listening.adopt(ACCOUNT, plan.lockId(), plan.owner()));
    List<String> asked = new ArrayList<>();
    adopted.onYieldRequested(wish -> asked.add(String.valueOf(wish.comment())));
    granted(fake.client.askToYield(ACCOUNT, plan.lockId(), new Owner("bob", null), null, "please"));
    assertThat(asked).containsExactly("please");
    listening.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/other"));
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(2);

    listening.close();

    assertThat(fake.arbiter.locks(ACCOUNT))
        .extracting(lock -> lock.lock().lockId())
        .containsExactly(plan.lockId());
    fake.arbiter.pass(WEEK.minusHours(1));
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void checkOutThatHasEnded_isNotHeld() {
    CheckOut plan = checkedOut();
    fake.arbiter.pass(WEEK.plusMinutes(2));

    assertThat(refusal(plan.extend()).reason()).isEqualTo(RejectReason.NOT_HELD);
    assertThat(plan.release()).isCompletedWithValue(new ReleaseResult.NotHeld());
  }

  @Test
  void requestThatMayWait_isCheckedOutInItsTurn() {
    Lease upload = granted(fake.client.acquireAsync(BOBS_UPLOAD));
    CompletableFuture<CheckOut> asked =
        fake.client.checkOut(PLAN.waitingUpTo(Duration.ofMinutes(5)), WEEK, null);
    fake.arbiter.pass(Duration.ofMinutes(1));
    assertThat(asked).isNotDone();

    upload.close();

    assertThat(granted(asked).until()).isEqualTo(fake.arbiter.locks(ACCOUNT).get(0).expiresAt());
  }

  @Test
  void waitThatAnOperatorEnds_isWithdrawn() {
    granted(fake.client.acquireAsync(BOBS_UPLOAD));
    CompletableFuture<CheckOut> asked =
        fake.client.checkOut(PLAN.waitingUpTo(Duration.ofMinutes(5)), WEEK, null, "plan-1");
    granted(fake.client.forceRelease(ACCOUNT, "plan-1", "ops", null));

    assertThatThrownBy(asked::join).cause().isInstanceOf(LockWithdrawnException.class);
  }

  @Test
  void unansweredRequest_isReleasedUnlessItsIdIsKnown() {
    fake.arbiter.stop();
    CompletableFuture<CheckOut> unnamed = fake.client.checkOut(PLAN, WEEK, NOTE);
    LockRequest other = LockRequest.checkOut(ACCOUNT, "ann", "/docs/other");
    CompletableFuture<CheckOut> named = fake.client.checkOut(other, WEEK, NOTE, "other-1");
    fake.passMs(45_000);
    assertThatThrownBy(unnamed::join)
        .cause()
        .isInstanceOf(ArbiterUnreachableException.class)
        .hasMessageEndingWith("A check-out that may have been granted is released.");
    assertThatThrownBy(named::join)
        .cause()
        .isInstanceOf(ArbiterUnreachableException.class)
        .hasMessageEndingWith("It may be granted yet; ask again under the id.");

    fake.arbiter.start();
    fake.passMs(1);

    assertThat(fake.arbiter.locks(ACCOUNT))
        .extracting(lock -> lock.lock().lockId())
        .containsExactly("other-1");
  }

  @Test
  void whatIsNoCheckOut_isRefusedHere() {
    assertThatThrownBy(() -> fake.client.checkOut(BOBS_UPLOAD, WEEK, NOTE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "operation=UPLOAD is no check-out; expected LockRequest.checkOut(…), or targets of mode GUARD");
    assertThatThrownBy(() -> fake.client.checkOut(PLAN, Duration.ofDays(31), NOTE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("keptFor=PT744H");
    assertThatThrownBy(() -> fake.client.checkOut(PLAN.askingHolders("please"), WEEK, NOTE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a check-out cannot ask holders");
    assertThatThrownBy(() -> fake.client.checkOut(PLAN, WEEK, NOTE, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("lockId ");
    LockRequest guard = LockRequest.custom(ACCOUNT, "ann", "/a", Mode.GUARD);
    assertThatThrownBy(() -> guard.target("/b", Mode.PUT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("targets has GUARD beside other modes");
  }

  @Test
  void severalFiles_areOneCheckOut() {
    LockRequest guard =
        LockRequest.custom(ACCOUNT, "ann", "/a", Mode.GUARD).target("/b", Mode.GUARD);

    CheckOut both = granted(fake.client.checkOut(guard, WEEK, null));

    assertThat(both.owner()).isEqualTo(new Owner("ann", null));
    assertThat(fake.arbiter.locks(ACCOUNT).get(0).lock().operation()).isEqualTo(Operation.CUSTOM);
  }
}
