package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A lease that is closed at the end of a block. */
class LeaseClosingTest {
  private static final LockRequest DELETE = LockRequest.delete(ACCOUNT, "u1", "/docs");

  private final FakeClients fake = new FakeClients();

  private Lease deletion() {
    return granted(fake.client.acquireAsync(DELETE));
  }

  private WorkOutcome told() {
    return fake.sent(Release.class).get(0).outcome();
  }

  /** Another thread keeps the arbiter from answering. */
  @Test
  void close_returnsWhenTheLockIsFree() throws Exception {
    Lease lease = deletion();
    CountDownLatch answers = new CountDownLatch(1);
    Lease forced = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u2", "/a")));
    forced.onLost(reason -> awaitUninterruptibly(answers));
    Thread arbiter = new Thread(() -> fake.arbiter.forceRelease(forced, "ops", "device lost"));
    arbiter.start();
    await().until(() -> arbiter.getState() == Thread.State.WAITING);

    Thread closing = new Thread(lease::close);
    closing.start();
    await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    answers.countDown();

    closing.join(LIMIT.toMillis());
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    arbiter.join(LIMIT.toMillis());
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Time stands still, so nothing would come. */
  @Test
  void closeWithoutAnArbiter_doesNotHoldUpATest() {
    Lease lease = deletion();
    fake.arbiter.stop();
    lease.close();
    assertThat(lease.isValid()).isFalse();

    fake.arbiter.start();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void outcomeThatIsSet_isToldByClose() {
    try (Lease lease = deletion()) {
      lease.endAs(WorkOutcome.FAILED);
      lease.endAs(WorkOutcome.GONE.withResult("12 files"));
    }

    assertThat(told()).isEqualTo(WorkOutcome.GONE.withResult("12 files"));
  }

  @Test
  void outcomeThatIsSet_isToldByReleaseAndByAClosingClient() {
    Lease lease = deletion();
    lease.endAs(WorkOutcome.GONE);
    granted(lease.release());
    assertThat(told()).isEqualTo(WorkOutcome.GONE);

    deletion().endAs(WorkOutcome.FAILED);
    fake.client.close();
    assertThat(fake.sent(Release.class).get(1).outcome()).isEqualTo(WorkOutcome.FAILED);
  }

  @Test
  void outcomeOfTheRelease_winsOverTheOneThatIsSet() {
    Lease lease = deletion();
    lease.endAs(WorkOutcome.GONE);
    granted(lease.release(WorkOutcome.FAILED));
    lease.endAs(WorkOutcome.DONE);
    lease.close();

    assertThat(fake.sent(Release.class)).hasSize(1);
    assertThat(told()).isEqualTo(WorkOutcome.FAILED);
  }

  @Test
  void outcomeThatCannotBeTold_isRefusedAtOnce() {
    Lease lease = deletion();

    assertThatThrownBy(() -> lease.endAs(WorkOutcome.DONE.withResult("x".repeat(1_025))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("result has 1025 UTF-8 bytes, at most 1024 are allowed");
    lease.close();
    assertThat(told()).isEqualTo(WorkOutcome.DONE);
  }
}
