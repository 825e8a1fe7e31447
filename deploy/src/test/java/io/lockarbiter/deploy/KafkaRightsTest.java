package io.lockarbiter.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The users for Strimzi have the rights of the pages, and no others. */
class KafkaRightsTest {
  private static final Shape STRIMZI = Shape.of("strimzi");

  @Test
  void rightsOfArbiterGatewayAndAudit_areThoseOfTheTable() throws IOException {
    assertThat(rights(STRIMZI, "audit")).containsExactlyInAnyOrderElementsOf(written("audit"));
    assertThat(rights(STRIMZI, "arbiter")).containsExactlyInAnyOrderElementsOf(written("arbiter"));
    assertThat(rights(STRIMZI, "gateway")).containsExactlyInAnyOrderElementsOf(written("gateway"));
  }

  @Test
  void rightsOfTheConsole_areThoseOfItsPage() throws IOException {
    assertThat(Files.readString(Path.of("../console/README.md")).replaceAll("\\s+", " "))
        .contains(
            "the console needs Read on `lock.events`. Without Describe on `lock.commands` and on"
                + " the arbiters' group,",
            "If operators may force, it needs Write on `lock.commands`.");
    assertThat(rights(STRIMZI, "console"))
        .containsExactlyInAnyOrder(
            "topic lock.events Read",
            "topic lock.commands Describe",
            "topic lock.commands Write",
            "group lockarbiter Describe");
  }

  @Test
  void secondDeployment_hasNamesOfItsOwn() {
    Shape second = Shape.of("strimzi-second-deployment");

    assertThat(rights(second, "arbiter"))
        .contains(
            "topic EU_1.lock.commands Read",
            "group EU_1 Read",
            "transactionalId EU_1-* Write",
            "cluster DescribeConfigs");
    assertThat(second.of(KafkaTopic.class, "events").at("/spec/topicName").asText())
        .isEqualTo("EU_1.lock.events");
    assertThat(second.of(KafkaTopic.class, "events").at("/spec/partitions").asInt()).isEqualTo(48);
    assertThat(second.of(KafkaTopic.class, "events").at("/spec/config/retention.ms").asText())
        .isEqualTo("7776000000");
  }

  @Test
  void objects_belongToTheCluster_andPodsLogInAsTheirUsers() {
    List<JsonNode> objects = new ArrayList<>(STRIMZI.of(KafkaTopic.class));
    objects.addAll(STRIMZI.of(KafkaUser.class));
    assertThat(objects)
        .hasSize(7)
        .allSatisfy(
            object ->
                assertThat(object.at("/metadata/labels/strimzi.io~1cluster").asText())
                    .isEqualTo("events"));
    for (String component : List.of("arbiter", "console", "gateway")) {
      JsonNode deployment = STRIMZI.of(Deployment.class, component);
      assertThat(Shape.container(deployment).at("/env").toString())
          .contains(
              "{\"name\":\"SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG\",\"valueFrom\":{\"secretKeyRef\":{\"name\":\"locks-%s\",\"key\":\"sasl.jaas.config\"}}}"
                  .formatted(component));
      assertThat(Shape.pod(deployment).at("/volumes").toString())
          .contains("\"secretName\":\"events-cluster-ca-cert\"");
    }
  }

  /** Returns the rights of a user, one for each operation. */
  private static List<String> rights(Shape shape, String user) {
    List<String> rights = new ArrayList<>();
    for (JsonNode rule : shape.of(KafkaUser.class, user).at("/spec/authorization/acls")) {
      JsonNode resource = rule.at("/resource");
      String name =
          resource.at("/name").asText()
              + (resource.at("/patternType").asText().equals("prefix") ? "*" : "");
      for (JsonNode operation : rule.at("/operations")) {
        rights.add(
            "%s %s %s"
                .formatted(resource.at("/type").asText(), name, operation.asText())
                .replace("  ", " "));
      }
    }
    return rights;
  }

  /** Returns the rights of a user in the table of the arbiter's page. */
  private static List<String> written(String user) throws IOException {
    List<String> rights = new ArrayList<>();
    String present = "";
    for (String line : Files.readAllLines(Path.of("../arbiter/README.md"))) {
      String[] cells = line.split("\\|", -1);
      if (cells.length != 5) {
        present = "";
        continue;
      }
      String name = cells[1].strip().replaceAll("^\\[`lockarbiter (\\w+)`].*|,.*", "$1");
      present = name.isEmpty() ? present : name;
      if (present.equals(user)) {
        for (String resource : resources(cells[2].strip(), user)) {
          for (String operation : cells[3].strip().split(", ")) {
            rights.add(resource + " " + operation);
          }
        }
      }
    }
    return rights;
  }

  private static List<String> resources(String cell, String user) {
    if (cell.startsWith("`lock")) {
      return List.of(cell.replace("`", "").split(", ")).stream()
          .map(topic -> "topic " + topic)
          .collect(Collectors.toList());
    }
    return switch (cell.replaceAll("[,(].*", "").strip()) {
      case "the group" -> List.of("group lockarbiter");
      case "transactional ids that begin with the deployment's name and a dash" ->
          List.of("transactionalId lockarbiter-*");
      case "the cluster" -> List.of("cluster");
      // A gateway reads without a group.
      case "the group that it reads with" -> List.of();
      default -> throw new AssertionError("what does %s have in %s?".formatted(user, cell));
    };
  }
}
