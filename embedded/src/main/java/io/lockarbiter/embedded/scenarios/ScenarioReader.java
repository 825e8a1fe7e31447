package io.lockarbiter.embedded.scenarios;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads one scenario file; an unknown member is an error, so that no typo passes. */
final class ScenarioReader {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final Set<String> SCENARIO = Set.of("name", "limits", "steps");
  private static final Set<String> STEP = Set.of("at", "command", "events");
  private static final Set<String> LIMITS =
      Set.of("queue_limit", "sub_limit", "account_limit", "rate", "window");

  private final String file;

  /** Present place in the file, for messages. */
  private String context;

  private ScenarioReader(Path file) {
    this.file = String.valueOf(file.getFileName());
    this.context = this.file;
  }

  static List<Scenario> read(Path file) throws IOException, MalformedScenarioException {
    return new ScenarioReader(file).readAll(Files.readAllBytes(file));
  }

  private List<Scenario> readAll(byte[] content) throws MalformedScenarioException {
    JsonNode root;
    try {
      root = MAPPER.readTree(content);
    } catch (JacksonException e) {
      throw malformed("is no JSON: " + e.getOriginalMessage() + " at " + position(e));
    }
    if (!root.isArray() || root.isEmpty()) {
      throw malformed("expected a non-empty array of scenarios, found " + kind(root));
    }
    List<Scenario> scenarios = new ArrayList<>();
    for (JsonNode node : root) {
      context = "%s: scenario %d".formatted(file, scenarios.size() + 1);
      scenarios.add(scenario(node));
    }
    return scenarios;
  }

  private Scenario scenario(JsonNode node) throws MalformedScenarioException {
    checkMembers(node, SCENARIO);
    JsonNode name = node.path("name");
    if (!name.isString()) {
      throw malformed("name: expected a string, found " + kind(name));
    }
    context += " \"" + name.stringValue() + "\"";
    SettingsChange limits = node.path("limits").isNull() ? null : limits(node.path("limits"));
    List<Scenario.Step> steps = new ArrayList<>();
    String scenarioContext = context;
    for (JsonNode step : array(node, "steps")) {
      context = scenarioContext + ": step " + (steps.size() + 1);
      steps.add(step(step));
    }
    context = scenarioContext;
    if (steps.isEmpty()) {
      throw malformed("steps: expected at least one");
    }
    return new Scenario(file, name.stringValue(), limits, steps);
  }

  private Scenario.Step step(JsonNode node) throws MalformedScenarioException {
    checkMembers(node, STEP);
    JsonNode at = node.path("at");
    if (!at.canConvertToLong() || !at.isIntegralNumber()) {
      throw malformed("at: expected milliseconds, found " + kind(at));
    }
    JsonNode command = node.path("command");
    checkObject("command", command);
    List<JsonNode> events = new ArrayList<>();
    for (JsonNode event : array(node, "events")) {
      checkObject("events", event);
      events.add(event);
    }
    return new Scenario.Step(at.longValue(), command, events);
  }

  /** Settings of one partition, for any account, with the given limits. */
  private SettingsChange limits(JsonNode node) throws MalformedScenarioException {
    if (!node.isMissingNode()) {
      checkMembers(node, LIMITS);
    }
    return SettingsChange.NOTHING
        .with(Setting.PARTITIONS, 1)
        .with(Setting.LOCKS_PER_SUB_ACCOUNT, limit(node, "sub_limit"))
        .with(Setting.LOCKS_PER_ACCOUNT, limit(node, "account_limit"))
        .with(Setting.WAITERS_PER_ACCOUNT, limit(node, "queue_limit"))
        .with(Setting.ACQUIRES_PER_WINDOW, limit(node, "rate"))
        .with(Setting.WINDOW_MS, limit(node, "window"));
  }

  private @Nullable Integer limit(JsonNode limits, String name) throws MalformedScenarioException {
    JsonNode value = limits.path(name);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
      throw malformed("limits." + name + ": expected an integer >= 0, found " + value);
    }
    return value.intValue();
  }

  private JsonNode array(JsonNode node, String name) throws MalformedScenarioException {
    JsonNode value = node.path(name);
    if (!value.isArray()) {
      throw malformed(name + ": expected an array, found " + kind(value));
    }
    return value;
  }

  private void checkMembers(JsonNode node, Set<String> known) throws MalformedScenarioException {
    if (!node.isObject()) {
      throw malformed("expected an object, found " + kind(node));
    }
    for (String name : node.propertyNames()) {
      if (!known.contains(name)) {
        throw malformed(
            "unknown member " + name + ", expected " + known.stream().sorted().toList());
      }
    }
  }

  private void checkObject(String name, JsonNode node) throws MalformedScenarioException {
    if (!node.isObject()) {
      throw malformed(name + ": expected an object, found " + kind(node));
    }
  }

  private MalformedScenarioException malformed(String problem) {
    return new MalformedScenarioException(context + ": " + problem);
  }

  private static String kind(JsonNode node) {
    return node.isMissingNode() ? "nothing" : node.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  private static String position(JacksonException e) {
    return "line %d, column %d"
        .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }
}
