package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A request that is sent again takes the place of the one before; of nothing else, and for good.
 */
class AskingOwnTest {
  private final FakeClients fake = new FakeClients();

  private static LockRequest sentAgain(int waitMs) {
    return LockRequest.upload(ACCOUNT, "ann", "/f")
        .waitingUpTo(Duration.ofMillis(waitMs))
        .askingOwnHolders(Duration.ofSeconds(1), "sent again");
  }

  /**
   * 2 s is the wait of the examples, 3 s that of the uploads. The first holder's line is broken.
   */
  @ParameterizedTest
  @CsvSource({"1, 2000", "2, 2000", "2, 3000", "3, 3000", "4, 3000"})
  void requestsAtOnce_leaveOneWithTheLock(int requests, int waitMs) {
    granted(fake.client.acquireAsync(sentAgain(waitMs)));
    List<CompletableFuture<Lease>> asked = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      asked.add(fake.client.acquireAsync(sentAgain(waitMs)));
    }
    fake.passMs(10_000);

    assertThat(asked)
        .filteredOn(each -> !each.isCompletedExceptionally() && each.join().isValid())
        .hasSize(1);
  }

  static Stream<LockRequest> otherWork() {
    return Stream.of(
        LockRequest.move(ACCOUNT, "ann", "/f", "/g"),
        LockRequest.rename(ACCOUNT, "ann", "/f", "/g"),
        LockRequest.delete(ACCOUNT, "ann", "/f"),
        LockRequest.copy(ACCOUNT, "ann", "/big", "/f"));
  }

  @ParameterizedTest
  @MethodSource("otherWork")
  void otherWorkOfTheMemberOnThePath_isWaitedFor(LockRequest work) {
    Lease lease = granted(fake.client.acquireAsync(work));
    fake.client.acquireAsync(sentAgain(2_000));
    fake.passMs(3_000);

    assertThat(lease.isValid()).isTrue();
  }

  @Test
  void jobOfAPoolOnThePath_isWaitedFor() {
    Ticket job = fake.client.submit("thumbnails", LockRequest.upload(ACCOUNT, "ann", "/f"));
    fake.client.acquireAsync(sentAgain(2_000));
    fake.passMs(3_000);

    assertThat(job.outcome()).isNotDone();
  }
}
