package io.lockarbiter.embedded.server;

import io.lockarbiter.arbiter.ArbiterApplication;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An arbiter in this JVM. */
public final class EmbeddedArbiter implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  private EmbeddedArbiter(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts an arbiter on a free HTTP port. */
  public static EmbeddedArbiter start(Infrastructure infrastructure) {
    return start(infrastructure, 0, Map.of());
  }

  /**
   * Starts an arbiter; returns when its start-up checks have passed and its topics exist.
   *
   * @param httpPort 0 = a free one
   * @param properties settings of the arbiter that override the embedded ones
   */
  public static EmbeddedArbiter start(
      Infrastructure infrastructure, int httpPort, Map<String, String> properties) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--spring.kafka.bootstrap-servers=" + infrastructure.bootstrapServers());
    arguments.add("--lockarbiter.redis.addresses=" + infrastructure.redisAddress());
    arguments.add("--server.port=" + httpPort);
    properties.forEach((name, value) -> arguments.add("--" + name + "=" + value));
    return new EmbeddedArbiter(
        new SpringApplicationBuilder(ArbiterApplication.class)
            .registerShutdownHook(false)
            .logStartupInfo(false)
            .run(arguments.toArray(String[]::new)));
  }

  /**
   * Waits until this arbiter, the only one, decides in every partition.
   *
   * @throws IllegalStateException if it does not within the time; the message has the state of each
   *     other partition
   */
  public void awaitRunning(Duration patience) throws InterruptedException {
    PartitionStatuses statuses = context.getBean(PartitionStatuses.class);
    int partitions = context.getBean(Settings.class).get(Setting.PARTITIONS);
    long deadline = System.nanoTime() + patience.toNanos();
    while (running(statuses) < partitions) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "the arbiter runs in %d of %d partitions after %d s; the others: %s"
                .formatted(running(statuses), partitions, patience.toSeconds(), others(statuses)));
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static long running(PartitionStatuses statuses) {
    return statuses.all().stream().filter(EmbeddedArbiter::isRunning).count();
  }

  private static List<String> others(PartitionStatuses statuses) {
    return statuses.all().stream()
        .filter(status -> !isRunning(status))
        .map(status -> "%d %s %s".formatted(status.partition(), status.state(), status.why()))
        .toList();
  }

  private static boolean isRunning(PartitionStatus status) {
    return status.state() == PartitionState.RUNNING;
  }

  /** Returns the address of the read-only view and the health. */
  public String httpAddress() {
    return "http://"
        + Ports.HOST
        + ":"
        + context.getEnvironment().getProperty("local.server.port", "0");
  }

  /** Stops it in order. */
  @Override
  public void close() {
    context.close();
  }
}
