package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions.Closing;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A client that is closed while it works. */
class ClosingTest {
  private static final int LEASES = 100;

  private final FakeClients fake = new FakeClients();

  @Test
  void closeWhileRenewing_releasesEveryLeaseAndSendsNothingElse() {
    List<Lease> leases = leases(fake.client);
    List<LostReason> losses = losses(leases.get(0));
    fake.arbiter.delayCommands(Duration.ofMillis(200));
    fake.arbiter.delayEvents(Duration.ofMillis(200));
    fake.passMs(10_000);
    assertThat(fake.client.statistics().renewals()).isBetween(1L, LEASES - 1L);
    fake.arbiter.loseCommands(command -> command instanceof Renew);

    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(fake.client::close, ThreadPerTask.EXECUTOR);
    await().until(() -> leases.stream().noneMatch(Lease::isValid));
    fake.passMs(1_000);
    await().until(closed::isDone);

    assertThat(leases).noneMatch(Lease::isValid);
    assertThat(losses).isEmpty();
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    int sent = fake.arbiter.commands().size();
    fake.passMs(60_000);
    assertThat(fake.arbiter.commands()).hasSize(sent);
    assertThat(fake.client.statistics().leases()).isZero();
  }

  @Test
  void closeWithoutAnArbiter_endsAfterItsTimeout() {
    List<Lease> leases = leases(fake.client);
    fake.arbiter.stop();
    CompletableFuture<ReleaseResult> released = leases.get(0).release();

    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(fake.client::close, ThreadPerTask.EXECUTOR);
    await().until(() -> fake.sent(Release.class).size() == LEASES);
    fake.passMs(9_999);
    assertThat(closed).isNotDone();
    fake.passMs(1);
    await().until(closed::isDone);

    assertThat(released.join().message()).contains("the client was closed");
    assertThat(leases.get(1).release().join().message()).contains("the client is closed");
    assertThat(fake.sent(Release.class))
        .extracting(AccountCommand::commandId)
        .satisfies(ids -> assertThat(ids.stream().distinct()).hasSize(LEASES));
  }

  @Test
  void closeThatAbandons_sendsNothing() {
    LockClient client = fake.open(options -> options.withClosing(Closing.ABANDON));
    Lease lease = granted(client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/a")));

    client.close();
    client.close();

    assertThat(lease.isValid()).isFalse();
    assertThat(fake.sent(Release.class)).isEmpty();
    assertThat(fake.arbiter.locks(ACCOUNT)).hasSize(1);
    fake.passMs(30_001);
    assertThat(fake.arbiter.locks(ACCOUNT)).isEmpty();
    assertThat(fake.sent(Renew.class)).isEmpty();
  }

  @Test
  void releaseBehindTheEndOfTheLock_leavesNothingBehind() {
    Lease first = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/a")));
    Lease second = granted(fake.client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/b")));
    List<ReleaseResult> results = new ArrayList<>();
    first.onLost(reason -> second.release().thenAccept(results::add));
    fake.arbiter.stop();
    fake.arbiter.forceRelease(first, "ops", "one");
    fake.arbiter.forceRelease(second, "ops", "two");
    fake.arbiter.start();

    assertThat(results).containsExactly(new ReleaseResult.Forced("ops", "two"));
    assertThat(fake.client.statistics().leases()).isZero();
  }

  private List<Lease> leases(LockClient client) {
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < LEASES; i++) {
      leases.add(granted(client.acquireAsync(LockRequest.upload(ACCOUNT, "u1", "/" + i))));
    }
    return leases;
  }
}
