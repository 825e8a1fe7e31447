package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The chart's pods as processes, two arbiters and two gateways, under load: through an upgrade, a
 * rollback, and more and fewer arbiters. It prints how long commands waited for their answers.
 */
@Cluster
@Tag("nightly")
class UpgradeIT {
  private static final int PARTITIONS = 12;
  private static final String OTHER_LIMIT = "lockarbiter.limits.waiters-per-sub-account: 101";

  /** A partition that stands for so long is told to operators as stalled. */
  private static final Duration STALL = Duration.ofSeconds(15);

  @TempDir private Path folder;

  @Test
  void rollOutRollBackAndScale_leaveNothingUnanswered(Deployment deployment) throws Exception {
    deployment.withPartitions(PARTITIONS);
    Path jar = ChartPod.jar("arbiter");
    Path other = Files.copy(jar, folder.resolve("other.jar"));
    String values = values(deployment, "");
    String otherValues = values(deployment, OTHER_LIMIT);
    try (ChartStage stage = ChartStage.start(deployment, values, new ChartPod.Secrets(folder))) {
      stage.phase("nothing changes", stage::awaitMore);
      stage.phase("roll out arbiters", () -> stage.arbiters().roll(other, otherValues));
      assertThat(deployment.log().texts(deployment.commands()))
          .as("the new values were told to each partition")
          .filteredOn(text -> text.contains("\"waitersPerSubAccount\":101"))
          .hasSizeGreaterThanOrEqualTo(PARTITIONS);
      stage.phase("roll back arbiters", () -> stage.arbiters().roll(jar, values));
      stage.phase(
          "roll out gateways", () -> stage.gateways().roll(ChartPod.jar("gateway"), values));
      stage.phase("2 to 3 arbiters", () -> stage.arbiters().scaleOut(jar, values));
      stage.phase("3 to 2 arbiters", stage.arbiters()::scaleIn);
      stage.assertAllAnswered(STALL);
    }
  }

  /** The later build keeps another state in Redis; on the way back each partition is repaired. */
  @Test
  void laterLayoutOfTheState_rollsOutAlikeAndBackByRepairs(Deployment deployment) throws Exception {
    deployment.withPartitions(PARTITIONS);
    Path jar = ChartPod.jar("arbiter");
    Path later = LaterBuild.jar(folder);
    String values = values(deployment, "");
    try (ChartStage stage = ChartStage.start(deployment, values, new ChartPod.Secrets(folder))) {
      stage.phase("roll out a later layout", () -> stage.arbiters().roll(later, values));
      stage.phase(
          "roll back, with repairs",
          () -> {
            stage.arbiters().roll(jar, values);
            for (int partition = 0; partition < PARTITIONS; partition++) {
              String halt =
                  RepairTool.awaitHaltId(
                      () -> String.join("", stage.arbiters().get("/api/partitions")), partition);
              assertThat(RepairTool.repair(deployment, partition, halt, "--yes").code()).isZero();
            }
            stage.awaitAllRunning();
          });
      stage.assertAllAnswered(Duration.ofMinutes(5));
    }
  }

  private static String values(Deployment deployment, String setting) {
    return """
        deployment: %s
        topics: {prefix: "%s", partitions: %d}
        kafka: {bootstrapServers: "%s"}
        redis: {addresses: "%s"}
        arbiter: {port: %%d, settings: {%s}}
        console: {port: %%d}
        gateway:
          enabled: true
          accessSecret: access
          port: %%d
          managementPort: %%d
          settings: {lockarbiter.gateway.requests-per-minute: 1000000}
        """
        .formatted(
            deployment.name(),
            deployment.prefix(),
            deployment.partitions(),
            deployment.brokers(),
            deployment.infrastructure().redisAddress(),
            setting);
  }
}
