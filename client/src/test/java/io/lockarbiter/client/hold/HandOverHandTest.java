package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import org.junit.jupiter.api.Test;

/** Acquires a lock for the next step before the lock of the last step is released. */
class HandOverHandTest {
  private static final int STEPS = 100;

  private final FakeClients fake = new FakeClients();

  private static LockRequest step(int number) {
    return LockRequest.upload(ACCOUNT, "u1", "/step-" + number);
  }

  @Test
  void walkOverManyLocks_keepsNothingOfThoseReleased() {
    Lease lease = granted(fake.client.acquireAsync(step(0)));
    for (int number = 1; number <= STEPS; number++) {
      Lease next = granted(lease.acquireMore(step(number)));
      lease.close();
      lease = next;
    }

    assertThat(((HeldLease) lease).outer())
        .hasSize(1)
        .allSatisfy(released -> assertThat(released.outer()).isEmpty());
    assertThat(fake.client.statistics().leases()).isEqualTo(1);
  }
}
