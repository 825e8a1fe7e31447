package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Senders of accounts that move: each asks the deployment that its account's file of routes says.
 * Some are late and ask the old one for ever. It judges each answer as it comes.
 */
final class MovingTraffic implements AutoCloseable {
  private static final int PATHS = 4;
  private static final Duration WAIT = Duration.ofMinutes(2);

  private final Path routes;
  private final Duration pause;
  private final LockClient before;
  private final LockClient after;
  private final List<CompletableFuture<Void>> senders = new ArrayList<>();
  private final Map<String, AtomicInteger> holders = new ConcurrentHashMap<>();
  private final Map<String, Long> tokens = new ConcurrentHashMap<>();
  private final AtomicLong asked = new AtomicLong();
  private final AtomicLong granted = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong forced = new AtomicLong();
  private final Map<String, AtomicLong> others = new ConcurrentHashMap<>();
  private volatile boolean isOver;

  /**
   * Traffic without senders.
   *
   * @param routes a directory; an account with a file there belongs to the new deployment
   * @param pause between two requests of a sender
   */
  MovingTraffic(Deployment old, Deployment next, Path routes, Duration pause) {
    this.routes = routes;
    this.pause = pause;
    before = KafkaLockClient.open(old.clientOptions());
    after = KafkaLockClient.open(next.clientOptions());
  }

  LockClient before() {
    return before;
  }

  long granted() {
    return granted.get();
  }

  /** Two members who write the same files, each in turn. */
  void addWriters(String account) {
    for (String member : List.of("ann", "bob")) {
      add(n -> write(route(account), account, member, n));
    }
  }

  /** A member who was not told of the move, and one who holds a lock until he is asked. */
  void addLateAndLong(String account) {
    add(n -> write(before, account, "late", n));
    add(n -> hold(account, "cem", /* letsGo= */ true));
  }

  /** A member who holds a lock and never lets go. */
  void addStubborn(String account) {
    add(n -> hold(account, "dan", /* letsGo= */ false));
  }

  private void add(Work work) {
    senders.add(
        CompletableFuture.runAsync(
            () -> {
              for (int n = 0; !isOver; n++) {
                ask(work, n);
                LockSupport.parkNanos(pause.toNanos());
              }
            },
            ThreadPerTask.EXECUTOR));
  }

  @FunctionalInterface
  private interface Work {
    void once(int n) throws InterruptedException;
  }

  private void ask(Work work, int n) {
    asked.incrementAndGet();
    try {
      work.once(n);
    } catch (LockRefusedException e) {
      if (e.reason() == RejectReason.ACCOUNT_CLOSED) {
        refused.incrementAndGet();
      } else {
        other(e.reasonWord());
      }
    } catch (LockWithdrawnException e) {
      other("withdrawn");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void other(String word) {
    others.computeIfAbsent(word, key -> new AtomicLong()).incrementAndGet();
  }

  private LockClient route(String account) {
    return Files.exists(routes.resolve(account)) ? after : before;
  }

  private void write(LockClient client, String account, String member, int n)
      throws InterruptedException {
    String path = "/f" + n % PATHS;
    Lease lease = client.acquire(LockRequest.upload(account, member, path).waitingUpTo(WAIT));
    granted.incrementAndGet();
    AtomicInteger here = holders.computeIfAbsent(account + path, key -> new AtomicInteger());
    assertThat(here.incrementAndGet()).as("holders of %s%s", account, path).isEqualTo(1);
    rises(account + path, lease);
    here.decrementAndGet();
    lease.close();
  }

  private void rises(String what, Lease lease) {
    Long last = tokens.put(what, lease.token());
    assertThat(lease.token()).as("token of %s", what).isGreaterThan(last == null ? 0 : last);
  }

  /** Holds a lock that is renewed each second, for five, or until it is lost. */
  private void hold(String account, String member, boolean letsGo) throws InterruptedException {
    String path = "/held-by-" + member;
    Lease lease =
        route(account)
            .acquire(
                LockRequest.upload(account, member, path)
                    .leaseOf(Duration.ofSeconds(3))
                    .waitingUpTo(WAIT));
    granted.incrementAndGet();
    rises(account + path, lease);
    CountDownLatch end = new CountDownLatch(1);
    lease.onLost(
        reason -> {
          forced.incrementAndGet();
          end.countDown();
        });
    if (letsGo) {
      lease.onYieldRequested(request -> end.countDown());
    }
    while (!end.await(letsGo ? 5_000 : 200, TimeUnit.MILLISECONDS) && !letsGo && !isOver) {
      Thread.onSpinWait();
    }
    lease.close();
  }

  /** Ends the senders, and checks that each request had one answer, of the two that are right. */
  void end() throws Exception {
    isOver = true;
    for (CompletableFuture<Void> sender : senders) {
      sender.get(60, TimeUnit.SECONDS);
    }
    System.out.printf(
        "asked %,d, granted %,d, refused ACCOUNT_CLOSED %,d, lost %,d, other answers %s%n",
        asked.get(), granted.get(), refused.get(), forced.get(), others);
    assertThat(others).as("other answers").isEmpty();
    assertThat(asked.get()).as("answers").isEqualTo(granted.get() + refused.get());
  }

  @Override
  public void close() {
    isOver = true;
    before.close();
    after.close();
  }
}
