package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A lock in the place of another: hand-over, downgrade, and what its former holder hears. */
class ReplacingTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final String PATH = "/docs/plan.docx";
  private static final LockRequest PLAN = LockRequest.checkOut(ACCOUNT, "ann", PATH);
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "ann", PATH);
  private static final LockRequest DOWNLOAD = LockRequest.download(ACCOUNT, "ann", PATH);

  private final FakeClients fake = new FakeClients();

  private static LockRefusedException refusal(CompletableFuture<?> asked) {
    return (LockRefusedException)
        Objects.requireNonNull(asked.handle((done, failure) -> failure).join());
  }

  @Test
  void checkOutThatIsHandedOver_isTheOtherMembersWithItsNoteAndTime() {
    CheckOut anns = granted(fake.client.checkOut(PLAN, WEEK, "back on Monday"));
    CompletableFuture<Lease> waiting =
        fake.client.acquireAsync(
            LockRequest.upload(ACCOUNT, "carl", PATH).waitingUpTo(Duration.ofMinutes(5)));
    fake.passMs(1_000);

    CheckOut bobs = granted(anns.handTo("bob", "from Ann"));

    assertThat(bobs.owner()).isEqualTo(new Owner("bob", null));
    assertThat(waiting).isNotDone();
    assertThat(anns.release()).isCompletedWithValue(new ReleaseResult.Replaced(null, null));
    assertThat(refusal(anns.extend()).reason()).isEqualTo(RejectReason.NOT_HELD);
    assertThat(refusal(fake.client.acquireAsync(UPLOAD)).blockers().get(0))
        .extracting(Blocker::lockId, Blocker::note)
        .containsExactly(bobs.lockId(), "from Ann");
    granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "bob", "/docs/other")));
    bobs.release().join();
    fake.passMs(1_000);
    granted(waiting);
  }

  @Test
  void handOverThatSomethingIsInTheWayOf_changesNothing() {
    CheckOut anns = granted(fake.client.checkOut(PLAN, WEEK, null));
    granted(fake.client.acquireAsync(UPLOAD));

    assertThat(refusal(anns.handTo("bob", null)).reason()).isEqualTo(RejectReason.CONFLICT);

    assertThat(anns.extend()).isCompleted();
  }

  @Test
  void handOverOfWhatHasEnded_isRefused() {
    CheckOut anns = granted(fake.client.checkOut(PLAN, WEEK, null));
    anns.release().join();

    assertThat(refusal(anns.handTo("bob", null)).reason()).isEqualTo(RejectReason.NOT_HELD);
    assertThatThrownBy(() -> anns.handTo("", null)).hasMessage("subAccount is empty");
  }

  /** As in a request: the first would be altered, the second be no command that can be answered. */
  @Test
  void noteThatNoRequestMayHave_isRefusedBeforeAnythingIsSent() {
    CheckOut anns = granted(fake.client.checkOut(PLAN, WEEK, null));
    int sent = fake.arbiter.commands().size();

    assertThatThrownBy(() -> anns.handTo("bob", "\ud800"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an attribute has a lone surrogate");
    assertThatThrownBy(() -> anns.handTo("bob", "x".repeat(70_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("UTF-8 bytes of attributes: 70004, expected 0 to 4096");

    assertThat(fake.arbiter.commands()).hasSize(sent);
  }

  @Test
  void noteWithoutRoomBesideTheAttributes_isRefusedAndChangesNothing() {
    String most = "x".repeat(Acquire.MAX_ATTRIBUTE_BYTES - 1);
    CheckOut anns = granted(fake.client.checkOut(PLAN.attribute("k", most), WEEK, null));

    assertThat(refusal(anns.handTo("bob", "n")).reason()).isEqualTo(RejectReason.INVALID);

    assertThat(anns.extend()).isCompleted();
  }

  @Test
  void handOverThatIsTooLargeForACommand_failsAtOnce() {
    String path = "/" + "s".repeat(4_000);
    LockRequest large = LockRequest.custom(ACCOUNT, "ann", path, Mode.GUARD);
    for (int n = 1; n < Acquire.MAX_TARGETS; n++) {
      large = large.target(path + n, Mode.GUARD);
    }
    CheckOut anns = granted(fake.client.checkOut(large, WEEK, null));

    assertThatThrownBy(() -> granted(anns.handTo("bob", "n".repeat(4_000))))
        .hasCauseInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 65536 are allowed");

    assertThat(anns.extend()).isCompleted();
  }

  @Test
  void leaseThatIsReplaced_isLostToTheOtherLock() {
    List<LostReason> losses = new ArrayList<>();
    Lease writing = granted(fake.client.acquireAsync(UPLOAD));
    writing.onLost(losses::add);

    Lease reading =
        granted(
            fake.client.acquireAsync(DOWNLOAD.replacing(writing.lockId(), writing.lock().owner())));

    assertThat(reading.token()).isGreaterThan(writing.token());
    assertThat(writing.isValid()).isFalse();
    assertThat(losses)
        .containsExactly(new LostReason.Replaced(reading.lockId(), reading.lock().owner()));
    assertThat(losses.get(0).message())
        .startsWith("the lock was replaced by lock " + reading.lockId() + " of ann in session ");
    assertThat(writing.release())
        .isCompletedWithValue(new ReleaseResult.Replaced(reading.lockId(), reading.lock().owner()));
    granted(fake.client.acquireAsync(LockRequest.download(ACCOUNT, "bob", PATH)));
  }

  @Test
  void formerHolder_isFencedOffOnceTheNewOneHasActed() {
    MemoryFencingGuard guard = new MemoryFencingGuard();
    Lease anns = granted(fake.client.acquireAsync(UPLOAD));
    guard.act(FencingAction.of(anns), () -> "written");
    LockRequest takeOver =
        LockRequest.upload(ACCOUNT, "bob", PATH).replacing(anns.lockId(), anns.lock().owner());

    Lease bobs = granted(fake.client.acquireAsync(takeOver));
    guard.act(FencingAction.of(bobs), () -> "written");

    assertThatThrownBy(() -> guard.act(FencingAction.of(anns), () -> "written"))
        .isInstanceOf(FencedException.class);
  }

  @Test
  void lockOfAnotherOwnerThanWasNamed_isNotReplaced() {
    Lease writing = granted(fake.client.acquireAsync(UPLOAD));

    LockRefusedException refused =
        refusal(
            fake.client.acquireAsync(DOWNLOAD.replacing(writing.lockId(), new Owner("ann", null))));

    assertThat(refused.reason()).isEqualTo(RejectReason.NOT_HOLDER);
    assertThat(refused).hasMessageContaining("another owner than replacing(…) says");
    assertThat(writing.isValid()).isTrue();
  }

  @Test
  void replacementThatWouldWait_isRefusedBeforeItIsSent() {
    LockRequest replacing = DOWNLOAD.replacing("l1", new Owner("ann", null));

    assertThatThrownBy(() -> replacing.waitingUpTo(Duration.ofSeconds(1)))
        .hasMessage(
            "waitingUpTo=PT1S beside replacing(…), expected none: a replacement is decided at once");
    assertThatThrownBy(() -> DOWNLOAD.replacing("", new Owner("ann", null)))
        .hasMessage("replacing: lockId is empty");
  }
}
