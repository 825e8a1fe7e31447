package io.lockarbiter.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The example for check-outs in client/GUIDE.md. */
class CheckOutExampleTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "ann", "/docs/plan.docx");

  private final FakeArbiter arbiter = new FakeArbiter();
  private final Map<String, String> notes = new HashMap<>();

  @Test
  void documentThatIsTakenHome_isReadByAllAndWrittenByItsMemberOnly() throws Exception {
    LockClient locks = arbiter.client("office");
    LockRequest plan = LockRequest.checkOut("acme", "ann", "/docs/plan.docx");
    CheckOut checkOut = locks.checkOut(plan, Duration.ofDays(7), "back on Monday").join();
    notes.put("plan.docx", checkOut.lockId());

    try (Lease lease = locks.acquire(UPLOAD)) {
      assertThat(FencingAction.of(lease).token()).isPositive();
    }
    try (Lease lease = locks.acquire(LockRequest.download("acme", "bob", "/docs"))) {
      assertThat(lease.isValid()).isTrue();
    }
    LockRequest bobs = LockRequest.upload("acme", "bob", "/docs/plan.docx");
    assertThatThrownBy(() -> locks.acquire(bobs)).hasMessageContaining("note=back on Monday");
    locks.close();
    arbiter.pass(Duration.ofDays(6));

    LockClient restarted = arbiter.client("office");
    CheckOut found =
        restarted.checkedOut(
            "acme", Objects.requireNonNull(notes.get("plan.docx")), new Owner("ann", null));
    found.extend().join();
    arbiter.pass(Duration.ofDays(6));
    assertThatThrownBy(() -> restarted.acquire(bobs)).hasMessageContaining("CONFLICT");
    found.release().join();
    restarted.acquire(bobs).close();
  }

  @Test
  void documentThatIsHandedOver_isNeverFreeInBetween() throws Exception {
    LockClient locks = arbiter.client("office");
    LockRequest plan = LockRequest.checkOut("acme", "ann", "/docs/plan.docx");
    CheckOut anns = locks.checkOut(plan, Duration.ofDays(7), "back on Monday").join();

    CheckOut bobs = anns.handTo("bob", "from Ann, until Friday").join();

    assertThat(anns.release().join().message()).startsWith("had been replaced by ");
    assertThatThrownBy(() -> locks.acquire(UPLOAD)).hasMessageContaining("note=from Ann");
    locks.acquire(LockRequest.upload("acme", "bob", "/docs/plan.docx")).close();

    LockRequest moved = LockRequest.checkOut("acme", "bob", "/archive/plan.docx");
    CheckOut there = locks.checkOut(moved.replacing(bobs), Duration.ofDays(7), null).join();

    locks.acquire(UPLOAD).close();
    there.release().join();
  }
}
