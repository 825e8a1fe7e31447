package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Accounts move under traffic to a deployment with more partitions, on real Kafka and Redis. */
@Cluster
class MoveAccountIT {
  private static final int PATHS = 4;

  @TempDir private Path routes;

  private final Map<String, AtomicInteger> holders = new ConcurrentHashMap<>();
  private final Map<String, Long> tokens = new ConcurrentHashMap<>();
  private final AtomicLong asked = new AtomicLong();
  private final AtomicLong granted = new AtomicLong();
  private final AtomicLong closed = new AtomicLong();
  private final AtomicLong others = new AtomicLong();
  private volatile boolean isOver;

  @Test
  void fiveAccounts_moveUnderTraffic(Deployment old) throws Exception {
    move(old, 5);
  }

  @Test
  @Tag("nightly")
  void hundredAccounts_moveUnderTraffic(Deployment old) throws Exception {
    move(old, 100);
  }

  private void move(Deployment old, int number) throws Exception {
    try (Deployment next =
        new Deployment(old.infrastructure(), old.name() + "-next").withPartitions(7)) {
      ArbiterNode oldArbiter = old.arbiter().awaitHealthy();
      ArbiterNode nextArbiter = next.arbiter("lockarbiter.epoch", "1").awaitHealthy();
      List<String> accounts = IntStream.range(0, number).mapToObj(n -> "acc" + n).toList();
      try (LockClient before = KafkaLockClient.open(old.clientOptions());
          LockClient after = KafkaLockClient.open(next.clientOptions())) {
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (String account : accounts) {
          for (String member : List.of("ann", "bob")) {
            senders.add(
                CompletableFuture.runAsync(
                    () -> send(account, member, before, after), ThreadPerTask.EXECUTOR));
          }
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
            LockArbiterCommand.commandLine(StopSignal.never())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        int code =
            command.execute(
                Stream.concat(
                        Stream.of(
                            "move-account",
                            "--kafka=" + old.brokers(),
                            "--arbiter=" + oldArbiter.address(),
                            "--to-kafka=" + next.brokers(),
                            "--to-arbiter=" + nextArbiter.address(),
                            "--grace=5s",
                            "--switch-command=: > '" + routes + "'/$ACCOUNT"),
                        accounts.stream())
                    .toArray(String[]::new));
        // Everybody works on at the new place.
        long then = granted.get();
        await().until(() -> granted.get() > then + 5L * number);
        isOver = true;
        for (CompletableFuture<Void> sender : senders) {
          sender.get(60, TimeUnit.SECONDS);
        }
        System.out.println(out);
        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString().lines().filter(line -> line.contains(" moved, paused for ")))
            .hasSize(number);
        assertThat(out.toString())
            .contains("Accounts moved: %,d of %,d.".formatted(number, number));
        assertThat(others).as("other answers").hasValue(0);
        assertThat(asked.get()).as("answers").isEqualTo(granted.get() + closed.get());
        assertThat(refusalAt(before, accounts.get(0))).isEqualTo(RejectReason.ACCOUNT_CLOSED);
      }
      CleanHistory.check(old);
      CleanHistory.check(next);
    }
  }

  private static RejectReason refusalAt(LockClient client, String account) {
    try {
      throw new AssertionError(
          "granted: "
              + client
                  .acquireAsync(LockRequest.download(account, "late", "/"))
                  .orTimeout(30, TimeUnit.SECONDS)
                  .join());
    } catch (CompletionException e) {
      return ((LockRefusedException) Objects.requireNonNull(e.getCause())).reason();
    }
  }

  /** Uploads and downloads of a member, at the place that the route says, until it is over. */
  private void send(String account, String member, LockClient before, LockClient after) {
    for (int n = 0; !isOver; n++) {
      LockClient client = Files.exists(routes.resolve(account)) ? after : before;
      String path = "/f" + n % PATHS;
      AtomicInteger here = holders.computeIfAbsent(account + path, key -> new AtomicInteger());
      asked.incrementAndGet();
      try {
        Lease lease =
            client.acquire(
                LockRequest.upload(account, member, path).waitingUpTo(Duration.ofMinutes(2)));
        granted.incrementAndGet();
        assertThat(here.incrementAndGet()).as("holders of %s%s", account, path).isEqualTo(1);
        Long last = tokens.put(account + path, lease.token());
        assertThat(lease.token())
            .as("token of %s%s", account, path)
            .isGreaterThan(last == null ? 0 : last);
        here.decrementAndGet();
        lease.close();
      } catch (LockRefusedException e) {
        (e.reason() == RejectReason.ACCOUNT_CLOSED ? closed : others).incrementAndGet();
        pause();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void pause() {
    LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
  }
}
