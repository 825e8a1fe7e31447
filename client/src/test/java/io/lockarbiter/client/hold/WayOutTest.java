package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whoever is in his own way finds what to call in the text of the refusal. */
class WayOutTest {
  private final FakeClients fake = new FakeClients();

  private static String text(CompletableFuture<Lease> asked) {
    return asked.handle((lease, why) -> why == null ? "granted" : why.getMessage()).join();
  }

  @Test
  void upgradeBesideOthers_tellsTheWay() {
    for (int i = 0; i < 6; i++) {
      fake.client.acquireAsync(LockRequest.download(ACCOUNT, "u" + i, "/a")).join();
    }
    fake.client.acquireAsync(LockRequest.download(ACCOUNT, "ann", "/a")).join();

    String refusal = text(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/a")));

    assertThat(refusal).contains("acquireMore");
  }

  @Test
  void deadlockOfTwoWithPlainAcquires_tellsTheWay() {
    fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/a")).join();
    fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "bob", "/b")).join();
    CompletableFuture<Lease> ann =
        fake.client.acquireAsync(
            LockRequest.upload(ACCOUNT, "ann", "/b").waitingUpTo(Duration.ofSeconds(5)));
    CompletableFuture<Lease> bob =
        fake.client.acquireAsync(
            LockRequest.upload(ACCOUNT, "bob", "/a").waitingUpTo(Duration.ofSeconds(5)));
    fake.passMs(6_000);

    assertThat(text(ann)).contains("acquireMore");
    assertThat(text(bob)).contains("acquireMore");
  }

  @Test
  void deadlockOfTwoHolders_tellsTheWay() {
    Lease ann = fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/a")).join();
    Lease bob = fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/b")).join();
    ann.acquireMore(LockRequest.upload(ACCOUNT, "ann", "/b").waitingUpTo(Duration.ofSeconds(5)));
    String text =
        text(
            bob.acquireMore(
                LockRequest.upload(ACCOUNT, "ann", "/a").waitingUpTo(Duration.ofSeconds(5))));
    assertThat(text).startsWith("DEADLOCK").contains("acquireMore");
  }

  @Test
  void upgradeByAQueueOfOwnRequests_tellsTheWay() {
    fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/d/a")).join();
    CompletableFuture<Lease> bob =
        fake.client.acquireAsync(
            LockRequest.delete(ACCOUNT, "bob", "/d").waitingUpTo(Duration.ofSeconds(50)));
    String text = text(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/d/b")));
    assertThat(text).contains("acquireMore");
    assertThat(bob).isNotDone();
  }
}
