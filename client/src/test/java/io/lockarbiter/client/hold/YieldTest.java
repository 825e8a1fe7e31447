package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.client.YieldResult;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Holders that are asked to yield. */
class YieldTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "u1", "/docs/a");

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final FakeClients fake = new FakeClients();
  private final Lease lease = granted(fake.client.acquireAsync(UPLOAD));
  private final List<LostReason> losses = losses(lease);

  @Test
  void politeRequest_changesNothing() {
    fake.arbiter.askToYield(lease, "u2", null, "to be deleted");
    fake.passMs(60_000);

    assertThat(lease.isValid()).isTrue();
    assertThat(losses).isEmpty();
  }

  /** Other clients may hold the lock from then on, whatever the lease was before. */
  @Test
  void endThatIsAttached_isTheSafeEnd() {
    fake.arbiter.askToYield(lease, "ops", Duration.ofSeconds(10), "maintenance");

    fake.passMs(9_499);
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(1));
    fake.passMs(1);
    assertThat(lease.isValid()).isFalse();
    fake.passMs(600);

    assertThat(losses).containsExactly(new LostReason.Forced("ops", "maintenance"));
    assertThat(fake.sent(Renew.class)).hasSize(1);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(lease.release().join()).isEqualTo(new ReleaseResult.Forced("ops", "maintenance"));
  }

  /** The known end of the lease is enough: the new end is earlier by a known time. */
  @Test
  void endThatIsAttached_isTheSafeEndThoughNoRenewalIsAnswered() {
    fake.arbiter.loseCommands(command -> command instanceof Renew);
    fake.arbiter.askToYield(lease, "ops", Duration.ofSeconds(10), "maintenance");

    fake.passMs(9_499);
    assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(1));
    fake.passMs(1);

    assertThat(lease.isValid()).isFalse();
    assertThat(losses).containsExactly(new LostReason.Forced("ops", "maintenance"));
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void endBeyondTheLease_isRenewedUpTo() {
    fake.arbiter.askToYield(lease, "ops", Duration.ofSeconds(50), null);

    fake.passMs(49_499);
    assertThat(lease.isValid()).isTrue();
    fake.passMs(1);

    assertThat(losses).containsExactly(new LostReason.Forced("ops", null));
    assertThat(fake.sent(Renew.class)).hasSizeBetween(3, 4);
  }

  @Test
  void holder_isToldWhoAsksAndWhy_oncePerRequest() {
    List<YieldRequest> told = asked(lease);

    YieldResult first = ask(null, "to be deleted");
    fake.passMs(1_000);
    YieldResult second = ask(Duration.ofSeconds(20), null);

    assertThat(first).isInstanceOf(YieldResult.Asked.class);
    Instant endsAt = ((YieldResult.Asked) second).endsAt();
    assertThat(told)
        .containsExactly(
            new YieldRequest("u2", "tab", "to be deleted", null),
            new YieldRequest("u2", "tab", null, endsAt));
    assertThat(asked(lease)).containsExactly(told.get(1));
  }

  @Test
  void askedTwiceWithinASecond_isToldOnce() {
    List<YieldRequest> told = asked(lease);

    assertThat(ask(null, null)).isInstanceOf(YieldResult.Asked.class);
    fake.passMs(400);
    assertThat(ask(null, null)).isEqualTo(new YieldResult.TooOften(Duration.ofMillis(600)));

    assertThat(told).hasSize(1);
  }

  @Test
  void holderThatReleases_letsTheWaiterIn() {
    lease.onYieldRequested(request -> lease.close());
    CompletableFuture<Lease> deletion =
        fake.client.acquireAsync(
            LockRequest.delete(ACCOUNT, "u2", "/docs").session("tab").waitingUpTo(MINUTE));
    assertThat(deletion).isNotDone();

    ask(null, null);

    assertThat(granted(deletion).isValid()).isTrue();
    assertThat(losses).isEmpty();
  }

  @Test
  void leaseThatIsReleased_isToldNothing() {
    List<YieldRequest> told = asked(lease);
    fake.arbiter.delayCommands(Duration.ofMillis(100));
    lease.close();
    fake.arbiter.askToYield(lease, "u2", null, null);
    fake.passMs(1_000);

    assertThat(told).isEmpty();
    assertThat(asked(lease)).isEmpty();
  }

  @Test
  void lockThatIsNotHeld_isSaidSo() {
    lease.close();

    assertThat(ask(null, null)).isEqualTo(new YieldResult.NotHeld());
  }

  @Test
  void adoptedLock_isAskedForAtWhoHoldsItNow() {
    LockClient other = fake.open(options -> options.withName("worker"));
    Lease adopted = granted(other.adopt(ACCOUNT, lease.lockId(), lease.lock().owner()));
    List<YieldRequest> told = asked(adopted);

    ask(null, "elsewhere");

    assertThat(told).extracting(YieldRequest::comment).containsExactly("elsewhere");
  }

  @Test
  void declined_isToldInTheLogAndTheLeaseLivesOn() {
    ask(null, null);

    CompletableFuture<Boolean> told = lease.decline("in the middle of a commit");

    assertThat(granted(told)).isTrue();
    assertThat(fake.arbiter.events())
        .filteredOn(
            event ->
                event instanceof Renewed renewed
                    && "in the middle of a commit".equals(renewed.declined()))
        .hasSize(1);
    fake.passMs(60_000);
    assertThat(lease.isValid()).isTrue();
  }

  @Test
  void declineOfALostLease_isToldToNobody() {
    fake.arbiter.forceRelease(lease, "ops", "device lost");

    assertThat(granted(lease.decline("no"))).isFalse();
  }

  /** The decline comes before this client knows of the loss. */
  @Test
  void declineThatComesTooLate_isToldToNobody() {
    fake.arbiter.loseEvents(event -> event instanceof Released end && !end.repeated());
    fake.arbiter.forceRelease(lease, "ops", "device lost");

    assertThat(granted(lease.decline("no"))).isFalse();
    assertThat(losses).containsExactly(new LostReason.Forced(null, null));
  }

  @Test
  void declineWithoutAnAnswer_endsAtTheSafeEnd() {
    fake.arbiter.loseCommands(command -> command instanceof Renew);
    CompletableFuture<Boolean> told = lease.decline("no");

    fake.passMs(29_499);
    assertThat(told).isNotDone();
    fake.passMs(1);

    assertThat(granted(told)).isFalse();
  }

  @Test
  void unansweredAsking_isRepeatedAndThenGivenUp() {
    fake.arbiter.loseCommands(command -> command instanceof Yield);
    CompletableFuture<YieldResult> asked = asking(null, null);
    fake.passMs(10_000);
    assertThat(asked).isNotDone();
    assertThat(fake.client.statistics().resent()).isPositive();
    fake.passMs(60_000);

    assertThat(granted(asked)).isInstanceOf(YieldResult.Unanswered.class);
  }

  @Test
  void whatIsOutOfBounds_isRefusedAtOnce() {
    String tooLong = "é".repeat(512) + "x";
    assertThatThrownBy(() -> asking(null, tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("comment has 1025 UTF-8 bytes, at most 1024 are allowed");
    assertThatThrownBy(() -> lease.decline(tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("why has 1025 UTF-8 bytes, at most 1024 are allowed");
    assertThatThrownBy(() -> UPLOAD.askingHolders("\ud800"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("comment has a lone surrogate");
    assertThatThrownBy(() -> asking(Duration.ofMillis(-1), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("grace=PT-0.001S, expected PT0S to PT10M");
    assertThatThrownBy(() -> UPLOAD.askingHolders(Duration.ofMillis(600_001), null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bounds_areAllowed() {
    assertThat(ask(Duration.ofMinutes(10), "é".repeat(512))).isInstanceOf(YieldResult.Asked.class);
    assertThat(ask(Duration.ZERO, "")).isInstanceOf(YieldResult.Asked.class);
    fake.passMs(1);

    assertThat(losses).containsExactly(new LostReason.Forced("u2", null));
  }

  @Test
  void listenerThatThrows_holdsUpNoOther() {
    List<YieldRequest> told = new ArrayList<>();
    lease.onYieldRequested(
        request -> {
          throw new IllegalStateException("a listener's own");
        });
    lease.onYieldRequested(told::add);

    ask(null, null);

    assertThat(told).hasSize(1);
  }

  /**
   * The listener of the other lease is called, and the blocked one later gets the latest request.
   */
  @Test
  void listenerThatBlocks_holdsUpNoNeighbour_andMissesNotTheLatest() throws Exception {
    LockClient client = fake.arbiter.client("real threads");
    Lease blocked = client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/x")).join();
    Lease neighbour = client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/y")).join();
    CountDownLatch goOn = new CountDownLatch(1);
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    BlockingQueue<String> toldNeighbour = new LinkedBlockingQueue<>();
    blocked.onYieldRequested(
        request -> {
          told.add(String.valueOf(request.comment()));
          awaitIt(goOn);
        });
    neighbour.onYieldRequested(request -> toldNeighbour.add(String.valueOf(request.comment())));

    fake.arbiter.askToYield(blocked, "u2", null, "0");
    assertThat(told.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("0");
    for (int i = 1; i <= 20; i++) {
      fake.passMs(1_000);
      fake.arbiter.askToYield(blocked, "u2", null, "" + i);
    }
    fake.arbiter.askToYield(neighbour, "u2", null, "you too");
    assertThat(toldNeighbour.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("you too");
    goOn.countDown();

    List<String> later = new ArrayList<>();
    for (int i = 0; i < YieldReports.MOST_UNTOLD; i++) {
      later.add(told.poll(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }
    assertThat(later).containsExactly("1", "2", "3", "4", "5", "6", "7", "20");
    client.close();
    assertThat(told).isEmpty();
  }

  private static void awaitIt(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<YieldRequest> asked(Lease lease) {
    List<YieldRequest> told = new ArrayList<>();
    lease.onYieldRequested(told::add);
    return told;
  }

  private YieldResult ask(@Nullable Duration grace, @Nullable String comment) {
    return granted(asking(grace, comment));
  }

  private CompletableFuture<YieldResult> asking(
      @Nullable Duration grace, @Nullable String comment) {
    return fake.client.askToYield(ACCOUNT, lease.lockId(), new Owner("u2", "tab"), grace, comment);
  }
}
