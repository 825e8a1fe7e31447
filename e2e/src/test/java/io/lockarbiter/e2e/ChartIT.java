package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.deploy.Chart;
import io.lockarbiter.e2e.compose.DecisionProbe;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pods of the chart as processes, with the arguments, variables, files and ports that it
 * renders. The broker has topics, users and rights as the chart asks Strimzi for them.
 */
class ChartIT {
  private static final String PASSWORD = "hush-4711";

  private final List<String> pushed = new CopyOnWriteArrayList<>();
  private final HttpServer pushgateway;

  ChartIT() throws IOException {
    pushgateway = HttpServer.create(new InetSocketAddress(Ports.HOST, 0), 0);
    pushgateway.createContext("/", this::take);
    pushgateway.start();
  }

  @AfterEach
  void stopPushgateway() {
    pushgateway.stop(0);
  }

  @Test
  void pods_startAndDecide(@TempDir Path folder) throws Exception {
    X509Bundle authority = Certificates.authority();
    String secured = Ports.HOST + ":" + Ports.free();
    try (EmbeddedInfrastructure infrastructure =
        EmbeddedInfrastructure.start(
            SecuredBroker.options(Certificates.ofServer(authority), secured),
            RedisOptions.DEFAULT)) {
      List<JsonNode> objects = render(secured, infrastructure.redisAddress());
      try (Admin admin =
          Admin.create(Map.of("bootstrap.servers", infrastructure.bootstrapServers()))) {
        createTopics(admin, objects);
        createUsers(admin, objects);
      }
      ChartPod.Secrets secrets = secrets(folder, authority);
      try (ChartPod arbiter = ChartPod.start(objects, "arbiter", secrets)) {
        arbiter.awaitProbes();
        DecisionProbe.probe(infrastructure.bootstrapServers());
        try (ChartPod console = ChartPod.start(objects, "console", secrets);
            ChartPod gateway = ChartPod.start(objects, "gateway", secrets)) {
          console.awaitProbes();
          gateway.awaitProbes();
          assertThat(gateway.status("management", "/actuator/prometheus")).isEqualTo(200);
          assertThat(gateway.status("http", "/actuator/prometheus")).isEqualTo(404);
          assertThat(gateway.status("http", "/v1/openapi.json")).isEqualTo(200);
          await()
              .atMost(Duration.ofSeconds(30))
              .untilAsserted(
                  () ->
                      assertThat(arbiter.get("view", "/actuator/health/readiness"))
                          .contains("\"UP\""));
          for (ChartPod pod : List.of(gateway, console, arbiter)) {
            pod.assertStopsInTime();
          }
        }
      }
      assertAudited(objects, secrets);
    }
  }

  /** The audit that the chart starts each night, of what the pods above decided. */
  private void assertAudited(List<JsonNode> objects, ChartPod.Secrets secrets) throws Exception {
    try (JavaProcess audit = ChartPod.startAudit(objects, secrets)) {
      assertThat(audit.awaitExit()).as(audit::output).isZero();
    }
    assertThat(pushed)
        .singleElement(as(STRING))
        .startsWith("PUT /metrics/job/lockarbiter-audit/namespace/production/instance/locks ")
        .contains("lockarbiter_audit_verdict{topic=\"lock.commands\",verdict=\"clean\"} 1\n")
        .doesNotContain("lockarbiter_audit_answers{topic=\"lock.commands\"} 0\n");
  }

  /** Takes what a Pushgateway takes. */
  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    pushed.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private List<JsonNode> render(String kafka, String redis) {
    return Chart.render(
        """
        kafka: {bootstrapServers: "%s"}
        redis: {addresses: "%s"}
        arbiter: {port: %d}
        console: {enabled: true, usersSecret: users, port: %d}
        gateway: {enabled: true, accessSecret: access, port: %d, managementPort: %d}
        audit: {enabled: true, pushgateway: "http://%s:%d"}
        strimzi: {enabled: true, cluster: events, replicas: 1, minInsyncReplicas: 1}
        """
            .formatted(
                kafka,
                redis,
                Ports.free(),
                Ports.free(),
                Ports.free(),
                Ports.free(),
                Ports.HOST,
                pushgateway.getAddress().getPort()));
  }

  private static void createTopics(Admin admin, List<JsonNode> objects) throws Exception {
    List<NewTopic> topics = new ArrayList<>();
    for (JsonNode object : ChartPod.ofKind(objects, "KafkaTopic")) {
      JsonNode spec = object.at("/spec");
      Map<String, String> settings = new HashMap<>();
      spec.at("/config")
          .properties()
          .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
      topics.add(
          new NewTopic(
                  spec.at("/topicName").asText(),
                  spec.at("/partitions").asInt(),
                  (short) spec.at("/replicas").asInt())
              .configs(settings));
    }
    admin.createTopics(topics).all().get();
  }

  /** Creates users with their passwords and rights. */
  private static void createUsers(Admin admin, List<JsonNode> objects) throws Exception {
    for (JsonNode object : ChartPod.ofKind(objects, "KafkaUser")) {
      String name = object.at("/metadata/name").asText();
      SecuredBroker.setPassword(admin, name, ScramMechanism.SCRAM_SHA_512, PASSWORD);
      List<AclBinding> rights = new ArrayList<>();
      for (JsonNode rule : object.at("/spec/authorization/acls")) {
        for (JsonNode operation : rule.at("/operations")) {
          rights.add(
              new AclBinding(
                  resource(rule.at("/resource")),
                  new AccessControlEntry(
                      "User:" + name,
                      "*",
                      AclOperation.fromString(inWords(operation.asText())),
                      AclPermissionType.ALLOW)));
        }
      }
      admin.createAcls(rights).all().get();
    }
  }

  private static ResourcePattern resource(JsonNode resource) {
    return new ResourcePattern(
        ResourceType.fromString(inWords(resource.at("/type").asText())),
        resource.has("name") ? resource.at("/name").asText() : "kafka-cluster",
        resource.at("/patternType").asText().equals("prefix")
            ? PatternType.PREFIXED
            : PatternType.LITERAL);
  }

  /** Returns Kafka's name for one of Strimzi's: {@code DESCRIBE_CONFIGS} for DescribeConfigs. */
  private static String inWords(String name) {
    return name.replaceAll("(?<=[a-z])([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }

  /** Returns the Secrets that Strimzi or an operator would make. */
  private static ChartPod.Secrets secrets(Path folder, X509Bundle authority) throws Exception {
    ChartPod.Secrets secrets = new ChartPod.Secrets(folder);
    for (String component : List.of("arbiter", "console", "gateway", "audit")) {
      secrets.add(
          "locks-" + component,
          "sasl.jaas.config",
          SecuredBroker.login("locks-" + component, PASSWORD));
    }
    secrets.add("events-cluster-ca-cert", "ca.crt", authority.getRootCertificatePEM());
    secrets.add("users", "users", "olga:$2a$10$" + "a".repeat(53) + ":viewer");
    GatewayFiles access = GatewayFiles.in(folder, "web acme self ask,hold,see");
    access.add("web");
    secrets.add("access", "keys", Files.readString(access.keys()));
    secrets.add("access", "rules", Files.readString(access.rules()));
    return secrets;
  }
}
