package io.lockarbiter.deploy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The Helm chart, with Helm as a library. */
public final class Chart {
  /** The name of the release. */
  public static final String RELEASE = "locks";

  /** The namespace of the release. */
  public static final String NAMESPACE = "production";

  private static final String KUBERNETES = "1.25.0";
  static final Path FOLDER = Path.of("../deploy/chart");
  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory()).enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private Chart() {}

  /**
   * Renders it.
   *
   * @param values the YAML of the values that differ from the chart's
   * @return the objects
   * @throws IllegalStateException if Helm refuses; the message is what a user sees
   */
  public static List<JsonNode> render(String values) {
    return documents(text(values)).stream().filter(object -> !object.isNull()).toList();
  }

  static String text(String values) {
    try {
      Path file = Files.createTempFile("lockarbiter-values-", ".yaml");
      try {
        Files.writeString(file, values);
        return new Helm(FOLDER)
            .template()
            .withName(RELEASE)
            .withNamespace(NAMESPACE)
            .withKubeVersion(KUBERNETES)
            .withValuesFile(file)
            .call();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static LintResult lint() {
    return new Helm(FOLDER).lint().strict().call();
  }

  /** Reads YAML in which no key stands twice. */
  static List<JsonNode> documents(String yaml) {
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(yaml, e);
    }
  }
}
