package io.lockarbiter.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.Renewed;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The example for holders that are asked to let go in client/GUIDE.md. */
class YieldExampleTest {
  private static final LockRequest DELETION =
      LockRequest.delete("acme", "bob", "/docs")
          .waitingUpTo(Duration.ofMinutes(1))
          .askingHolders(Duration.ofSeconds(30), "the folder is to be deleted");

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient locks = client("gateway");
  private int checkpoints;

  private LockClient client(String name) {
    return arbiter.client(
        FakeArbiter.options()
            .withName(name)
            .withCallbacks(Runnable::run)
            .withLossCallbacks(Runnable::run));
  }

  private Lease upload(boolean isNearlyDone) {
    Lease lease = locks.acquireAsync(LockRequest.upload("acme", "ann", "/docs/plan.pdf")).join();
    lease.onYieldRequested(
        request -> {
          if (isNearlyDone) {
            var unused = lease.decline("95 % are there");
          } else {
            checkpoints++;
            lease.close();
          }
        });
    return lease;
  }

  @Test
  void holderThatCanStop_checkpointsAndLetsGo() {
    upload(/* isNearlyDone= */ false);

    assertThat(client("other").acquireAsync(DELETION)).isCompleted();
    assertThat(checkpoints).isEqualTo(1);
  }

  @Test
  void holderThatDeclines_keepsTheLockUntilItsEnd() {
    Lease lease = upload(/* isNearlyDone= */ true);
    CompletableFuture<Lease> deletion = client("other").acquireAsync(DELETION);

    arbiter.pass(Duration.ofSeconds(29));
    assertThat(lease.isValid()).isTrue();
    assertThat(arbiter.events())
        .anyMatch(
            event ->
                event instanceof Renewed renewed && "95 % are there".equals(renewed.declined()));
    arbiter.pass(Duration.ofSeconds(1));

    assertThat(lease.isValid()).isFalse();
    assertThat(deletion).isCompleted();
  }
}
