package io.lockarbiter.trial.bench.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A new pool, and a partition with a million events of others. {@code
 * -Dlockarbiter.job-history=3000000} makes it more.
 */
@Tag("nightly")
class LatePoolIT {
  private static final int EVENTS = Integer.getInteger("lockarbiter.job-history", 1_000_000);

  /**
   * A job with the longest lease, the events, a job just before the pool starts, and one just after
   * it.
   */
  @Test
  void newPool_takesNewJobsAtOnceAndFindsTheEarlierOnes() throws Exception {
    Map<String, Long> begun = new ConcurrentHashMap<>();
    try (BenchStage stage = BenchStage.startQuick(null, StopSignal.never())) {
      BenchStage.awaitStarted(
          stage.arbiter(List.of(), Map.of("lockarbiter.topics.partitions", "1")));
      LockClientOptions options = LockClientOptions.of(stage.bootstrapServers());
      try (LockClient gateway = KafkaLockClient.open(options.withName("gateway"));
          LockClient client = KafkaLockClient.open(options.withName("worker"))) {
        submit(gateway, "long before");
        History.write(stage.bootstrapServers(), EVENTS);
        submit(gateway, "just before");
        long start = System.nanoTime();
        try (GrantWorker worker =
            GrantWorker.start(
                client,
                GrantWorkerOptions.of(stage.bootstrapServers(), JobWorkerMain.POOL)
                    .withConcurrency(4),
                job -> begin(job, begun))) {
          submit(gateway, "after");
          long left = -1;
          while (begun.size() < 3) {
            TimeUnit.MILLISECONDS.sleep(1);
            left = left < 0 && begun.containsKey("after") ? unread(worker) : left;
          }
          System.out.printf(
              "LatePoolIT: %,d events; ms from the start of the pool to the job submitted after: %,d, just before: %,d, before all: %,d; then %,d events were unread%n",
              EVENTS,
              ms(begun, "after", start),
              ms(begun, "just before", start),
              ms(begun, "long before", start),
              left);

          assertThat(left).isGreaterThan(EVENTS / 10);
          assertThat(ms(begun, "just before", start)).isLessThan(ms(begun, "long before", start));
          assertThat(worker.statistics().skipped()).isZero();
        }
      }
    }
  }

  private static void submit(LockClient gateway, String job) {
    LockRequest request =
        LockRequest.upload("jobs", "u1", "/" + job).adoptedWithin(Duration.ofMinutes(10));
    gateway.submit(JobWorkerMain.POOL, request, job).submitted().join();
  }

  private static JobOutcome begin(Job job, Map<String, Long> begun) {
    begun.put(job.lockId(), System.nanoTime());
    return JobOutcome.DONE;
  }

  private static long unread(GrantWorker worker) {
    return worker.health().earlierEvents();
  }

  private static long ms(Map<String, Long> begun, String job, long start) {
    return TimeUnit.NANOSECONDS.toMillis(begun.getOrDefault(job, start) - start);
  }
}
