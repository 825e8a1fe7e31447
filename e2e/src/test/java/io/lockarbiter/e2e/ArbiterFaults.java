package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.trial.bench.stage.LoopingThread;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the faults that arbiters alert of, and mends them. */
final class ArbiterFaults {
  private static final int PARTITION = 1;
  private static final int OTHER = 2;
  private static final long AHEAD_MS = 5_000;

  private final AtomicBoolean full = new AtomicBoolean();
  private final AtomicBoolean broken = new AtomicBoolean();
  private final AtomicBoolean slow = new AtomicBoolean();
  private final WatchedDeployment watched;
  private final AlertLog log;

  ArbiterFaults(WatchedDeployment watched, AlertLog log) {
    this.watched = watched;
    this.log = log;
    watched.faults().with(this::inTheArbiters);
  }

  private void inTheArbiters(String call, boolean after) {
    if (call.equals("poll") && full.get()) {
      throw new OutOfMemoryError("a record of 400 MB");
    }
    if (call.equals("decide") && broken.getAndSet(false)) {
      throw new IllegalStateException("a failure that nobody knows");
    }
    while (call.equals("restore") && slow.get()) {
      LockSupport.parkNanos(100_000_000);
    }
  }

  /** Faults of partitions and their group. */
  void partitions() throws Exception {
    log.fault(
        "both arbiters are stopped",
        watched::stopArbiters,
        watched::startArbiters,
        "LockArbiterAbsent");
    log.awaitSilence();
    log.fault(
        "the threads that read commands have died, the processes live",
        () -> full.set(true),
        () -> {
          watched.stopArbiters();
          full.set(false);
          watched.startArbiters();
        },
        "LockArbiterPartitionWithoutOwner");
    log.awaitSilence();
    stranger();
    log.awaitSilence();
    log.fault(
        "somebody wrote another identity into Redis; repair mends it",
        () -> {
          watched.stopArbiters();
          try (RedisKeys keys = RedisKeys.of(watched.deployment())) {
            keys.changeIdentity(PARTITION);
          }
          watched.startArbiters();
        },
        this::repair,
        "LockArbiterPartitionHalted");
    log.awaitSilence();
    openTransaction();
    log.awaitSilence();
  }

  private void stranger() throws Exception {
    KafkaConsumer<byte[], byte[]> stranger =
        GroupStrangersIT.consumer(watched.deployment(), Map.of());
    LoopingThread polls =
        new LoopingThread("stranger", () -> stranger.poll(Duration.ofMillis(100)));
    log.fault(
        "a consumer that is no arbiter has their group",
        () -> {
          watched.stopArbiters();
          stranger.subscribe(List.of(watched.deployment().commands()));
          await()
              .until(
                  () -> {
                    stranger.poll(Duration.ofMillis(50));
                    return !stranger.assignment().isEmpty();
                  });
          polls.start();
          watched.startArbiters();
        },
        () -> {
          polls.close();
          stranger.close();
        },
        "LockArbiterStrangerInGroup");
  }

  private void repair() {
    List<ArbiterNode> arbiters = watched.arbiters();
    String id = await().until(() -> haltId(arbiters), found -> !found.isEmpty());
    assertThat(RepairTool.repair(watched.deployment(), PARTITION, id, "--yes").code()).isZero();
  }

  private static String haltId(List<ArbiterNode> arbiters) {
    return arbiters.stream()
        .map(arbiter -> RepairTool.haltId(arbiter, PARTITION))
        .filter(id -> !id.isEmpty())
        .findFirst()
        .orElse("");
  }

  private void openTransaction() throws Exception {
    Deployment deployment = watched.deployment();
    try (Producer<byte[], byte[]> stranger =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                deployment.brokers(),
                "transactional.id",
                "stranger",
                "transaction.timeout.ms",
                300_000),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      stranger.initTransactions();
      log.fault(
          "somebody leaves a transaction open in lock.commands",
          () -> {
            stranger.beginTransaction();
            stranger
                .send(new ProducerRecord<>(deployment.commands(), PARTITION, null, new byte[1]))
                .get();
          },
          stranger::abortTransaction,
          "LockArbiterHeldBack",
          "LockArbiterPartitionStalled");
    }
  }

  /** Faults of Redis. */
  void redis() throws Exception {
    log.fault(
        "Redis is frozen",
        () -> watched.redis().pause(),
        () -> watched.redis().resume(),
        "LockArbiterPartitionNotRunning",
        "LockArbiterLag",
        "LockArbiterGatewayUnanswered");
    log.awaitSilence();
    watched.redis("SETRANGE", "somebody-else", "40000000", "x");
    log.fault(
        "Redis has 88 % of its maxmemory",
        () -> limitMemory(0.88),
        () -> watched.redis("CONFIG", "SET", "maxmemory", "0"),
        "LockArbiterRedisMemory");
    log.fault(
        "Redis has 97 % of its maxmemory",
        () -> limitMemory(0.97),
        () -> watched.redis("CONFIG", "SET", "maxmemory", "0"),
        "LockArbiterRedisMemoryNearlyFull");
    watched.redis("DEL", "somebody-else");
    log.fault(
        "Redis lost a partition, and takes its state back slowly",
        () -> {
          slow.set(true);
          flush(PARTITION);
        },
        () -> slow.set(false),
        "LockArbiterRecoveringLong");
    log.awaitSilence();
    log.fault("Redis lost a partition", () -> flush(OTHER), () -> {}, "LockArbiterRecovered");
    log.fault(
        "a failure that the arbiter does not know",
        () -> broken.set(true),
        () -> {},
        "LockArbiterUnexpectedRestart");
  }

  private void limitMemory(double used) {
    long bytes =
        watched
            .redis("INFO", "memory")
            .lines()
            .filter(line -> line.startsWith("used_memory:"))
            .mapToLong(line -> Long.parseLong(line.substring("used_memory:".length()).strip()))
            .findFirst()
            .orElseThrow();
    watched.redis("CONFIG", "SET", "maxmemory", Long.toString((long) (bytes / used)));
  }

  private void flush(int partition) {
    try (RedisKeys keys = RedisKeys.of(watched.deployment())) {
      keys.flush(partition);
    }
  }

  /** Faults that come by time. */
  void clocksAndCertificates() throws Exception {
    log.fault(
        "the broker's clock is 5 s ahead",
        () -> watched.clock().setOff(AHEAD_MS),
        () -> {},
        "LockArbiterClockAhead");
    log.fault(
        "the broker's clock is set back by 5 s",
        () -> watched.clock().setOff(0),
        () -> {},
        "LockArbiterClockSteppedBack");
    log.fault(
        "a certificate ends in ten days",
        () -> watched.certificate(Duration.ofDays(10)),
        () -> {},
        "LockArbiterCertificateExpires");
    log.fault(
        "a certificate ends tomorrow",
        () -> watched.certificate(Duration.ofDays(1)),
        () -> watched.certificate(WatchedDeployment.LONG),
        "LockArbiterCertificateEnds");
  }
}
