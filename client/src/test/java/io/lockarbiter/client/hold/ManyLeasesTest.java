package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds 10,000 leases for minutes of log time, while one answer in a hundred is lost. */
@Tag("slow")
class ManyLeasesTest {
  private static final int LEASES = 10_000;
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final long RENEWALS_PER_MINUTE = 3 * LEASES;

  private final FakeClients fake = new FakeClients();

  @Test
  void tenThousandLeases_liveForTwoMinutes() {
    hold(2);
  }

  @Test
  @Tag("nightly")
  void tenThousandLeases_liveForAQuarterOfAnHour() {
    hold(15);
  }

  private void hold(int minutes) {
    int threads = Thread.activeCount();
    List<LostReason> losses = new ArrayList<>();
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < LEASES; i++) {
      Lease lease =
          granted(
              fake.client.acquireAsync(
                  LockRequest.upload(ACCOUNT, "u" + i % 10, "/" + i % 100 + "/" + i)
                      .leaseOf(LEASE)));
      lease.onLost(losses::add);
      leases.add(lease);
    }
    Random random = new Random(Seeds.fresh());
    fake.arbiter.loseEvents(event -> random.nextInt(100) == 0);

    for (int second = 0; second < 60 * minutes; second++) {
      fake.passMs(1_000);
      assertThat(leases).allMatch(Lease::isValid);
    }

    assertThat(losses).isEmpty();
    assertThat(fake.client.statistics().renewals())
        .isBetween(
            RENEWALS_PER_MINUTE * minutes - LEASES, RENEWALS_PER_MINUTE * minutes * 120 / 100);
    assertThat(Thread.activeCount()).isLessThan(threads + LEASES / 1_000);
  }
}
