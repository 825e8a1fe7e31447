package io.lockarbiter.trial.chaos;

import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.RedisPair;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Causes each fault, and repairs it. Faults of different parts may run at the same time. */
final class FaultRunner {
  private static final String GROUP = "lockarbiter";
  private static final int SHORT_MS = 500;

  private final ChaosStage stage;
  private final ChaosTraffic traffic;

  FaultRunner(ChaosStage stage, ChaosTraffic traffic) {
    this.stage = stage;
    this.traffic = traffic;
  }

  /**
   * Causes a fault; returns when it is repaired.
   *
   * @param random of its own, so that the fault depends on the seed alone
   * @return what was done, in words
   */
  String run(ChaosFault fault, Random random) throws InterruptedException, IOException {
    return switch (fault.part()) {
      case ARBITER -> arbiter(fault, random);
      case BROKER -> broker(fault, random);
      case REDIS -> redis(fault, random);
      case TRAFFIC -> traffic(fault, random);
    };
  }

  private static int between(Random random, int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  private String arbiter(ChaosFault fault, Random random) throws InterruptedException {
    ArbiterProcess arbiter = stage.arbiters().get(random.nextInt(stage.arbiters().size()));
    int ms = between(random, SHORT_MS, 9_000);
    switch (fault) {
      case ARBITER_KILLED -> {
        arbiter.kill();
        Thread.sleep(ms);
        arbiter.start();
      }
      case ARBITER_STOPPED -> {
        arbiter.stop();
        Thread.sleep(ms);
        arbiter.start();
        arbiter.awaitStarted();
      }
      case ARBITER_JOINS -> {
        try (ArbiterProcess more = stage.oneMore()) {
          more.awaitStarted();
          Thread.sleep(ms);
        }
        return "one more for %d ms".formatted(ms);
      }
      default -> {
        arbiter.pause();
        Thread.sleep(ms);
        arbiter.resume();
      }
    }
    return "arbiter %d for %d ms".formatted(arbiter.number(), ms);
  }

  private String broker(ChaosFault fault, Random random) throws InterruptedException {
    ClusterBroker broker = stage.brokers().get(random.nextInt(stage.brokers().size()));
    int ms = between(random, SHORT_MS, 6_000);
    switch (fault) {
      case BROKER_KILLED -> {
        broker.kill();
        Thread.sleep(ms);
        broker.start();
      }
      case BROKER_RESTARTED -> {
        broker.stop();
        broker.start();
      }
      case BROKER_FROZEN -> {
        broker.pause();
        Thread.sleep(ms);
        broker.resume();
      }
      default -> {
        int off = between(random, -1_500, 1_500);
        broker.setClockOff(off);
        Thread.sleep(ms);
        broker.setClockOff(0);
        return "broker %d by %d ms for %d ms".formatted(broker.node(), off, ms);
      }
    }
    return "broker %d for %d ms".formatted(broker.node(), ms);
  }

  private String redis(ChaosFault fault, Random random) throws InterruptedException {
    RedisPair redis = stage.redis();
    int ms = between(random, SHORT_MS, 4_000);
    switch (fault) {
      case REDIS_FROZEN -> freeze(redis.master(), ms);
      case REPLICA_FROZEN -> freeze(redis.replica(), ms);
      case REDIS_FAILED_OVER -> redis.failOver(ms);
      case REDIS_OLD_DUMP -> redis.restartWithOldDump(ms);
      case REDIS_FLUSHED -> redis.ask("FLUSHALL");
      case SCRIPTS_FLUSHED -> redis.ask("SCRIPT", "FLUSH");
      case CLIENTS_KILLED -> redis.ask("CLIENT", "KILL", "TYPE", "normal");
      case CONNECTIONS_CUT -> {
        redis.front().cut();
        Thread.sleep(SHORT_MS);
        redis.front().cut();
      }
      default -> {
        redis.ask("CONFIG", "SET", "maxmemory", Long.toString(used(redis)));
        Thread.sleep(ms);
        redis.ask("CONFIG", "SET", "maxmemory", "0");
      }
    }
    return ms + " ms";
  }

  private static void freeze(EmbeddedRedis server, int ms) throws InterruptedException {
    server.pause();
    Thread.sleep(ms);
    server.resume();
  }

  private static long used(RedisPair redis) {
    String info = redis.ask("INFO", "memory");
    int begin = info.indexOf("used_memory:") + "used_memory:".length();
    return Long.parseLong(info.substring(begin, info.indexOf('\r', begin)).strip());
  }

  private String traffic(ChaosFault fault, Random random) throws IOException {
    return switch (fault) {
      case LATE_CALLS -> stage.calls().send(stage.redis().master().port(), random) + " calls";
      case DUPLICATE_SENDS -> traffic.sendAgain(random) + " commands";
      case MALFORMED_SENDS -> traffic.sendMalformed(random) + " records";
      default -> resetGroup();
    };
  }

  /** Commits without being a member of the group, as a careless tool does. */
  @SuppressWarnings("deprecation") // a commit without a generation is intended
  private String resetGroup() {
    Map<TopicPartition, OffsetAndMetadata> beginning = new HashMap<>();
    for (int partition = 0; partition < ChaosStage.PARTITIONS; partition++) {
      beginning.put(new TopicPartition("lock.commands", partition), new OffsetAndMetadata(0));
    }
    Map<String, Object> config =
        Map.of("bootstrap.servers", stage.bootstrapServers(), "transactional.id", "a-tool");
    try (KafkaProducer<byte[], byte[]> tool =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      tool.initTransactions();
      tool.beginTransaction();
      tool.sendOffsetsToTransaction(beginning, new ConsumerGroupMetadata(GROUP));
      tool.commitTransaction();
    }
    return beginning.size() + " partitions";
  }
}
