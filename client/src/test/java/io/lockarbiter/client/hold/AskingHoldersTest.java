package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests that ask the holders in their way to yield while they wait. */
class AskingHoldersTest {
  private static final LockRequest DELETE =
      LockRequest.delete(ACCOUNT, "u2", "/docs")
          .waitingUpTo(Duration.ofMinutes(1))
          .askingHolders("to be deleted");

  private final FakeClients fake = new FakeClients();
  private final LockClient asker = fake.open(options -> options.withName("asker"));

  private Lease upload(String name) {
    return granted(
        fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/docs/" + name).session(name)));
  }

  private List<Lease> uploads(int number) {
    return IntStream.range(0, number).mapToObj(i -> upload("a" + i)).toList();
  }

  @Test
  void holder_isAskedOnce_andTheWaiterGetsTheLock() {
    Lease upload = upload("a");
    List<YieldRequest> told = new ArrayList<>();
    upload.onYieldRequested(told::add);

    CompletableFuture<Lease> deletion = asker.acquireAsync(DELETE);
    fake.passMs(30_000);
    assertThat(deletion).isNotDone();
    assertThat(told).hasSize(1);
    assertThat(told.get(0).by()).isEqualTo("u2");
    assertThat(told.get(0).bySession()).startsWith("asker");
    assertThat(told.get(0).comment()).isEqualTo("to be deleted");
    assertThat(told.get(0).endsAt()).isNull();

    upload.close();
    assertThat(granted(deletion).isValid()).isTrue();
  }

  @Test
  void fiftyHolders_areAskedAndGone_longBeforeFiveSeconds() {
    List<Lease> asked = new ArrayList<>();
    uploads(50).forEach(lease -> lease.onYieldRequested(request -> asked.add(lease)));

    CompletableFuture<Lease> deletion = asker.acquireAsync(DELETE);
    int passes = 0;
    for (; !deletion.isDone(); passes++) {
      assertThat(passes).isLessThan(30);
      List<Lease> letGo = List.copyOf(asked);
      fake.passMs(100);
      letGo.forEach(Lease::close);
      asked.removeAll(letGo);
    }

    assertThat(granted(deletion).isValid()).isTrue();
    assertThat(fake.sent(Yield.class))
        .extracting(Yield::lockId)
        .doesNotHaveDuplicates()
        .hasSize(50);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void manyThatStay_areLookedForEverLessOften() {
    uploads(50);

    var unused = asker.acquireAsync(DELETE);
    fake.passMs(60_000);

    assertThat(fake.sent(Yield.class)).hasSize(5);
    long looks = fake.sent(Acquire.class).stream().filter(AskingHoldersTest::isLook).count();
    assertThat(looks).isBetween(5L, 12L);
  }

  private static boolean isLook(Acquire acquire) {
    return acquire.fields().owner().subAccount().equals("u2") && acquire.fields().waitMs() == 0;
  }

  @Test
  void silentHolder_losesItAtTheGraceItsAskerGave() {
    Lease upload = upload("a");
    List<LostReason> losses = FakeClients.losses(upload);

    CompletableFuture<Lease> deletion =
        asker.acquireAsync(DELETE.askingHolders(Duration.ofSeconds(5), "now"));
    fake.passMs(4_499);
    assertThat(upload.isValid()).isTrue();
    fake.passMs(1);
    assertThat(upload.isValid()).isFalse();
    assertThat(deletion).isNotDone();
    fake.passMs(600);

    assertThat(losses).containsExactly(new LostReason.Forced("u2", "now"));
    assertThat(granted(deletion).isValid()).isTrue();
  }

  /** Far more than five; none of them needs a command of the asker. */
  @Test
  void withAGrace_allHoldersAreAskedByTheRequestItself() {
    List<Lease> uploads = uploads(500);
    List<YieldRequest> told = new ArrayList<>();
    uploads.forEach(lease -> lease.onYieldRequested(told::add));
    uploads.subList(0, 250).forEach(lease -> lease.onYieldRequested(request -> lease.close()));

    CompletableFuture<Lease> freeze =
        asker.acquireAsync(
            LockRequest.freeze(ACCOUNT, "ops", "/")
                .waitingUpTo(Duration.ofMinutes(1))
                .askingHolders(Duration.ofSeconds(10), "backup"));
    fake.passMs(100);
    assertThat(told)
        .hasSize(500)
        .allSatisfy(each -> assertThat(each.comment()).isEqualTo("backup"));
    fake.passMs(9_800);
    assertThat(freeze).isNotDone();
    fake.passMs(200);

    assertThat(granted(freeze).isValid()).isTrue();
    assertThat(fake.sent(Yield.class)).isEmpty();
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
  }

  @Test
  void withAGrace_whoWaitedEarlierIsAskedOnceItHolds() {
    upload("a");
    CompletableFuture<Lease> earlier =
        fake.client.acquireAsync(
            LockRequest.rename(ACCOUNT, "u3", "/docs", "/papers")
                .waitingUpTo(Duration.ofMinutes(1)));
    CompletableFuture<Lease> deletion =
        asker.acquireAsync(DELETE.askingHolders(Duration.ofSeconds(5), "now"));

    fake.passMs(5_000);
    assertThat(fake.sent(Yield.class)).isEmpty();
    String granted = granted(earlier).lockId();
    fake.passMs(10_000);

    assertThat(fake.sent(Yield.class)).extracting(Yield::lockId).containsExactly(granted);
    assertThat(granted(deletion).isValid()).isTrue();
  }

  /** It would time out if the client looked when the grace is over. */
  @Test
  void withAGrace_whoWaitedEarlierIsAskedSoon() {
    Lease upload = upload("a");
    upload.onYieldRequested(request -> upload.close());
    CompletableFuture<Lease> earlier =
        fake.client.acquireAsync(
            LockRequest.rename(ACCOUNT, "u3", "/docs", "/papers")
                .waitingUpTo(Duration.ofMinutes(1)));
    CompletableFuture<Lease> deletion =
        asker.acquireAsync(
            DELETE.waitingUpTo(Duration.ofSeconds(10)).askingHolders(Duration.ofSeconds(5), "now"));

    fake.passMs(9_000);

    assertThat(fake.sent(Yield.class))
        .extracting(Yield::lockId)
        .containsExactly(granted(earlier).lockId());
    assertThat(granted(deletion).isValid()).isTrue();
  }

  @Test
  void commentForAll_isShort() {
    DELETE.askingHolders(Duration.ofSeconds(5), "é".repeat(128));
    assertThatThrownBy(() -> DELETE.askingHolders(Duration.ofSeconds(5), "é".repeat(129)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("UTF-8 bytes of the comment: 258, expected 0 to 256");
  }

  @Test
  void graceThatTheRequestDoesNotOutlast_isRefused() {
    upload("a");
    LockRequest inVain =
        DELETE.waitingUpTo(Duration.ofSeconds(5)).askingHolders(Duration.ofSeconds(5), "now");

    assertThatThrownBy(() -> asker.acquireAsync(inVain))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "askingHolders with grace=PT5S, expected less than the PT5S of waitingUpTo");
    assertThatThrownBy(() -> asker.acquire(inVain)).isInstanceOf(IllegalArgumentException.class);
    assertThat(asker.acquireAsync(inVain.waitingUpTo(Duration.ofMillis(5_001)))).isNotDone();
  }

  @Test
  void askingWithoutAWait_isRefused() {
    assertThatThrownBy(() -> asker.acquireAsync(DELETE.waitingUpTo(Duration.ZERO)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("askingHolders needs waitingUpTo(…)");
  }

  @Test
  void patienceThatIsTooShortForTheGrace_asksNobody() throws Exception {
    upload("a");
    LockRequest request = DELETE.askingHolders(Duration.ofSeconds(5), "now");

    assertThat(asker.tryAcquire(request, Duration.ZERO)).isEmpty();
    assertThat(fake.sent(Yield.class)).isEmpty();
  }

  @Test
  void whoWaitsEarlier_isAskedOnceItHolds() {
    Lease upload = upload("a");
    CompletableFuture<Lease> earlier =
        fake.client.acquireAsync(
            LockRequest.rename(ACCOUNT, "u3", "/docs", "/papers")
                .waitingUpTo(Duration.ofMinutes(1)));
    var unused = asker.acquireAsync(DELETE);
    fake.passMs(1_000);
    assertThat(fake.sent(Yield.class)).extracting(Yield::lockId).containsExactly(upload.lockId());

    upload.close();
    fake.passMs(30_000);

    assertThat(fake.sent(Yield.class))
        .extracting(Yield::lockId)
        .containsExactly(upload.lockId(), granted(earlier).lockId());
  }

  @Test
  void askedByAnotherJustNow_isAskedAgainWhenItMayBe() {
    Lease upload = upload("a");
    List<String> told = new ArrayList<>();
    upload.onYieldRequested(request -> told.add(request.by()));
    fake.arbiter.askToYield(upload, "ops", null, null);

    var unused = asker.acquireAsync(DELETE);
    fake.passMs(999);
    assertThat(told).containsExactly("ops");
    fake.passMs(30_000);

    assertThat(told).containsExactly("ops", "u2");
  }

  @Test
  void grantedAtOnce_asksNobody() {
    assertThat(granted(asker.acquireAsync(DELETE)).isValid()).isTrue();
    fake.passMs(60_000);

    assertThat(fake.sent(Yield.class)).isEmpty();
    assertThat(fake.sent(Acquire.class)).hasSize(1);
  }

  @Test
  void requestThatIsCancelled_leavesNothingBehind() {
    uploads(50).forEach(lease -> lease.onYieldRequested(request -> lease.close()));
    fake.arbiter.delayEvents(Duration.ofMillis(50));
    CompletableFuture<Lease> deletion = asker.acquireAsync(DELETE);
    fake.passMs(170); // the first look is on its way, and will name others

    deletion.cancel(true);
    fake.passMs(1_000);
    assertThat(fake.sent(Yield.class)).hasSize(5);
    assertNothingIsLeft();
    assertThat(asker.statistics().unanswered()).isZero();
  }

  @Test
  void lookThatIsLeftOver_holdsNothing() {
    Lease upload = upload("a");
    CompletableFuture<Lease> deletion = asker.acquireAsync(DELETE);
    fake.arbiter.stop();
    fake.passMs(150);
    deletion.cancel(true);
    upload.close();
    fake.arbiter.start();
    fake.passMs(500);

    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() {
    int commands = fake.sent(Yield.class).size() + fake.sent(Acquire.class).size();
    fake.passMs(60_000);
    assertThat(fake.sent(Yield.class).size() + fake.sent(Acquire.class).size()).isEqualTo(commands);
    assertThat(asker.statistics().inFlight()).isZero();
  }

  @Test
  void clientThatCloses_leavesNothingBehind() {
    uploads(50);
    CompletableFuture<Lease> deletion = asker.acquireAsync(DELETE);
    fake.arbiter.stop();
    fake.passMs(150); // a look is on its way

    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(asker::close, ThreadPerTask.EXECUTOR);
    await().until(() -> !fake.sent(Release.class).isEmpty());
    fake.arbiter.start();
    await().until(closed::isDone);

    assertThat(deletion).isCompletedExceptionally();
    assertNothingIsLeft();
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(50);
  }

  @Test
  void threadThatIsInterrupted_leavesNothingBehind() throws Exception {
    uploads(50);
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                asker.acquire(DELETE).close();
              } catch (InterruptedException e) {
                failure.complete(e);
              }
            });
    thread.start();
    await().until(() -> fake.sent(Yield.class).size() == 5);
    thread.interrupt();

    assertThat(failure.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(InterruptedException.class);
    await().until(() -> !fake.sent(Release.class).isEmpty());
    assertNothingIsLeft();
  }

  @Test
  void looks_countAsRefusalsOfNobody() {
    upload("a");
    var unused = asker.acquireAsync(DELETE);
    fake.passMs(1_000);

    assertThat(fake.arbiter.events())
        .filteredOn(
            event ->
                event instanceof Rejected rejected && rejected.reason() == RejectReason.CONFLICT)
        .isNotEmpty();
    assertThat(asker.statistics().refused()).isEmpty();
    assertThat(asker.statistics().asked()).isEqualTo(1);
  }

  /** An earlier request of the same member for the same thing, and nobody else. */
  @Test
  void ownHolders_areAskedAndNobodyElse() {
    LockRequest again = LockRequest.upload(ACCOUNT, "u1", "/docs/a");
    Lease earlier = upload("a");
    CompletableFuture<Lease> asked =
        asker.acquireAsync(
            again
                .waitingUpTo(Duration.ofMinutes(1))
                .askingOwnHolders(Duration.ofSeconds(1), "sent again"));
    fake.passMs(1_000);

    assertThat(earlier.isValid()).isFalse();
    granted(asked).close();

    Lease others = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u2", "/docs/a")));
    assertNotAsked(again, others);
    assertNotAsked(
        again, granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/docs/a/b"))));
    assertNotAsked(
        again, granted(fake.client.acquireAsync(LockRequest.delete(ACCOUNT, "u1", "/docs"))));
  }

  private void assertNotAsked(LockRequest request, Lease holder) {
    int yields = fake.sent(Yield.class).size();
    CompletableFuture<Lease> asked =
        asker.acquireAsync(
            request
                .waitingUpTo(Duration.ofSeconds(30))
                .askingOwnHolders(Duration.ofSeconds(1), "sent again"));
    fake.passMs(30_000);

    assertThat(asked).isCompletedExceptionally();
    assertThat(fake.sent(Yield.class)).hasSize(yields);
    assertThat(holder.isValid()).isTrue();
    holder.close();
  }

  @Test
  void submission_cannotAsk() {
    assertThatThrownBy(() -> asker.submit("pool", DELETE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a request that asks holders cannot be submitted to pool=pool");
  }
}
