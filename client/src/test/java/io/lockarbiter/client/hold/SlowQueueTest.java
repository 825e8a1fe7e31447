package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many wait in one queue when answers become slow: nearly as many as otherwise get the lock. */
class SlowQueueTest {
  private static final int WAITERS = 100;
  private final FakeClients fake = new FakeClients();

  /**
   * The number of waiters that get the lock. Each holds it for 100 ms; answers take 2.1 s from some
   * moment on.
   *
   * @param isWhole whether their attributes leave no room for a short lease
   */
  private int served(boolean isWhole) {
    List<CompletableFuture<Lease>> asked = new ArrayList<>();
    LockClient client = fake.client;
    Lease held = granted(client.acquireAsync(LockRequest.upload(ACCOUNT, "u", "/a")));
    for (int i = 0; i < WAITERS; i++) {
      LockRequest request =
          LockRequest.upload(ACCOUNT, "u" + i, "/a").waitingUpTo(Duration.ofMinutes(2));
      asked.add(client.acquireAsync(isWhole ? request.attribute("a", "x".repeat(4_094)) : request));
    }
    fake.passMs(1_000);
    slow();
    held.close();
    int served = 0;
    List<CompletableFuture<Lease>> open = new ArrayList<>(asked);
    for (int ms = 0; ms < 200_000; ms += 100) {
      fake.passMs(100);
      for (CompletableFuture<Lease> each : List.copyOf(open)) {
        if (each.isDone()) {
          open.remove(each);
          if (!each.isCompletedExceptionally()) {
            served++;
            each.join().close();
          }
        }
      }
    }
    return served;
  }

  private void slow() {
    fake.arbiter.delayCommands(Duration.ofMillis(1_000));
    fake.arbiter.delayEvents(Duration.ofMillis(1_100));
  }

  private CompletableFuture<Lease> waiter(int number) {
    return fake.client.acquireAsync(
        LockRequest.upload(ACCOUNT, "u" + number, "/a").waitingUpTo(Duration.ofMinutes(2)));
  }

  /** The queue moves as it does with whole leases. */
  @Test
  void slowAnswers_doNotStarveAQueue() {
    int whole = new SlowQueueTest().served(true);
    assertThat(served(false)).isGreaterThanOrEqualTo(whole / 2);
  }

  /** Two grants are missed; then answers are quick again, and each sub-account may wait once. */
  @Test
  void secondPlaceThatIsRefused_leavesTheFirst() {
    fake.arbiter.set(Setting.WAITERS_PER_SUB_ACCOUNT, 1);
    Lease held = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u", "/a")));
    List<CompletableFuture<Lease>> asked = IntStream.range(0, 5).mapToObj(this::waiter).toList();
    slow();
    var unused = held.release();
    fake.passMs(4_200);
    fake.arbiter.delayCommands(Duration.ZERO);
    fake.arbiter.delayEvents(Duration.ZERO);
    fake.passMs(2_000);

    for (int i = 2; i < 5; i++) {
      Lease lease = granted(asked.get(i));
      asked.subList(i + 1, 5).forEach(behind -> assertThat(behind).isNotDone());
      lease.close();
    }
    assertThat(fake.client.statistics().refused()).isEmpty();
  }

  /** Nothing is left of the places that were given up. */
  @Test
  void waitersThatWereQueuedAnew_waitOnce() {
    Lease held = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u", "/a")));
    List<CompletableFuture<Lease>> asked = IntStream.range(0, 10).mapToObj(this::waiter).toList();
    slow();
    var unused = held.release();
    fake.passMs(10_000);
    fake.arbiter.delayCommands(Duration.ZERO);
    fake.arbiter.delayEvents(Duration.ZERO);
    asked.forEach(each -> each.thenAccept(Lease::release));
    fake.passMs(60_000);

    assertThat(asked).allSatisfy(each -> assertThat(each).isCompleted());
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(fake.client.statistics().inFlight()).isZero();
    assertThat(fake.client.statistics().leases()).isZero();
  }
}
