package io.lockarbiter.trial.bench;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what it costs a process to hold leases. */
@Command(
    name = "client",
    description =
        "Holds leases on Kafka, Redis and an arbiter in this process, and measures what it costs the"
            + " client to renew them: processor time of all its threads, those of its Kafka clients"
            + " included. Ends with 1 if a lease is lost.",
    mixinStandardHelpOptions = true)
final class ClientBenchCommand implements Callable<Integer> {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final int ACCOUNTS = 100;
  private static final int ROUND = 500;
  private static final String NAME = "bench";
  private static final String KAFKA_CLIENT = "bench-client";

  @Option(
      names = "--leases",
      description = "Leases held at once. Default: ${DEFAULT-VALUE}",
      defaultValue = "10000")
  private int leases;

  @Option(
      names = "--seconds",
      description =
          "How long to measure, after each lease was renewed once. Default: ${DEFAULT-VALUE}",
      defaultValue = "30")
  private int seconds;

  @Mixin private BenchOptions bench = new BenchOptions();

  ClientBenchCommand() {}

  @Override
  public Integer call() throws InterruptedException, IOException {
    bench.requireAtLeastOne("--leases", leases);
    bench.requireAtLeastOne("--seconds", seconds);
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(START);
      LockClientOptions options =
          LockClientOptions.of(infrastructure.bootstrapServers())
              .withName(NAME)
              .withKafkaSetting("client.id", KAFKA_CLIENT);
      try (LockClient client = KafkaLockClient.open(options)) {
        Report report = measure(client);
        bench.print(report.toString());
        bench.write(report);
        return report.lost() == 0 ? 0 : 1;
      }
    }
  }

  private Report measure(LockClient client) throws InterruptedException {
    List<Lease> held = acquire(client);
    long deadline = System.nanoTime() + START.toNanos();
    while (client.statistics().lost() == 0
        && (client.statistics().renewals() < leases
            || callbackThreads() > 0 && System.nanoTime() - deadline < 0)) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    long renewals = client.statistics().renewals();
    long began = System.nanoTime();
    ThreadTimes threads = ThreadTimes.of("lock-client-" + NAME, KAFKA_CLIENT);
    TimeUnit.SECONDS.sleep(seconds);
    long used = threads.usedNanos();
    double took = (System.nanoTime() - began) / 1e9;
    long lost = held.stream().filter(lease -> !lease.isValid()).count();
    return new Report(
        leases,
        (client.statistics().renewals() - renewals) / took,
        100 * used / 1e9 / took,
        threads.count(),
        lost);
  }

  /** Those that told of the grants; they end one after the other when there is no more to tell. */
  private static int callbackThreads() {
    return ThreadTimes.of("lock-client-" + NAME + "-callbacks").count();
  }

  /** In rounds, so that no answer is so late that it is asked for again. */
  private List<Lease> acquire(LockClient client) {
    List<Lease> held = new ArrayList<>();
    while (held.size() < leases) {
      List<CompletableFuture<Lease>> asked = new ArrayList<>();
      for (int i = held.size(); i < Math.min(held.size() + ROUND, leases); i++) {
        LockRequest request =
            LockRequest.upload("account-" + i % ACCOUNTS, "u1", "/a/b/c/" + i).leaseOf(LEASE);
        asked.add(client.acquireAsync(request));
      }
      asked.forEach(answer -> held.add(answer.join()));
    }
    return held;
  }

  /**
   * What was measured.
   *
   * @param percentOfACore processor time of the client's threads
   */
  private record Report(
      int leases, double renewalsPerSecond, double percentOfACore, int threads, long lost) {
    @Override
    public String toString() {
      return "%,d leases of %d s: %,.0f renewals/s, %.1f %% of one core, %d threads, %,d lost"
          .formatted(leases, LEASE.toSeconds(), renewalsPerSecond, percentOfACore, threads, lost);
    }
  }
}
