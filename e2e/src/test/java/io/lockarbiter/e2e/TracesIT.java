package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockarbiter.deploy.Chart;
import io.lockarbiter.e2e.OtlpReceiver.Span;
import io.lockarbiter.embedded.server.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pods of the chart with OpenTelemetry's agent: one trace goes from a request over HTTP through
 * Kafka to the arbiter.
 */
@Cluster
@Tag("nightly")
class TracesIT {
  @Test
  void traceOfARequest_reachesTheArbiter(Deployment deployment, @TempDir Path folder)
      throws Exception {
    try (OtlpReceiver collector = new OtlpReceiver()) {
      List<JsonNode> objects = render(deployment, collector);
      ChartPod.Secrets secrets = new ChartPod.Secrets(folder);
      GatewayFiles access = GatewayFiles.in(folder, "web * * ask,hold,see");
      String key = access.add("web");
      secrets.add("access", "keys", Files.readString(access.keys()));
      secrets.add("access", "rules", Files.readString(access.rules()));
      try (ChartPod arbiter = ChartPod.start(objects, "arbiter", secrets);
          ChartPod gateway = startedAfter(arbiter, objects, secrets)) {
        GatewayCaller caller = GatewayCaller.of(gateway.address("http"), key, "s1");
        assertThat(caller.upload("traced", "/a").status()).isEqualTo(201);

        Span decided =
            await()
                .until(
                    () -> consumed(collector, deployment.commands()).findFirst(),
                    Optional::isPresent)
                .orElseThrow();
        collector.spans().stream()
            .filter(span -> span.trace().equals(decided.trace()))
            .forEach(System.out::println);
      }
    }
  }

  /** Returns the steps of arbiters that stand in a trace that a request of the gateway began. */
  private static Stream<Span> consumed(OtlpReceiver collector, String topic) {
    return collector.spans().stream()
        .filter(span -> span.service().equals("lockarbiter-arbiter"))
        .filter(span -> span.kind().equals("CONSUMER") && span.name().contains(topic))
        .filter(
            span ->
                collector.spans().stream()
                    .filter(other -> other.trace().equals(span.trace()))
                    .anyMatch(
                        first ->
                            first.service().equals("lockarbiter-gateway")
                                && first.kind().equals("SERVER")
                                && first.parent().isEmpty()));
  }

  private static ChartPod startedAfter(
      ChartPod arbiter, List<JsonNode> objects, ChartPod.Secrets secrets) throws Exception {
    arbiter.awaitProbes();
    ChartPod gateway = ChartPod.start(objects, "gateway", secrets);
    gateway.awaitProbes();
    return gateway;
  }

  private static List<JsonNode> render(Deployment deployment, OtlpReceiver collector) {
    return Chart.render(
        """
        deployment: "%s"
        topics: {prefix: "%s", partitions: 3}
        kafka: {bootstrapServers: "%s"}
        redis: {addresses: "%s"}
        arbiter: {port: %d}
        gateway: {enabled: true, accessSecret: access, port: %d, managementPort: %d}
        tracing: {endpoint: "%s", image: "otel/java:2", ratio: 1}
        """
            .formatted(
                deployment.name(),
                deployment.prefix(),
                deployment.brokers(),
                deployment.infrastructure().redisAddress(),
                Ports.free(),
                Ports.free(),
                Ports.free(),
                collector.address()));
  }
}
