package io.lockarbiter.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart's audit of each night. */
class ChartAuditTest {
  @Test
  void audit_asksTheDeploymentAndPushesUnderItsName() {
    JsonNode audit = Shape.of("audited").of(CronJob.class, "audit");
    List<String> arguments = new ArrayList<>();
    Shape.container(audit).at("/args").forEach(each -> arguments.add(each.asText()));

    assertThat(audit.at("/spec/schedule").asText()).isEqualTo("30 2 * * *");
    assertThat(Shape.container(audit).at("/image").asText()).contains("/arbiter:");
    assertThat(arguments)
        .containsExactly(
            "audit",
            "verify",
            "--kafka=kafka-1:9092,kafka-2:9092",
            "--kafka-config=/etc/lockarbiter/kafka-client/kafka.properties",
            "--prefix=eu.",
            "--from=25h",
            "--threads=2",
            "--push=http://pushgateway.monitoring:9091/metrics/job/lockarbiter-audit/namespace/production/instance/locks");
    assertThat(Shape.container(Shape.of("strimzi").of(CronJob.class, "audit")).at("/args"))
        .noneMatch(each -> each.asText().startsWith("--push"));
  }

  @Test
  void verdict_endsTheJob_andNoAuditHindersTheNext() {
    JsonNode spec = Shape.of("audited").of(CronJob.class, "audit").at("/spec");

    assertThat(spec.at("/concurrencyPolicy").asText()).isEqualTo("Forbid");
    assertThat(spec.at("/jobTemplate/spec/activeDeadlineSeconds").asInt()).isLessThan(86_400);
    assertThat(spec.at("/jobTemplate/spec/template/spec/restartPolicy").asText())
        .isEqualTo("Never");
  }

  @Test
  void kafkaClients_haveWhatTheOthersHave_andTheirOwn() throws IOException {
    Shape audited = Shape.of("audited");

    assertThat(kafka(audited))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "config.providers", "directory",
                "config.providers.directory.class",
                    "org.apache.kafka.common.config.provider.DirectoryConfigProvider",
                "security.protocol", "SASL_SSL",
                "ssl.truststore.location", "/etc/lockarbiter/ca/ca.crt",
                "sasl.mechanism", "PLAIN",
                "sasl.jaas.config", "${directory:/etc/lockarbiter/kafka:jaas}",
                "client.id", "a\\b"));
    assertThat(folders(audited))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("ca", "own-authority", "kafka", "kafka-audit", "kafka-client", "locks-audit"));
  }

  /** Helm prints a large number as 1e+06, and a line end of Windows ends a line of YAML. */
  @Test
  void oddProperties_areReadAsTheyWereGiven() throws IOException {
    String values =
        """
        kafka: {bootstrapServers: "kafka:9092"}
        redis: {addresses: "redis://redis:6379"}
        settings: {spring.kafka.properties.max.partition.fetch.bytes: 10485760}
        audit:
          enabled: true
          pushgateway: http://pushgateway:9091//
          kafka:
            request.timeout.ms: 1000000
            retry.backoff.ms: 0
            allow.auto.create.topics: false
            client.rack: ""
            ssl.truststore.certificates: "-----BEGIN CERTIFICATE-----\\r\\nabc\\r\\n"
        """;
    List<JsonNode> objects = Chart.render(values);
    JsonNode map =
        objects.stream()
            .filter(each -> each.at("/kind").asText().equals("ConfigMap"))
            .findAny()
            .orElseThrow();

    assertThat(kafka(map))
        .contains(
            Map.entry("max.partition.fetch.bytes", "10485760"),
            Map.entry("request.timeout.ms", "1000000"),
            Map.entry("retry.backoff.ms", "0"),
            Map.entry("allow.auto.create.topics", "false"),
            Map.entry("client.rack", ""),
            Map.entry("ssl.truststore.certificates", "-----BEGIN CERTIFICATE-----\r\nabc\r\n"));
    assertThat(objects.toString()).contains("--push=http://pushgateway:9091/metrics/job/");
  }

  /** Kubernetes refuses a CronJob whose name has more than 52 characters. */
  @ParameterizedTest
  @ValueSource(ints = {46, 47, 53})
  void nameOfTheCronJob_isShortEnough(int length) {
    String text =
        new Helm(Chart.FOLDER)
            .template()
            .withName("a".repeat(length))
            .withKubeVersion("1.25.0")
            .set("kafka.bootstrapServers", "kafka:9092")
            .set("redis.addresses", "redis://redis:6379")
            .set("audit.enabled", true)
            .call();

    assertThat(Chart.documents(text))
        .filteredOn(each -> each.at("/kind").asText().equals("CronJob"))
        .singleElement()
        .satisfies(
            each -> assertThat(each.at("/metadata/name").asText()).endsWith("-audit").hasSize(52));
  }

  @Test
  void strimzisUser_readsItsPasswordFromItsSecret() throws IOException {
    Shape strimzi = Shape.of("strimzi");

    assertThat(kafka(strimzi))
        .containsEntry(
            "sasl.jaas.config", "${directory:/etc/lockarbiter/kafka-user:sasl.jaas.config}")
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("ssl.truststore.location", "/etc/lockarbiter/kafka-ca/ca.crt");
    assertThat(folders(strimzi))
        .containsEntry("kafka-user", "locks-audit")
        .containsEntry("kafka-ca", "events-cluster-ca-cert");
  }

  private static Map<String, String> kafka(Shape shape) throws IOException {
    return kafka(shape.of(ConfigMap.class, "audit"));
  }

  private static Map<String, String> kafka(JsonNode map) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(map.at("/data/kafka.properties").asText()));
    Map<String, String> settings = new HashMap<>();
    properties.forEach((name, value) -> settings.put(String.valueOf(name), String.valueOf(value)));
    return settings;
  }

  /** Returns what each mounted folder below {@code /etc/lockarbiter} holds. */
  private static Map<String, String> folders(Shape shape) {
    JsonNode audit = shape.of(CronJob.class, "audit");
    Map<String, String> folders = new HashMap<>();
    for (JsonNode volume : Shape.pod(audit).at("/volumes")) {
      String held =
          volume.at("/secret/secretName").asText() + volume.at("/configMap/name").asText();
      if (!held.isEmpty()) {
        String name = volume.at("/name").asText();
        assertThat(Shape.container(audit).at("/volumeMounts"))
            .anyMatch(
                mount ->
                    mount.at("/name").asText().equals(name)
                        && mount.at("/mountPath").asText().equals("/etc/lockarbiter/" + name));
        folders.put(name, held);
      }
    }
    return folders;
  }
}
