package io.lockarbiter.client.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Clients of a deployment that compares names without case. */
class NamesTest {
  private final FakeArbiter arbiter = FakeArbiter.withoutCase();
  private final LockClient client = arbiter.client("gateway");

  @Test
  void requestForAnotherSpelling_isRefusedAndNamesTheOne() throws Exception {
    Lease held = client.acquire(LockRequest.upload("acme", "ann", "/Docs/Plan.docx"));

    assertThat(held.lock().path()).hasToString("/Docs/Plan.docx");
    assertThatThrownBy(() -> client.acquire(LockRequest.upload("acme", "bob", "/docs/plan.DOCX")))
        .isInstanceOf(LockRefusedException.class)
        .hasMessageContaining("/Docs/Plan.docx");
  }

  @Test
  void actionOfALease_isComparedWithoutCase() throws Exception {
    Lease first = client.acquire(LockRequest.upload("acme", "ann", "/Docs/A"));
    first.close();
    Lease second = client.acquire(LockRequest.upload("acme", "bob", "/docs/a"));
    MemoryFencingGuard guard = new MemoryFencingGuard();

    assertThat(guard.admit(FencingAction.of(second).on(Mode.PUT, "/DOCS/A/b"))).isEmpty();
    assertThat(guard.admit(FencingAction.of(first))).isNotEmpty();
  }

  @Test
  void checkOutThatChangesHands_keepsItsPathAsItWasSent() throws Exception {
    CheckOut own =
        client
            .checkOut(LockRequest.checkOut("acme", "ann", "/Plan"), Duration.ofDays(7), "mine")
            .join();

    own.handTo("bob", "now bob's").join();

    assertThat(arbiter.locks("acme"))
        .singleElement()
        .satisfies(lock -> assertThat(lock).asString().contains("/Plan"));
  }

  @Test
  void caseIsToldOnceForAll() throws Exception {
    assertThatThrownBy(() -> arbiter.set(Setting.NAMES_WITHOUT_CASE, 0))
        .hasMessageContaining("FakeArbiter.withoutCase()");
  }
}
