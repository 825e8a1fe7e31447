package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions.Closing;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A waiting request has a short lease until its grant is taken up; a dead one costs no more. */
class ShortLeaseTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "u1", "/docs/a");
  private static final LockRequest WAITING = UPLOAD.waitingUpTo(Duration.ofMinutes(5));
  private static final LockRequest DELETE = LockRequest.delete(ACCOUNT, "u2", "/docs");

  private final FakeClients fake = new FakeClients();
  private final LockClient client = fake.client;
  private final Lease deletion = granted(client.acquireAsync(DELETE));

  /** Loses the commands of these clients from now on, as if their processes were killed. */
  private void kill(LockClient... clients) {
    Set<String> dead = new HashSet<>();
    for (LockClient each : clients) {
      granted(each.acquireAsync(LockRequest.download("probe", "probe", "/")));
      dead.add(Objects.requireNonNull(last(Acquire.class).replyTo()));
    }
    fake.arbiter.loseCommands(
        command -> command.replyTo() != null && dead.contains(command.replyTo()));
  }

  private <T extends AccountCommand> T last(Class<T> type) {
    List<T> sent = fake.sent(type);
    return sent.get(sent.size() - 1);
  }

  private <T extends Event> List<T> events(Class<T> type) {
    return fake.arbiter.events().stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  void deadWaiters_costTwoSecondsEach() {
    LockClient[] dying = new LockClient[5];
    for (int i = 0; i < dying.length; i++) {
      dying[i] = fake.open(options -> options);
      dying[i].acquireAsync(WAITING.leaseOf(Duration.ofMinutes(10)));
    }
    CompletableFuture<Lease> living = client.acquireAsync(WAITING);
    kill(dying);

    deletion.close();
    fake.passMs(9_999);
    assertThat(living).isNotDone();
    fake.passMs(1);

    assertThat(granted(living).isValid()).isTrue();
  }

  @Test
  void grantAfterAWait_isHandedOutWithTheWholeLease() {
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING.attribute("job", "7"));
    fake.passMs(60_000);
    deletion.close();

    Lease lease = granted(asked);
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(30_000 - 500));
    assertThat(fake.arbiter.locks(ACCOUNT).get(0).expiresAt().toEpochMilli())
        .isEqualTo(events(Granted.class).get(1).head().at() + 30_000);
    assertThat(lease.lock().lease()).isEqualTo(Duration.ofSeconds(30));
    assertThat(lease.lock().waitLimit()).isEqualTo(Duration.ofMinutes(5));
    assertThat(lease.lock().attributes()).containsOnlyKeys("job");
    assertThat(lease.run()).isZero();
    assertThat(lease.token()).isEqualTo(events(Granted.class).get(1).token());
  }

  @Test
  void leaseAfterAWait_isRenewedByItsWholeLength() {
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING.leaseOf(Duration.ofMinutes(1)));
    deletion.close();
    Lease lease = granted(asked);
    int renewals = fake.sent(Renew.class).size();

    fake.passMs(600_000);

    assertThat(lease.isValid()).isTrue();
    assertThat(fake.sent(Renew.class).size() - renewals).isBetween(27, 35);
    assertThat(lease.confirm()).isCompletedWithValue(true);
    assertThat(lease.decline("not yet")).isCompletedWithValue(true);
    assertThat(lease.remaining()).isGreaterThan(Duration.ofSeconds(59));
  }

  /** The client reads late: 2 s would be over before it knows of the grant. */
  @Test
  void whatIsFree_isGrantedWithItsWholeLeaseAtOnce() {
    deletion.close();
    fake.arbiter.delayEvents(Duration.ofSeconds(5));

    CompletableFuture<Lease> asked = client.acquireAsync(WAITING);
    fake.passMs(5_000);

    assertThat(granted(asked).isValid()).isTrue();
    assertThat(granted(asked).lock().waitLimit()).isEqualTo(Duration.ofMinutes(5));
    assertThat(fake.sent(Acquire.class).stream().map(Acquire::commandId).distinct()).hasSize(2);
    assertThat(fake.sent(Renew.class)).isEmpty();
  }

  @Test
  void slowAnswers_makeTheShortLeaseLonger() {
    fake.arbiter.delayCommands(Duration.ofMillis(1_500));
    fake.arbiter.delayEvents(Duration.ofMillis(1_500));
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING);
    fake.passMs(60_000);
    deletion.close();
    fake.passMs(6_000);

    assertThat(granted(asked).remaining()).isPositive();
    assertThat(last(Acquire.class).fields().leaseMs()).isEqualTo(6_000);
    assertThat(client.statistics().lateGrants()).isZero();
  }

  /** Answers were quick when it asked, and are slow when its turn comes. */
  @Test
  void grantThatCannotBeTakenUpInTime_isAskedForAnewWithTheWholeLease() {
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING);
    fake.passMs(1_000);
    fake.arbiter.delayEvents(Duration.ofSeconds(3));
    deletion.close();
    fake.passMs(10_000);

    Lease lease = granted(asked);
    assertThat(lease.isValid()).isTrue();
    assertThat(client.statistics().lateGrants()).isEqualTo(1);
    assertThat(last(Acquire.class).fields().leaseMs()).isEqualTo(30_000);
    assertThat(last(Acquire.class).fields().waitMs()).isLessThan(300_000);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void processThatStoodStillOverItsGrant_asksAnew() {
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING);
    fake.arbiter.delayEvents(Duration.ofMillis(1));
    deletion.close();
    fake.arbiter.pause(Duration.ofSeconds(20));
    fake.arbiter.delayEvents(Duration.ZERO);
    fake.passMs(1_000);

    assertThat(granted(asked).isValid()).isTrue();
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void leaseThatIsShortItself_isAskedForAsItIs() {
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING.leaseOf(Duration.ofSeconds(1)));
    assertThat(fake.sent(Acquire.class)).hasSize(2);
    assertThat(last(Acquire.class).fields().attributes()).isEmpty();
    deletion.close();

    assertThat(granted(asked).remaining()).isEqualTo(Duration.ofMillis(500));
    assertThat(fake.sent(Renew.class)).isEmpty();
    fake.passMs(60_000);
    assertThat(granted(asked).isValid()).isTrue();
  }

  @Test
  void clocksThatDifferMuch_makeTheShortLeaseLonger() {
    LockClient wide = fake.open(options -> options.withClockDifference(Duration.ofSeconds(5)));

    wide.acquireAsync(WAITING);

    assertThat(last(Acquire.class).fields().leaseMs()).isEqualTo(10_000);
  }

  @Test
  void attributesWithoutRoom_leaveTheWholeLease() {
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING.attribute("a", "x".repeat(4_094)));

    assertThat(last(Acquire.class).fields().leaseMs()).isEqualTo(30_000);
    deletion.close();
    assertThat(granted(asked).isValid()).isTrue();
  }

  @Test
  void longestTime_endsTheLeaseAllTheSame() {
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING.maxHold(Duration.ofSeconds(5)));
    deletion.close();
    Lease lease = granted(asked);

    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(4_500));
    fake.passMs(5_000);
    assertThat(lease.isValid()).isFalse();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  /**
   * The first answer is lost; a copy is recognised, although its lease is not the one asked for.
   */
  @Test
  void copyOfAWaitingRequest_isRecognised() {
    fake.arbiter.loseEvents(event -> event.head().commandId().equals(waitingId()));
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING);
    fake.passMs(500);
    fake.arbiter.loseEvents(event -> false);
    fake.passMs(2_000);
    deletion.close();

    assertThat(granted(asked).isValid()).isTrue();
    List<Acquire> acquires = fake.sent(Acquire.class);
    assertThat(acquires).hasSize(4);
    assertThat(acquires.get(3)).isEqualTo(acquires.get(2));
  }

  private String waitingId() {
    List<Acquire> acquires = fake.sent(Acquire.class);
    return acquires.size() < 3 ? "" : acquires.get(2).commandId();
  }

  /** Copies of the renewal go on until it is answered. */
  @Test
  void lostAnswerToTheRenewal_isAskedForAgain() {
    CompletableFuture<Lease> asked = client.acquireAsync(WAITING);
    fake.arbiter.loseEvents(Renewed.class::isInstance);
    deletion.close();
    assertThat(asked).isNotDone();
    fake.arbiter.loseEvents(event -> false);
    fake.passMs(2_000);

    assertThat(granted(asked).isValid()).isTrue();
    assertThat(events(Granted.class)).hasSize(2);
  }

  @Test
  void cancelWhileItIsTakenUp_leavesNothingHeld() {
    CompletableFuture<Lease> asked = takingUp();
    asked.cancel(true);
    fake.passMs(1_000);

    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(client.statistics().inFlight()).isZero();
    assertThat(client.statistics().leases()).isZero();
  }

  @Test
  void closeWhileItIsTakenUp_leavesNothingHeld() {
    LockClient closing = fake.open(options -> options.withCloseTimeout(Duration.ZERO));
    CompletableFuture<Lease> asked = takingUp(closing);

    closing.close();

    assertThat(asked).isCompletedExceptionally();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  /** Granted and known to the client, the first copy of whose renewal is lost. */
  private CompletableFuture<Lease> takingUp() {
    return takingUp(client);
  }

  private CompletableFuture<Lease> takingUp(LockClient by) {
    CompletableFuture<Lease> asked = by.acquireAsync(WAITING);
    fake.arbiter.loseCommands(Renew.class::isInstance);
    deletion.close();
    fake.arbiter.loseCommands(command -> false);

    assertThat(asked).isNotDone();
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    assertThat(fake.sent(Renew.class)).isEmpty();
    return asked;
  }

  @Test
  void yieldWhileItIsTakenUp_isTold() {
    CompletableFuture<Lease> asked = takingUp();
    String lockId = fake.arbiter.locks(ACCOUNT).get(0).lock().lockId();
    LockClient other = fake.open(options -> options);
    granted(other.askToYield(ACCOUNT, lockId, new Owner("bob", null), null, "please"));
    assertThat(asked).isNotDone();
    fake.passMs(2_000);

    List<YieldRequest> told = new ArrayList<>();
    granted(asked).onYieldRequested(told::add);
    assertThat(told).extracting(YieldRequest::comment).containsExactly("please");
  }

  @Test
  void forcedWhileItIsTakenUp_isNotAskedForAnew() {
    CompletableFuture<Lease> asked = takingUp();
    int acquires = fake.sent(Acquire.class).size();
    String lockId = fake.arbiter.locks(ACCOUNT).get(0).lock().lockId();
    granted(client.forceRelease(ACCOUNT, lockId, "ops", "stop"));

    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(LockWithdrawnException.class)
        .hasMessageStartingWith("FORCED");
    fake.passMs(5_000);
    assertThat(fake.sent(Acquire.class)).hasSize(acquires);
    assertThat(fake.sent(Renew.class)).isEmpty();
  }

  @Test
  void leaseThatAnotherProcessAdopts_keepsItsLength() {
    LockClient leaving = fake.open(options -> options.withClosing(Closing.ABANDON));
    CompletableFuture<Lease> asked = leaving.acquireAsync(WAITING);
    deletion.close();
    Lease left = granted(asked);
    leaving.close();

    Lease adopted = granted(client.adopt(ACCOUNT, left.lockId(), left.lock().owner()));

    assertThat(adopted.remaining()).isEqualTo(Duration.ofMillis(30_000 - 500));
    assertThat(adopted.lock().lease()).isEqualTo(Duration.ofSeconds(30));
    assertThat(adopted.run()).isPositive();
    fake.passMs(120_000);
    assertThat(adopted.isValid()).isTrue();
    assertThat(losses(adopted)).isEmpty();
  }

  @Test
  void askingHolders_isGrantedWithTheWholeLease() {
    deletion.onYieldRequested(request -> deletion.close());

    CompletableFuture<Lease> asked = client.acquireAsync(WAITING.askingHolders("please"));
    fake.passMs(1_000);

    assertThat(granted(asked).remaining()).isGreaterThan(Duration.ofSeconds(28));
  }

  /** A pool that is restarted needs the time. */
  @Test
  void job_keepsItsLeaseUntilItIsAdopted() {
    client.submit("pool", WAITING);
    deletion.close();

    assertThat(fake.sent(Acquire.class)).hasSize(2);
    assertThat(held()).isEqualTo(30_000);
  }

  @Test
  void jobThatNobodyAdopts_endsWhenItsRequestSaid() {
    client.submit("pool", UPLOAD.adoptedWithin(Duration.ofSeconds(12)), "job-7");
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    deletion.close();
    client.submit("pool", UPLOAD.adoptedWithin(Duration.ofSeconds(12)), "job-8");

    assertThat(held()).isEqualTo(12_000);
    fake.passMs(12_000);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  private long held() {
    Granted granted = events(Granted.class).get(events(Granted.class).size() - 1);
    return granted.expiresAt() - granted.head().at();
  }

  /** However long it may lie there, its worker's death is noticed within the lease. */
  @Test
  void adoptedJob_hasTheLeaseOfItsRequest() throws Exception {
    deletion.close();
    LockRequest request =
        UPLOAD.leaseOf(Duration.ofSeconds(20)).adoptedWithin(Duration.ofMinutes(10));
    client.submit("pool", request, "job-7");
    fake.passMs(300_000);
    List<Job> jobs = new ArrayList<>();
    List<Lease> leases = new ArrayList<>();

    AutoCloseable worker =
        fake.arbiter.worker(
            client,
            FakeArbiter.workerOptions("pool").withHandlers(Runnable::run),
            job -> {
              jobs.add(job);
              leases.add(job.lease());
              return JobOutcome.retryAfter(Duration.ofMinutes(1));
            });

    assertThat(jobs).hasSize(1);
    assertThat(leases.get(0).lock().lease()).isEqualTo(Duration.ofSeconds(20));
    assertThat(leases.get(0).remaining()).isEqualTo(Duration.ofMillis(20_000 - 500));
    assertThat(fake.arbiter.locks(ACCOUNT).get(0).expiresAt().toEpochMilli())
        .isEqualTo(last(Renewed.class, renewed -> true).head().at() + 20_000);
    fake.passMs(120_000);
    assertThat(jobs).hasSizeGreaterThan(1);
    assertThat(events(Released.class)).hasSize(1);
    worker.close();
  }

  private <T extends Event> T last(Class<T> type, Predicate<T> such) {
    List<T> all = events(type).stream().filter(such).toList();
    return all.get(all.size() - 1);
  }

  @Test
  void acquire_cannotSayByWhenItIsAdopted() {
    assertThatThrownBy(() -> client.acquireAsync(UPLOAD.adoptedWithin(Duration.ofSeconds(12))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("adoptedWithin=PT12S is of what is submitted to a pool");
  }
}
