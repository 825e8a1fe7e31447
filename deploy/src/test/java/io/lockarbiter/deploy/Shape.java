package io.lockarbiter.deploy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Values as somebody may have them, and what is rendered from them. */
record Shape(String name, List<JsonNode> objects) {
  private static final Path FOLDER = Path.of("src/test/resources/shapes");

  static Stream<Shape> all() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString().replace(".yaml", ""))
          .sorted()
          .toList()
          .stream()
          .map(Shape::of);
    }
  }

  static Shape of(String name) {
    try {
      return new Shape(name, Chart.render(Files.readString(FOLDER.resolve(name + ".yaml"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<JsonNode> of(Class<?> kind) {
    return objects.stream()
        .filter(object -> object.at("/kind").asText().equals(kind.getSimpleName()))
        .toList();
  }

  /** Returns the object of a component. */
  JsonNode of(Class<?> kind, String component) {
    return of(kind).stream()
        .filter(object -> object.at("/metadata/name").asText().equals("locks-" + component))
        .findAny()
        .orElseThrow();
  }

  List<String> names() {
    return objects.stream()
        .map(object -> object.at("/kind").asText() + " " + object.at("/metadata/name").asText())
        .toList();
  }

  /** Returns the settings of a Deployment that stand in clear. */
  static JsonNode settings(JsonNode deployment) {
    for (JsonNode variable : container(deployment).at("/env")) {
      if (variable.at("/name").asText().equals("SPRING_APPLICATION_JSON")) {
        try {
          return new ObjectMapper().readTree(variable.at("/value").asText());
        } catch (JsonProcessingException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    throw new IllegalStateException("no settings: " + deployment);
  }

  /** Returns the objects that have pods. */
  List<JsonNode> workloads() {
    return Stream.of(Deployment.class, CronJob.class).flatMap(kind -> of(kind).stream()).toList();
  }

  static JsonNode pod(JsonNode workload) {
    JsonNode job = workload.at("/spec/jobTemplate");
    return (job.isMissingNode() ? workload : job).at("/spec/template/spec");
  }

  static JsonNode container(JsonNode workload) {
    return pod(workload).at("/containers/0");
  }

  @Override
  public String toString() {
    return name;
  }
}
