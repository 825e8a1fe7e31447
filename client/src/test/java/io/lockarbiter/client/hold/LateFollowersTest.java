package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request that says that its path exists, and comes after the folder was moved. */
class LateFollowersTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "ann", "/docs/a/plan");

  private final FakeClients fake = new FakeClients();

  @BeforeEach
  void remembersMoves() {
    fake.arbiter.set(Setting.REMEMBERS_MOVES, 1);
  }

  private Lease holding(LockRequest request) {
    return granted(fake.client.acquireAsync(request));
  }

  private void moved(String from, String to) {
    end(holding(LockRequest.move(ACCOUNT, "bob", from, to)));
  }

  private static void end(Lease lease) {
    granted(lease.release(WorkOutcome.GONE));
  }

  private static LockRefusedException refusal(CompletableFuture<?> asked) {
    assertThat(asked).isDone();
    return (LockRefusedException)
        Objects.requireNonNull(asked.handle((done, failure) -> failure).join());
  }

  private List<@Nullable Long> said() {
    return fake.sent(Acquire.class).stream()
        .filter(each -> each.owner().subAccount().equals("ann"))
        .<@Nullable Long>map(each -> each.fields().existing())
        .toList();
  }

  @Test
  void whoComesLater_isGrantedTheNewPlace() {
    moved("/docs", "/archive/docs");

    Lease lease = holding(UPLOAD.existing().followingMoves());

    assertThat(lease.lock().path()).hasToString("/archive/docs/a/plan");
    assertThat(fake.client.statistics().refused()).doesNotContainKey(RejectReason.PATH_GONE);
  }

  /** The seq of the release, not that of the refusal: between both the place may be another. */
  @Test
  void whoComesLater_saysAtTheNewPlaceAsOfTheMove() {
    Lease move = holding(LockRequest.move(ACCOUNT, "bob", "/docs", "/old"));
    end(move);
    long release = fake.arbiter.events().get(fake.arbiter.events().size() - 1).head().seq();
    holding(LockRequest.download(ACCOUNT, "cid", "/elsewhere"));

    holding(UPLOAD.waitingUpTo(MINUTE).existing().followingMoves());

    assertThat(said()).containsExactly(LockFields.EXISTING_NOW, release);
  }

  @Test
  void whoWaited_saysAtTheNewPlaceAsOfTheMove() {
    Lease move = holding(LockRequest.move(ACCOUNT, "bob", "/docs", "/old"));
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(MINUTE).existing().followingMoves());

    end(move);

    assertThat(granted(asked).lock().path()).hasToString("/old/a/plan");
    long released =
        fake.arbiter.events().stream()
            .filter(event -> event.type() == EventType.RELEASED)
            .findFirst()
            .orElseThrow()
            .head()
            .seq();
    assertThat(said()).endsWith(released);
  }

  @Test
  void severalMoves_areFollowedOneByOne() {
    moved("/docs", "/b");
    moved("/b", "/c");
    moved("/c", "/d");

    assertThat(holding(UPLOAD.existing().followingMoves()).lock().path()).hasToString("/d/a/plan");
  }

  @Test
  void ninthMove_isNotFollowed() {
    for (int n = 0; n < FollowedMoves.MOST + 1; n++) {
      moved("/d" + n, "/d" + (n + 1));
    }

    LockRequest upload = LockRequest.upload(ACCOUNT, "ann", "/d0/a").existing().followingMoves();

    assertThat(refusal(fake.client.acquireAsync(upload)).movedTo()).hasToString("/d9/a");
  }

  /** It was deleted and made anew while the refusal travelled. */
  @Test
  void placeThatIsAnotherByNow_isNotGranted() {
    moved("/docs", "/old");
    LockRefusedException told = refusal(fake.client.acquireAsync(UPLOAD.existing()));
    end(holding(LockRequest.delete(ACCOUNT, "bob", "/old")));
    granted(holding(LockRequest.createFolder(ACCOUNT, "bob", "/old")).release());

    LockRequest there = UPLOAD.movedTo(Objects.requireNonNull(told.movedTo()));
    long seq = Objects.requireNonNull(told.movedSeq());
    LockRefusedException refused = refusal(fake.client.acquireAsync(there.existingAsOf(seq)));

    assertThat(refused.reason()).isEqualTo(RejectReason.PATH_GONE);
    assertThat(refused.movedTo()).isNull();
    assertThat(refused.movedSeq()).isNull();
    assertThat(refused)
        .hasMessageEndingWith(
            ": The path no longer exists, or may be another by now: it, or a folder above, was deleted, renamed, moved or made anew in the last ten minutes. Look where the work belongs, and ask there.");
  }

  @Test
  void whoDoesNotFollow_isToldWhatToAskFor() {
    moved("/docs", "/old");

    LockRefusedException refused = refusal(fake.client.acquireAsync(UPLOAD.existing()));

    assertThat(refused)
        .hasMessageEndingWith(
            ": The path was renamed or moved to /old/a/plan in the last ten minutes. Ask there, or by a request that is followingMoves().");
    LockPath place = Objects.requireNonNull(refused.movedTo());
    long seq = Objects.requireNonNull(refused.movedSeq());
    holding(UPLOAD.movedTo(place).existingAsOf(seq));
    assertThat(said()).containsExactly(LockFields.EXISTING_NOW, seq);
  }

  @Test
  void refusalOfOneWhoWaited_hasItsOwnNumber() {
    Lease move = holding(LockRequest.move(ACCOUNT, "bob", "/docs", "/old"));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD.waitingUpTo(MINUTE));

    end(move);

    long last = fake.arbiter.events().get(fake.arbiter.events().size() - 1).head().seq();
    assertThat(refusal(asked).movedSeq()).isEqualTo(last);
    Lease deletion = holding(LockRequest.delete(ACCOUNT, "bob", "/docs"));
    asked = fake.client.acquireAsync(UPLOAD.waitingUpTo(MINUTE));
    end(deletion);
    assertThat(refusal(asked).movedSeq()).isNull();
  }

  /** Arbiters that remember nothing refuse whoever says it. */
  @Test
  void whoDoesNotSayIt_sendsNothingNew() {
    fake.arbiter.set(Setting.REMEMBERS_MOVES, 0);
    Lease move = holding(LockRequest.move(ACCOUNT, "bob", "/docs", "/old"));
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(MINUTE).followingMoves());

    end(move);

    assertThat(granted(asked).lock().path()).hasToString("/old/a/plan");
    assertThat(said()).hasSize(3).containsOnlyNulls();
  }

  @Test
  void arbiterThatRemembersNothing_refusesWhoSaysIt() {
    fake.arbiter.set(Setting.REMEMBERS_MOVES, 0);

    LockRefusedException refused = refusal(fake.client.acquireAsync(UPLOAD.existing()));

    assertThat(refused.reason()).isEqualTo(RejectReason.INVALID);
    assertThat(refused.field()).isEqualTo("existing");
    assertThat(refused).hasMessageContaining("lockarbiter.moves.remembered=true");
  }

  @Test
  void checkOutsAndJobs_sayItToo() {
    moved("/docs", "/old");
    LockRequest request = LockRequest.checkOut(ACCOUNT, "ann", "/docs/a").existing();
    CompletableFuture<CheckOut> checkOut = fake.client.checkOut(request, Duration.ofDays(7), null);

    assertThat(refusal(checkOut).movedTo()).hasToString("/old/a");
    fake.client.submit("pool", UPLOAD.existing());
    assertThat(said()).containsExactly(LockFields.EXISTING_NOW, LockFields.EXISTING_NOW);
  }

  /** Its copies look for those in its way. One that did not say it would make the folder anew. */
  @Test
  void looksForBlockers_sayItToo() {
    LockRequest other = LockRequest.delete(ACCOUNT, "bob", "/docs");
    Lease held = holding(other);
    held.onYieldRequested(wish -> {});
    CompletableFuture<Lease> asked =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(MINUTE).existing().askingHolders("please"));

    fake.passMs(30_000);

    assertThat(asked).isNotDone();
    assertThat(said()).hasSizeGreaterThan(2).containsOnly(LockFields.EXISTING_NOW);
  }

  @Test
  void numberOfNoEvent_isRefused() {
    assertThatThrownBy(() -> UPLOAD.existingAsOf(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "existingAsOf=0, expected the seq of an event, 1 or more; existing() says that the paths exist now");
    assertThat(UPLOAD.existing()).isNotEqualTo(UPLOAD).isEqualTo(UPLOAD.existing());
    assertThat(UPLOAD.existingAsOf(7).existsAsOf()).isEqualTo(7);
  }
}
