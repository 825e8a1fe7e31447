package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Settings that cut leases to no more than the difference of clocks that a client allows leave it
 * nothing to use. It says so, and does not ask again and again.
 */
class UselessLeaseTest {
  private static final LockRequest UPLOAD =
      LockRequest.upload(ACCOUNT, "u1", "/docs/a").waitingUpTo(Duration.ofMinutes(1));

  private static final Owner TAB_OWNER = new Owner("u2", "tab");
  private static final LockRequest TAB =
      LockRequest.upload(ACCOUNT, "u2", "/docs/b").session("tab");

  private final FakeClients fake = new FakeClients();
  private final LockClient careful = fake.open(o -> o.withClockDifference(Duration.ofSeconds(1)));

  @BeforeEach
  void delay() {
    fake.arbiter.delayEvents(Duration.ofMillis(5));
  }

  @ParameterizedTest
  @EnumSource(names = {"LONGEST_LEASE_MS", "LONGEST_HOLD_MS"})
  void lockThatIsFree_failsAtOnceAndIsGivenBack(Setting setting) {
    fake.arbiter.set(setting, 1_000);

    CompletableFuture<Lease> asked = careful.acquireAsync(UPLOAD);
    fake.passMs(10_000);

    isUseless(asked);
    assertThat(fake.sent(Acquire.class)).hasSize(1);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void lockThatIsWaitedFor_failsWhenItIsGranted() {
    Lease before =
        granted(passing(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u2", "/docs/a"))));
    CompletableFuture<Lease> asked = careful.acquireAsync(UPLOAD);
    fake.passMs(100);
    fake.arbiter.set(Setting.LONGEST_LEASE_MS, 1_000);
    fake.passMs(100);
    before.close();

    fake.passMs(10_000);

    isUseless(asked);
    assertThat(fake.sent(Acquire.class)).hasSizeLessThan(5);
    assertThat(fake.sent(Renew.class)).hasSizeLessThan(20);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  /** Its holder allows less of a difference, and goes on. */
  @Test
  void lockThatIsTakenOver_failsAndStaysHeld() {
    fake.arbiter.set(Setting.LONGEST_LEASE_MS, 1_000);
    Lease held = granted(passing(fake.client.acquireAsync(TAB)));

    CompletableFuture<Lease> asked = careful.adopt(ACCOUNT, held.lockId(), TAB_OWNER);
    fake.passMs(10_000);

    isUseless(asked);
    assertThat(held.isValid()).isTrue();
  }

  /** Nothing that was granted is taken away. */
  @Test
  void lockThatIsTakenOverBeforeItsEnd_isUsableUntilThen() {
    Lease held = granted(passing(fake.client.acquireAsync(TAB)));
    fake.arbiter.set(Setting.LONGEST_LEASE_MS, 1_000);

    Lease taken = granted(passing(careful.adopt(ACCOUNT, held.lockId(), TAB_OWNER)));

    assertThat(taken.remaining()).isGreaterThan(Duration.ofSeconds(28));
  }

  /** Its lease runs out as it was granted; until then few renewals are sent. */
  @Test
  void lockThatIsHeld_isLostAtItsEnd() {
    CompletableFuture<Lease> asked = careful.acquireAsync(UPLOAD);
    fake.passMs(100);
    Lease lease = granted(asked);
    List<LostReason> losses = losses(lease);
    fake.arbiter.set(Setting.LONGEST_LEASE_MS, 1_000);

    fake.passMs(28_000);
    assertThat(losses).isEmpty();
    fake.passMs(2_000);

    assertThat(losses).singleElement().isInstanceOf(LostReason.Expired.class);
    assertThat(fake.sent(Renew.class)).hasSizeLessThan(10);
  }

  private <T> CompletableFuture<T> passing(CompletableFuture<T> asked) {
    fake.passMs(100);
    return asked;
  }

  private static void isUseless(CompletableFuture<Lease> asked) {
    assertThat(asked)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .havingCause()
        .isInstanceOf(IllegalStateException.class)
        .withMessageContainingAll("leave 1000 ms", "clockDifference of 1000 ms", "raise");
  }
}
