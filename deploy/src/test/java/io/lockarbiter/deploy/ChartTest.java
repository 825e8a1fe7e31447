package io.lockarbiter.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart, rendered from many shapes of its values. */
class ChartTest {
  private static final String SHAPES = "io.lockarbiter.deploy.Shape#all";

  @Test
  void lint_findsNothing() {
    LintResult result = Chart.lint();

    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
  }

  @Test
  void version_isThatOfTheHouse() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    JsonNode chart = Chart.documents(Files.readString(Chart.FOLDER.resolve("Chart.yaml"))).get(0);

    assertThat(pom).contains("<version>" + chart.at("/version").asText() + "</version>");
    assertThat(chart.at("/appVersion")).isEqualTo(chart.at("/version"));
  }

  @ParameterizedTest
  @MethodSource(SHAPES)
  void objects_haveOnlyFieldsOfTheirTypes(Shape shape) throws IOException {
    assertThat(shape.objects()).isNotEmpty();
    for (JsonNode object : shape.objects()) {
      StrictTypes.read(object);
    }
    assertThat(shape.names()).doesNotHaveDuplicates();
  }

  @Test
  void fieldThatIsNotKnown_isFound() {
    JsonNode deployment = Shape.of("minimal").of(Deployment.class, "arbiter");
    ((ObjectNode) Shape.container(deployment)).put("livenessprobe", "x");

    assertThatThrownBy(() -> StrictTypes.read(deployment)).hasMessageContaining("livenessprobe");
  }

  @Test
  void numberAsValueOfAVariable_isFound() {
    JsonNode deployment = Shape.of("minimal").of(Deployment.class, "arbiter");
    ((ObjectNode) Shape.container(deployment).at("/env/0")).put("value", 1);

    assertThatThrownBy(() -> StrictTypes.read(deployment)).hasMessageContaining("Integer");
  }

  @Test
  void components_areThereIfEnabled() {
    assertThat(Shape.of("minimal").names())
        .containsExactlyInAnyOrder(
            "Deployment locks-arbiter",
            "Service locks-arbiter",
            "PodDisruptionBudget locks-arbiter",
            "NetworkPolicy locks-arbiter");
    assertThat(Shape.of("console-alone").names())
        .containsExactlyInAnyOrder("Deployment locks-console", "Service locks-console");
    assertThat(Shape.of("everything").of(Deployment.class)).hasSize(3);
    assertThat(Shape.of("open-network").of(NetworkPolicy.class)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(SHAPES)
  void pods_haveNoPrivileges(Shape shape) {
    for (JsonNode workload : shape.workloads()) {
      JsonNode pod = Shape.pod(workload);
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.at("/securityContext/runAsUser").asInt()).isEqualTo(10001);
      assertThat(pod.at("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.at("/automountServiceAccountToken").asBoolean(true)).isFalse();
      assertThat(pod.at("/enableServiceLinks").asBoolean(true)).isFalse();
      JsonNode container = Shape.container(workload);
      assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
      assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true))
          .isFalse();
      assertThat(container.at("/securityContext/capabilities/drop/0").asText()).isEqualTo("ALL");
      assertThat(container.at("/volumeMounts").findValuesAsText("mountPath")).contains("/tmp");
      for (JsonNode mount : container.at("/volumeMounts")) {
        assertThat(mount.at("/readOnly").asBoolean())
            .isNotEqualTo(mount.at("/mountPath").asText().equals("/tmp"));
      }
      assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
    }
  }

  /** An arbiter's own readiness falls when any partition stands still; no roll-out may wait. */
  @Test
  void arbiter_isReadyWhenItServes() {
    JsonNode arbiter = Shape.of("minimal").of(Deployment.class, "arbiter");

    for (String probe : List.of("/startupProbe", "/livenessProbe", "/readinessProbe")) {
      assertThat(Shape.container(arbiter).at(probe + "/httpGet/path").asText())
          .isEqualTo("/actuator/health/liveness");
    }
    assertThat(Shape.pod(arbiter).at("/terminationGracePeriodSeconds").asInt()).isEqualTo(60);
  }

  @ParameterizedTest
  @MethodSource(SHAPES)
  void ports_agree(Shape shape) {
    for (JsonNode deployment : shape.of(Deployment.class)) {
      Map<String, Integer> ports = new HashMap<>();
      Shape.container(deployment)
          .at("/ports")
          .forEach(port -> ports.put(port.at("/name").asText(), port.at("/containerPort").asInt()));
      JsonNode settings = Shape.settings(deployment);
      List<Integer> listens = new ArrayList<>();
      for (String name : List.of("server.port", "management.server.port")) {
        if (settings.has(name)) {
          listens.add(settings.get(name).asInt());
        }
      }
      assertThat(ports.values()).containsExactlyInAnyOrderElementsOf(listens);
      assertThat(ports).containsKeys(probedPorts(deployment).toArray(String[]::new));
      JsonNode service =
          shape.of(Service.class).stream()
              .filter(one -> selects(one.at("/spec/selector"), deployment))
              .findAny()
              .orElseThrow();
      service
          .at("/spec/ports")
          .forEach(
              port ->
                  assertThat(ports)
                      .containsEntry(port.at("/targetPort").asText(), port.at("/port").asInt()));
    }
  }

  private static Set<String> probedPorts(JsonNode deployment) {
    JsonNode container = Shape.container(deployment);
    return Set.copyOf(
        List.of(
            container.at("/startupProbe/httpGet/port").asText(),
            container.at("/livenessProbe/httpGet/port").asText(),
            container.at("/readinessProbe/httpGet/port").asText()));
  }

  @ParameterizedTest
  @MethodSource(SHAPES)
  void selectors_fitPods(Shape shape) {
    for (JsonNode deployment : shape.of(Deployment.class)) {
      assertThat(selects(deployment.at("/spec/selector/matchLabels"), deployment)).isTrue();
      for (JsonNode spread : Shape.pod(deployment).at("/topologySpreadConstraints")) {
        assertThat(selects(spread.at("/labelSelector/matchLabels"), deployment)).isTrue();
      }
    }
    List<JsonNode> selectors = new ArrayList<>();
    shape.of(Service.class).forEach(one -> selectors.add(one.at("/spec/selector")));
    shape
        .of(PodDisruptionBudget.class)
        .forEach(one -> selectors.add(one.at("/spec/selector/matchLabels")));
    shape
        .of(NetworkPolicy.class)
        .forEach(one -> selectors.add(one.at("/spec/podSelector/matchLabels")));
    for (JsonNode selector : selectors) {
      assertThat(shape.of(Deployment.class).stream().filter(one -> selects(selector, one)))
          .hasSize(1);
    }
  }

  private static boolean selects(JsonNode selector, JsonNode deployment) {
    JsonNode labels = deployment.at("/spec/template/metadata/labels");
    return !selector.isEmpty()
        && selector.properties().stream()
            .allMatch(entry -> entry.getValue().equals(labels.get(entry.getKey())));
  }

  @ParameterizedTest
  @MethodSource(SHAPES)
  void settings_areThoseOfTheProduct(Shape shape) throws IOException {
    KnownSettings known = KnownSettings.ofTheClassPath();
    for (JsonNode deployment : shape.of(Deployment.class)) {
      List<String> settings = new ArrayList<>();
      Shape.settings(deployment).fieldNames().forEachRemaining(settings::add);
      for (JsonNode variable : Shape.container(deployment).at("/env")) {
        settings.add(variable.at("/name").asText());
      }
      settings.removeAll(ofTheAgent(deployment).keySet());
      settings.remove("SPRING_APPLICATION_JSON");

      assertThat(settings).isNotEmpty().allMatch(known::contains);
    }
    assertThat(known.contains("lockarbiter.redis.adresses")).isFalse();
  }

  @ParameterizedTest
  @MethodSource(SHAPES)
  void secrets_areNamedOnly(Shape shape) {
    for (JsonNode deployment : shape.of(Deployment.class)) {
      for (JsonNode variable : Shape.container(deployment).at("/env")) {
        if (variable.at("/name").asText().matches(".*(PASSWORD|SECRET|JAAS_CONFIG)")) {
          assertThat(variable.has("value")).isFalse();
          assertThat(variable.at("/valueFrom/secretKeyRef/name").asText()).isNotEmpty();
        }
      }
    }
    assertThat(shape.names()).noneMatch(name -> name.startsWith("Secret"));
  }

  @Test
  void settingOfAComponent_winsAlsoIfItIsFalse() {
    List<JsonNode> objects =
        Chart.render(
            """
            kafka: {bootstrapServers: "kafka:9092"}
            redis: {addresses: "redis://redis:6379"}
            settings: {lockarbiter.moves.remembered: true}
            arbiter: {settings: {lockarbiter.moves.remembered: false, server.address: "::"}}
            """);

    JsonNode settings = Shape.settings(new Shape("", objects).of(Deployment.class, "arbiter"));
    assertThat(settings.at("/lockarbiter.moves.remembered").asText()).isEqualTo("false");
    assertThat(settings.at("/server.address").asText()).isEqualTo("::");
  }

  @Test
  void view_isOpenToThoseWhoWatchAndToGatewaysAlone() {
    assertThat(Shape.of("minimal").of(NetworkPolicy.class, "arbiter").at("/spec/ingress").isEmpty())
        .isTrue();
    Shape watched = Shape.of("watched");
    JsonNode arbiter = watched.of(NetworkPolicy.class, "arbiter").at("/spec/ingress");
    assertThat(arbiter).hasSize(1);
    assertThat(arbiter.at("/0/from/0/namespaceSelector/matchLabels").toString())
        .contains("monitoring");
    assertThat(arbiter.at("/0/from")).hasSize(2);
    assertThat(
            selects(
                arbiter.at("/0/from/1/podSelector/matchLabels"),
                watched.of(Deployment.class, "gateway")))
        .isTrue();
    JsonNode settings = Shape.settings(watched.of(Deployment.class, "gateway"));
    assertThat(settings.at("/lockarbiter.gateway.arbiter").asText())
        .isEqualTo("http://locks-arbiter:8080");
    JsonNode gateway = watched.of(NetworkPolicy.class, "gateway").at("/spec/ingress");
    assertThat(gateway).hasSize(2);
    assertThat(gateway.at("/0").has("from")).isFalse();
    assertThat(gateway.at("/0/ports/0/port").asText()).isEqualTo("http");
    assertThat(gateway.at("/1/ports/0/port").asText()).isEqualTo("management");
  }

  @Test
  void monitor_asksEachPortWithMetrics() {
    Shape shape = Shape.of("watched");
    JsonNode monitor = shape.of(ServiceMonitor.class).get(0);

    List<String> services = shape.of(Service.class).stream().flatMap(ChartTest::ports).toList();
    assertThat(monitor.at("/metadata/labels/release").asText()).isEqualTo("prometheus");
    assertThat(services)
        .contains("view", "management")
        .containsAll(monitor.at("/spec/endpoints").findValuesAsText("port"));
  }

  private static Stream<String> ports(JsonNode service) {
    return service.at("/spec/ports").findValuesAsText("name").stream();
  }

  @Test
  void tracedPods_loadTheAgent_andOthersHaveNothingOfIt() {
    for (JsonNode deployment : Shape.of("traced").of(Deployment.class)) {
      JsonNode copies = Shape.pod(deployment).at("/initContainers/0");
      assertThat(copies.at("/image").asText()).isEqualTo("registry.example/otel/java:2.33.1");
      assertThat(copies.at("/securityContext"))
          .isEqualTo(Shape.container(deployment).at("/securityContext"));
      assertThat(ofTheAgent(deployment))
          .containsEntry("JDK_JAVA_OPTIONS", "-javaagent:" + copies.at("/command/2").asText())
          .containsEntry(
              "OTEL_SERVICE_NAME",
              deployment.at("/metadata/name").asText().replace("locks-", "lockarbiter-"))
          .containsEntry("OTEL_EXPORTER_OTLP_ENDPOINT", "http://otel-collector:4318")
          .containsEntry("OTEL_TRACES_SAMPLER_ARG", "1");
    }
    for (JsonNode deployment : Shape.of("everything").of(Deployment.class)) {
      assertThat(ofTheAgent(deployment)).isEmpty();
      assertThat(deployment.toString()).doesNotContain("opentelemetry");
    }
  }

  /** Returns the variables that the agent reads, or that load it. */
  private static Map<String, String> ofTheAgent(JsonNode deployment) {
    Map<String, String> variables = new HashMap<>();
    for (JsonNode variable : Shape.container(deployment).at("/env")) {
      String name = variable.at("/name").asText();
      if (name.startsWith("OTEL_") || name.equals("JDK_JAVA_OPTIONS")) {
        variables.put(name, variable.at("/value").asText());
      }
    }
    return variables;
  }

  @Test
  void image_isNamedByTheValues() {
    assertThat(Shape.container(Shape.of("placed").of(Deployment.class, "arbiter")).at("/image"))
        .hasToString("\"registry.example/lockarbiter/arbiter:1.2.3\"");
  }
}
