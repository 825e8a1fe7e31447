package io.lockarbiter.e2e.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The queries of alert rules and dashboard, compared with metrics as they are exported. */
public final class Queries {
  private static final Pattern METRIC =
      Pattern.compile(
          "\\b(?:lockarbiter|ssl|http|jvm|process)_[a-z0-9_]+(?:\\{[^}]*})?|\\b(?:by|without) \\(([^)]*)\\)");

  private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!~|=|!=)\"([^\"]*)\"");
  private static final Pattern SAMPLE =
      Pattern.compile("(?m)^([a-z][a-z0-9_]*)(?:\\{(.*)})? [-+0-9.eENaInf]+$");

  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Labels that Prometheus itself adds to what it has scraped, or that a query makes. */
  private static final Set<String> OF_PROMETHEUS =
      Set.of(
          "alertname", "instance", "job", "namespace", "exported_instance", "exported_namespace");

  private Queries() {}

  /** Returns the expressions of the alert rules by the name of the alert. */
  public static Map<String, String> ofAlerts() throws IOException {
    Map<String, String> queries = new TreeMap<>();
    String rules =
        Files.readString(MarkdownPage.ROOT.resolve("deploy/alerts/lock-arbiter.rules.yaml"));
    JsonNode all = JsonMapper.shared().valueToTree(new Yaml().<Object>load(rules));
    all.path("groups")
        .valueStream()
        .flatMap(group -> group.path("rules").valueStream())
        .forEach(rule -> queries.put(rule.path("alert").asString(), rule.path("expr").asString()));
    return queries;
  }

  /** Returns the expressions of the dashboard, each with its legend, by panel and number. */
  public static Map<String, String> ofDashboard() throws IOException {
    Map<String, String> queries = new TreeMap<>();
    Path file = MarkdownPage.ROOT.resolve("deploy/dashboards/lock-arbiter.json");
    JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(file));
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        String legend =
            Pattern.compile("\\{\\{(\\w+)}}")
                .matcher(target.path("legendFormat").asString())
                .results()
                .map(label -> label.group(1))
                .collect(Collectors.joining(", "));
        queries.put(
            panel.path("title").asString() + " " + target.path("refId").asString(),
            target.path("expr").asString() + " by (" + legend + ")");
      }
    }
    for (JsonNode variable : dashboard.path("templating").path("list")) {
      queries.put(
          "$" + variable.path("name").asString(),
          variable.path("definition").asString("").replace(", job)", ")"));
    }
    return queries;
  }

  /**
   * Returns the names, labels and values of labels that a query asks for, and that no exported
   * metric has.
   *
   * @param exported in Prometheus' text format
   */
  public static List<String> unknown(String query, String exported) {
    Map<String, Map<String, Set<String>>> metrics = parsed(exported);
    List<String> unknown = new ArrayList<>();
    Set<String> labels = new TreeSet<>(OF_PROMETHEUS);
    List<MatchResult> asked = METRIC.matcher(query).results().toList();
    for (MatchResult one : asked) {
      String name = one.group().replaceAll("\\{.*", "");
      Map<String, Set<String>> known = metrics.get(name);
      if (one.group(1) == null && known != null) {
        labels.addAll(known.keySet());
        unknown.addAll(unknownLabels(one.group(), known));
      } else if (one.group(1) == null) {
        unknown.add(name);
      }
    }
    asked.stream()
        .filter(one -> one.group(1) != null)
        .flatMap(one -> Stream.of(one.group(1).split(", *", -1)))
        .filter(label -> !label.isEmpty() && !labels.contains(label))
        .forEach(label -> unknown.add("by " + label));
    return unknown;
  }

  private static List<String> unknownLabels(String selector, Map<String, Set<String>> known) {
    List<String> unknown = new ArrayList<>();
    Matcher label = MATCHER.matcher(selector);
    while (label.find()) {
      Set<String> values = known.get(label.group(1));
      if (!OF_PROMETHEUS.contains(label.group(1))) {
        Stream.of(label.group(3).split("\\|", -1))
            .filter(value -> values == null || !values.contains(value))
            .forEach(value -> unknown.add(selector + ": " + label.group(1) + "=" + value));
      }
    }
    return unknown;
  }

  /** Returns names, their labels, and the values of these. */
  private static Map<String, Map<String, Set<String>>> parsed(String exported) {
    Map<String, Map<String, Set<String>>> metrics = new TreeMap<>();
    for (MatchResult sample : SAMPLE.matcher(exported).results().toList()) {
      Map<String, Set<String>> labels =
          metrics.computeIfAbsent(sample.group(1), name -> new TreeMap<>());
      if (sample.group(2) != null) {
        LABEL
            .matcher(sample.group(2))
            .results()
            .forEach(
                label ->
                    labels
                        .computeIfAbsent(label.group(1), name -> new TreeSet<>())
                        .add(label.group(2)));
      }
    }
    return metrics;
  }
}
