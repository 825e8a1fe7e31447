package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A lock that has ended is asked about, but never at the cost of another request. */
class EndedLocksTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/a");
  private static final String JOB = "job-7";

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClientOptions direct =
      FakeArbiter.options().withCallbacks(Runnable::run).withLossCallbacks(Runnable::run);
  private final LockClient gateway = arbiter.client(direct);
  private final LockClient first = arbiter.client(direct);
  private final LockClient second = arbiter.client(direct);

  private Granted submitted() {
    gateway.submit("pool", UPLOAD, JOB).submitted().join();
    return arbiter.events().stream()
        .filter(Granted.class::isInstance)
        .map(Granted.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static CompletableFuture<Lease> adopted(LockClient by, Granted granted) {
    Owner owner = granted.subject().owner();
    return by.adopt("acme", JOB, owner, Instant.ofEpochMilli(granted.head().at()));
  }

  private void assertEnded(Granted granted, ReleaseReason reason, String message) {
    assertThatThrownBy(() -> adopted(second, granted).join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            LockWithdrawnException.class,
            end -> {
              assertThat(end.reason()).isEqualTo(reason);
              assertThat(end).hasMessageEndingWith(message);
            });
  }

  private void assertNotKnown(Granted granted) {
    assertThatThrownBy(() -> adopted(second, granted).join())
        .cause()
        .isInstanceOfSatisfying(
            LockRefusedException.class,
            refusal -> assertThat(refusal.reason()).isEqualTo(RejectReason.NOT_HELD));
  }

  @Test
  void lockThatIsHeld_isTakenOver() {
    assertThat(adopted(first, submitted()).join().isValid()).isTrue();
  }

  @Test
  void lockThatItsOwnerReleased_isToldAsReleased() {
    Granted granted = submitted();
    adopted(first, granted).join().release().join();
    arbiter.pass(Duration.ofSeconds(20));
    assertEnded(
        granted,
        ReleaseReason.RELEASED,
        "the lock was granted, and ended by its owner elsewhere or a releaseAll");
  }

  @Test
  void lockThatExpired_isToldAsExpired() {
    Granted granted = submitted();
    arbiter.pass(Duration.ofSeconds(31));
    assertEnded(
        granted,
        ReleaseReason.EXPIRED,
        "the lock was granted, and its lease ran out, for nobody renewed it");
  }

  @Test
  void lockThatAnOperatorEnded_isToldAsForced() {
    Granted granted = submitted();
    gateway.forceRelease("acme", JOB, "ops", null).join();
    assertEnded(granted, ReleaseReason.FORCED, "the lock was granted, and released by force");
  }

  @Test
  void lockThatTheArbiterMayHaveForgotten_isNotAskedAbout() {
    Granted granted = submitted();
    adopted(first, granted).join().release().join();
    arbiter.pass(Duration.ofSeconds(61));
    long releases = arbiter.commands().stream().filter(Release.class::isInstance).count();
    assertNotKnown(granted);
    assertThat(arbiter.commands().stream().filter(Release.class::isInstance))
        .hasSize((int) releases);
  }

  /** The question is a release, which would withdraw it. */
  @Test
  void requestThatWaitsUnderTheSameId_isLeftAlone() {
    Granted granted = submitted();
    adopted(first, granted).join().release().join();
    arbiter.pass(Duration.ofSeconds(61));
    Lease inTheWay = first.acquireAsync(LockRequest.delete("acme", "u2", "/a")).join();
    Ticket again = gateway.submit("pool", UPLOAD.waitingUpTo(Duration.ofMinutes(5)), JOB);
    assertNotKnown(granted);
    inTheWay.release().join();

    assertThat(again.outcome()).isNotDone();
    assertThat(arbiter.locks("acme")).hasSize(1);
  }

  @Test
  void questionWithoutAnAnswer_isNoEnd() {
    Granted granted = submitted();
    adopted(first, granted).join().release().join();
    arbiter.loseCommands(Release.class::isInstance);
    CompletableFuture<Lease> asked = adopted(second, granted);
    arbiter.pass(Duration.ofSeconds(4));
    assertThat(asked).isCompletedExceptionally();
    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(io.lockarbiter.client.ArbiterUnreachableException.class);
    arbiter.loseCommands(command -> false);
    assertEnded(
        granted,
        ReleaseReason.RELEASED,
        "the lock was granted, and ended by its owner elsewhere or a releaseAll");
  }
}
