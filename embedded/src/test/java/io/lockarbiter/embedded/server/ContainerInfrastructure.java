package io.lockarbiter.embedded.server;

import io.lockarbiter.contracts.testing.OptionalTool;
import java.time.Duration;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.utility.DockerImageName;

/** Kafka and Redis in containers. */
public final class ContainerInfrastructure implements Infrastructure {
  private static final int REDIS_PORT = 6379;

  private final KafkaContainer kafka;
  private final GenericContainer<?> redis;

  private ContainerInfrastructure(KafkaContainer kafka, GenericContainer<?> redis) {
    this.kafka = kafka;
    this.redis = redis;
  }

  /** Starts both; needs a Docker engine. */
  public static ContainerInfrastructure start() {
    return start(Duration.ofSeconds(10));
  }

  /**
   * Starts both.
   *
   * @param abortScan interval at which the broker aborts transactions that timed out
   */
  public static ContainerInfrastructure start(Duration abortScan) {
    OptionalTool.DOCKER.expectDeclared();
    KafkaContainer kafka =
        new KafkaContainer(DockerImageName.parse("apache/kafka:4.2.1"))
            .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
            .withEnv("KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS", "1000")
            .withEnv(
                "KAFKA_TRANSACTION_ABORT_TIMED_OUT_TRANSACTION_CLEANUP_INTERVAL_MS",
                Long.toString(abortScan.toMillis()));
    GenericContainer<?> redis =
        new GenericContainer<>(DockerImageName.parse("redis:7.2"))
            .withExposedPorts(REDIS_PORT)
            .withCommand("redis-server", "--save", "", "--maxmemory-policy", "noeviction")
            .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1));
    ContainerInfrastructure started = new ContainerInfrastructure(kafka, redis);
    try {
      Startables.deepStart(kafka, redis).join();
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  @Override
  public String bootstrapServers() {
    return kafka.getBootstrapServers();
  }

  @Override
  public String redisAddress() {
    return "redis://" + redis.getHost() + ":" + redis.getMappedPort(REDIS_PORT);
  }

  @Override
  public void close() {
    try {
      kafka.stop();
    } finally {
      redis.stop();
    }
  }
}
