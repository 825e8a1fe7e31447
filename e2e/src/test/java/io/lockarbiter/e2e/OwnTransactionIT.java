package io.lockarbiter.e2e;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Test;

/** The broker ends an arbiter's own transaction. */
@EveryFifthDay
@Cluster
class OwnTransactionIT {
  /**
   * The commit hangs for longer than the transaction may live, and nobody takes over: the batch is
   * applied in Redis, and the sent part of it is void.
   */
  @Test
  void transactionThatOutlivesItsTimeout_isSentAgainByTheSameOwner(Deployment deployment)
      throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch hangs = new CountDownLatch(1);
    AtomicBoolean armed = new AtomicBoolean();
    Map<String, String> settings = new HashMap<>(deployment.settings());
    settings.put("lockarbiter.kafka.transaction-timeout", "2s");
    ArbiterNode arbiter =
        deployment.arbiter(
            settings,
            new Faults()
                .with(
                    (name, after) -> {
                      if (name.equals("commitTransaction")
                          && !after
                          && armed.compareAndSet(true, false)) {
                        hangs.countDown();
                        pause(goOn);
                      }
                    }));
    arbiter.awaitHealthy();
    Load load = deployment.load();
    load.awaitMore();
    armed.set(true);
    assertThat(hangs.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    try (Admin admin = deployment.log().admin()) {
      await().until(() -> aborted(admin, deployment.name()) == 1);
    }
    goOn.countDown();

    load.awaitMore();
    Answers.awaitEachOnce(deployment, load.end());
    arbiter.awaitHealthy();
    assertThat(arbiter.restarts()).as("it was noticed").isPositive();
    assertThat(arbiter.halts()).isZero();
    CleanHistory.check(deployment);
  }

  private static long aborted(Admin admin, String deployment) throws Exception {
    List<TransactionListing> all = List.copyOf(admin.listTransactions().all().get());
    return all.stream()
        .filter(each -> each.transactionalId().startsWith(deployment + "-"))
        .filter(each -> each.state() == TransactionState.COMPLETE_ABORT)
        .count();
  }

  private static void pause(CountDownLatch goOn) {
    try {
      goOn.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
