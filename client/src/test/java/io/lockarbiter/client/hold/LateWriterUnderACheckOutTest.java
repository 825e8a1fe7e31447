package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.GuardCleaner;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** RULES.md, Fencing: a check-out leaves no trace in a guard, so its member acts once. */
class LateWriterUnderACheckOutTest {
  private static final String PATH = "/docs/plan.docx";

  private final FakeClients fake = new FakeClients();
  private final MemoryFencingGuard guard = new MemoryFencingGuard();
  private final Lease late =
      granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "bob", PATH)));

  @BeforeEach
  void leaseRunsOutAndTheFileIsCheckedOut() {
    fake.arbiter.expire(late);
    LockRequest plan = LockRequest.checkOut(ACCOUNT, "ann", PATH);
    granted(fake.client.checkOut(plan, Duration.ofDays(7), null));
  }

  private String written(Lease lease) {
    return guard.act(FencingAction.of(lease), () -> "written");
  }

  @Test
  void nobodyHasActedSince_isAdmitted() {
    fake.arbiter.pass(Duration.ofDays(3));

    assertThat(written(late)).isEqualTo("written");
  }

  @Test
  void itsMemberHasActedOnce_isRefused() {
    Lease fence = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", PATH)));
    written(fence);
    fence.close();

    assertThatThrownBy(() -> written(late)).isInstanceOf(FencedException.class);
  }

  /** The guard forgets the member's action, and refuses all tokens as old as that. */
  @Test
  void itsMemberHasActedOnceAndTheGuardIsCleaned_isRefused() {
    Lease fence = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", PATH)));
    written(fence);
    fence.close();
    fake.arbiter.pass(Duration.ofMinutes(11));
    new GuardCleaner(fake.arbiter.liveTokens(), guard, 10).turn();

    assertThatThrownBy(() -> written(late)).isInstanceOf(FencedException.class);
  }
}
