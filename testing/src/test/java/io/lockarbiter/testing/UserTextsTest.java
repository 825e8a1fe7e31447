package io.lockarbiter.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Texts for a user who looks at a log line only. */
class UserTextsTest {
  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient client = arbiter.client("gateway");

  @Test
  void refusal_namesWhatWasAskedFor() throws Exception {
    client.acquire(LockRequest.upload("acme", "ann", "/docs/plan.pdf"));

    assertThatThrownBy(() -> client.acquire(LockRequest.delete("acme", "bob", "/docs")))
        .isInstanceOf(LockRefusedException.class)
        .hasMessageContaining("UPLOAD /docs/plan.pdf of ann")
        .hasMessageContaining("DELETE /docs of bob");
  }

  @Test
  void pathThatIsGone_isNamed() throws Exception {
    var deletion = client.acquire(LockRequest.delete("acme", "ann", "/docs"));
    var waits =
        client.acquireAsync(
            LockRequest.upload("acme", "bob", "/docs/plan.pdf").waitingUpTo(Duration.ofSeconds(9)));
    arbiter.pass(Duration.ofSeconds(1));
    deletion.endAs(WorkOutcome.GONE);
    deletion.close();

    assertThatThrownBy(waits::join)
        .hasMessageContaining("/docs/plan.pdf")
        .as("that lock is not held any more")
        .hasMessageNotContaining("held DELETE /docs");
  }

  /** A tab without a name is not silently one owner with all other tabs without one. */
  @Test
  @SuppressWarnings("NullAway")
  void sessionOfNull_isRefused() {
    String none = null;
    assertThatThrownBy(() -> LockRequest.upload("acme", "ann", "/a").session(none))
        .isInstanceOfAny(NullPointerException.class, IllegalArgumentException.class);
  }

  @Test
  @SuppressWarnings("NullAway")
  void missingMember_isNamed() {
    String none = null;
    assertThatThrownBy(() -> LockRequest.upload("acme", none, "/a"))
        .hasMessageContaining("subAccount");
  }

  @Test
  void leaseThatHasEnded_saysSoWhenMoreIsAskedFor() throws Exception {
    var lease = client.acquire(LockRequest.upload("acme", "ann", "/a"));
    lease.close();

    assertThat(
            lease
                .acquireMore(LockRequest.upload("acme", "ann", "/b"))
                .handle((more, failure) -> String.valueOf(failure.getMessage()))
                .join())
        .doesNotContain("Ask by acquireMore");
  }
}
