package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The traps of {@code sdk/traps/asking.json} for this client, by the names that they have there.
 */
class AskingTrapsTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "ann", "/docs/a");
  private static final LockRequest DELETE = LockRequest.delete(ACCOUNT, "bob", "/docs");
  private static final LockRequest WAITING = UPLOAD.waitingUpTo(Duration.ofMinutes(10));

  private final FakeClients fake = new FakeClients();

  private static Throwable failure(CompletableFuture<?> asked) {
    assertThat(asked).isDone();
    return Objects.requireNonNull(asked.handle((done, failure) -> failure).join());
  }

  private static LockRefusedException refusal(CompletableFuture<?> asked) {
    return (LockRefusedException) failure(asked);
  }

  /** Lets time pass, in which the client asks nothing more. */
  private void assertQuiet() {
    int before = fake.arbiter.commands().size();
    fake.passMs(5_000);
    assertThat(fake.arbiter.commands()).hasSize(before);
  }

  private String lastAsked() {
    List<Acquire> asked = fake.sent(Acquire.class);
    return asked.get(asked.size() - 1).lockId();
  }

  private Event lastEvent() {
    List<Event> events = fake.arbiter.events();
    return events.get(events.size() - 1);
  }

  @Test
  void lock_isAskedForHeldAndReleased() {
    LockRequest request = LockRequest.upload(ACCOUNT, "Zoë", "/a b").attribute("n", "1");
    Lease lease = granted(fake.client.acquireAsync(request));
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(29_500));
    Acquire asked = fake.sent(Acquire.class).get(0);
    assertThat(asked.owner().subAccount()).isEqualTo("Zoë");
    assertThat(asked.fields().path()).isEqualTo(LockPath.of("/a b"));
    assertThat(asked.fields().leaseMs()).isEqualTo(30_000);
    assertThat(asked.fields().attributes()).containsEntry("n", "1");

    assertThat(granted(lease.release(WorkOutcome.GONE))).isInstanceOf(ReleaseResult.Released.class);
    assertThat(lease.isValid()).isFalse();
    assertThat(fake.sent(Release.class))
        .singleElement()
        .extracting(Release::outcome)
        .isEqualTo(WorkOutcome.GONE);
  }

  @Test
  void requestInAQueue_tellsWhoIsInTheWay_thenWaits() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    List<QueuePosition> told = new ArrayList<>();
    CompletableFuture<Lease> asked = fake.client.acquireAsync(WAITING, told::add);
    assertThat(told).hasSize(1);
    assertThat(told.get(0).blockers())
        .extracting(blocker -> blocker.owner().subAccount())
        .containsExactly("bob");
    deletion.close();

    assertThat(granted(asked).token()).isGreaterThan(deletion.token());
  }

  @Test
  void requestWithdrawnBySomebody_isRefused() {
    granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(WAITING);

    granted(fake.client.forceRelease(ACCOUNT, lastAsked(), "ops", null));

    assertThat(((LockWithdrawnException) failure(asked)).reason())
        .isEqualTo(ReleaseReason.CANCELLED);
    assertQuiet();
  }

  @Test
  void requestWithdrawnByItsCaller_isToldToTheGateway() {
    granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(WAITING);

    asked.cancel(true);

    assertThat(fake.sent(Release.class))
        .singleElement()
        .extracting(Release::lockId)
        .isEqualTo(lastAsked());
    assertThat(((Released) lastEvent()).reason()).isEqualTo(ReleaseReason.CANCELLED);
  }

  @Test
  void requestWithdrawnBeforeItHasArrived_isReleasedOnceItIsThere() {
    fake.arbiter.delayCommands(Duration.ofSeconds(1));
    fake.client.acquireAsync(UPLOAD).cancel(true);
    fake.passMs(1_000);

    assertThat(fake.arbiter.events().get(0)).isInstanceOf(Granted.class);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void longWait_goesOnByLookingOnceCopiesWouldBeTooOld() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(WAITING);
    fake.passMs(300_000);
    assertThat(asked).isNotDone();

    deletion.close();

    assertThat(granted(asked).isValid()).isTrue();
    assertThat(fake.arbiter.events())
        .filteredOn(event -> event instanceof Granted && !event.repeated())
        .as("the deletion, and the upload once")
        .hasSize(2);
  }

  @Test
  void programStartedAnew_resumesItsLock() {
    Lease before = granted(fake.client.acquireAsync(UPLOAD.leaseOf(Duration.ofSeconds(3))));
    before.abandon();
    LockClient anew = fake.open(options -> options);

    Lease lease = granted(anew.adopt(ACCOUNT, before.lockId(), before.lock().owner()));

    assertThat(lease.token()).isEqualTo(before.token());
    fake.passMs(60_000);
    assertThat(lease.isValid()).isTrue();
  }

  @Test
  void pathThatWasMoved_tellsWhereItIs() {
    LockRequest move = LockRequest.move(ACCOUNT, "bob", "/docs", "/archive");
    Lease mover = granted(fake.client.acquireAsync(move));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(WAITING);

    granted(mover.release(WorkOutcome.GONE));

    assertThat(refusal(asked).reason()).isEqualTo(RejectReason.PATH_GONE);
    assertThat(refusal(asked).movedTo()).isEqualTo(LockPath.of("/archive/a"));
    assertQuiet();
  }

  @Test
  void wordThatThePathExists_isSentAsItIs() {
    fake.client.acquireAsync(UPLOAD.existing());
    fake.client.acquireAsync(UPLOAD.existingAsOf(9_007_199_254_740_991L));

    assertThat(fake.sent(Acquire.class))
        .extracting(command -> new String(CommandCodec.encode(command), UTF_8))
        .satisfiesExactly(
            first -> assertThat(first).contains("\"existing\":true"),
            second -> assertThat(second).contains("\"existing\":9007199254740991"));
  }

  @Test
  void freeze_isRefusedWithItsBlockers() {
    LockRequest backup = LockRequest.freeze(ACCOUNT, "ops", "/").keptFor(Duration.ofHours(2));
    granted(fake.client.acquireAsync(backup));

    LockRefusedException refused = refusal(fake.client.acquireAsync(UPLOAD));

    assertThat(refused.reason()).isEqualTo(RejectReason.FROZEN);
    assertThat(refused.blockers())
        .extracting(blocker -> blocker.owner().subAccount())
        .containsExactly("ops");
    assertThat(Objects.requireNonNull(refused.frozen()).by().subAccount()).isEqualTo("ops");
  }

  @Test
  void conflict_isRefusedAtOnce() {
    granted(fake.client.acquireAsync(DELETE)).abandon();

    LockRefusedException refused = refusal(fake.client.acquireAsync(UPLOAD));

    assertThat(refused.reason()).isEqualTo(RejectReason.CONFLICT);
    assertThat(refused.blockers())
        .extracting(blocker -> blocker.owner().subAccount())
        .containsExactly("bob");
    assertQuiet();
  }

  @Test
  void limitOfTheArbiter_isToldWithItsTime() {
    fake.arbiter.set(Setting.ACQUIRES_PER_WINDOW, 1);
    granted(fake.client.acquireAsync(UPLOAD)).abandon();

    LockRefusedException refused =
        refusal(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/docs/b")));

    assertThat(refused.reason()).isEqualTo(RejectReason.RATE_LIMITED);
    assertThat(refused.retryAfter()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(10));
    assertQuiet();
  }

  @Test
  void gatewayThatDoesNotFit_isRefusedForGood() {
    fake.arbiter.loseEvents(event -> true);
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    ((HoldingLockClient) fake.client)
        .accept(
            EventCodec.decode(
                """
                {"v":1,"type":"rejected","seq":1,"at":5,"account":"acme","commandId":"%1$s","cause":{"partition":0,"offset":0},"lockId":"%1$s","subAccount":"ann","reason":"WRONG_PARTITION","message":"Elsewhere.","expectedPartition":3}"""
                    .formatted(lastAsked())
                    .getBytes(UTF_8)));

    assertThat(refusal(asked).reason()).isEqualTo(RejectReason.WRONG_PARTITION);
    assertQuiet();
  }
}
