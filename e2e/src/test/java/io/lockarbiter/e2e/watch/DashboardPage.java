package io.lockarbiter.e2e.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The dashboard as a page without Grafana: the queries of its panels, asked of a Prometheus, in the
 * dashboard's grid.
 */
public final class DashboardPage {
  /** Width of a page in CSS pixels. */
  public static final int WIDTH = 1_204;

  private static final Path FILE = Path.of("../deploy/dashboards/lock-arbiter.json");
  private static final Pattern VARIABLE = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");
  private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}");
  private static final int STEPS = 300;
  private static final int PIXELS_PER_UNIT = 25;
  private static final int MARGIN = 4;

  private final Prometheus prometheus;
  private final Instant from;
  private final Instant to;
  private final Duration step;
  private final JsonNode dashboard;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final List<String> empty = new ArrayList<>();
  private final List<Map<String, Object>> panels = new ArrayList<>();

  private DashboardPage(Prometheus prometheus, Instant from, Instant to) throws IOException {
    this.prometheus = prometheus;
    this.from = from;
    this.to = to;
    this.step = Duration.ofMillis(Duration.between(from, to).toMillis() / STEPS);
    this.dashboard = JsonMapper.shared().readTree(Files.readString(FILE));
  }

  /**
   * Asks all queries of the dashboard for a time that has passed.
   *
   * @param rate the range that Grafana would choose for rates
   */
  public static DashboardPage of(Prometheus prometheus, Instant from, Instant to, Duration rate)
      throws IOException {
    DashboardPage page = new DashboardPage(prometheus, from, to);
    page.variables.put("$__rate_interval", rate.toMillis() + "ms");
    for (JsonNode variable : page.dashboard.path("templating").path("list")) {
      Matcher values = VARIABLE.matcher(variable.path("definition").asString(""));
      if (values.matches()) {
        page.variables.put(
            "$" + variable.path("name").asString(), page.values(values.group(1), values.group(2)));
      }
    }
    page.dashboard.path("panels").forEach(page::add);
    return page;
  }

  /** Returns the values of a label, as Grafana's choice of all of them. */
  private String values(String metric, String label) {
    long seconds = Duration.between(from, Instant.now()).toSeconds() + 1;
    return prometheus
        .query("count by (%s) (last_over_time(%s[%ds]))".formatted(label, metric, seconds))
        .valueStream()
        .map(series -> series.path("metric").path(label).asString())
        .sorted()
        .collect(Collectors.joining("|"));
  }

  private void add(JsonNode panel) {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (JsonNode target : panel.path("targets")) {
      String query = target.path("expr").asString();
      for (Map.Entry<String, String> variable : variables.entrySet()) {
        query = query.replace(variable.getKey(), variable.getValue());
      }
      JsonNode series = prometheus.range(query, from, to, step);
      if (series.isEmpty()) {
        empty.add(panel.path("title").asString() + ": " + query);
      }
      for (JsonNode one : series) {
        lines.add(
            Map.of(
                "label", label(target.path("legendFormat").asString(), one.path("metric")),
                "points", points(one.path("values"))));
      }
    }
    JsonNode fields = panel.path("fieldConfig").path("defaults");
    Map<String, Object> drawn = new LinkedHashMap<>();
    drawn.put("type", panel.path("type").asString());
    drawn.put("title", panel.path("title").asString());
    drawn.put("grid", panel.path("gridPos"));
    drawn.put("unit", fields.path("unit").asString("short"));
    drawn.put("steps", fields.path("thresholds").path("steps"));
    drawn.put("lines", lines);
    panels.add(drawn);
  }

  private static String label(String legend, JsonNode labels) {
    return LABEL
        .matcher(legend)
        .replaceAll(label -> Matcher.quoteReplacement(labels.path(label.group(1)).asString("")));
  }

  /** Returns a point for each step, without a value where the series has none. */
  private List<List<@Nullable Double>> points(JsonNode values) {
    Map<Long, Double> found = new LinkedHashMap<>();
    for (JsonNode value : values) {
      found.put(
          Math.round(value.get(0).asDouble() * 1_000), Double.valueOf(value.get(1).asString()));
    }
    List<List<@Nullable Double>> points = new ArrayList<>();
    for (long at = from.toEpochMilli(); at <= to.toEpochMilli(); at += step.toMillis()) {
      Double value = found.get(at);
      List<@Nullable Double> point = new ArrayList<>();
      point.add((double) at);
      point.add(value == null || value.isNaN() || value.isInfinite() ? null : value);
      points.add(point);
    }
    return points;
  }

  /** Returns the queries that had no series in all that time. */
  public List<String> empty() {
    return List.copyOf(empty);
  }

  /** Returns the titles of the rows. */
  public List<String> rows() {
    return panels.stream()
        .filter(DashboardPage::isRow)
        .map(panel -> String.valueOf(panel.get("title")))
        .toList();
  }

  private static boolean isRow(Map<String, Object> panel) {
    return "row".equals(panel.get("type"));
  }

  /**
   * Returns a page with some of the rows, which needs nothing else.
   *
   * @param rows titles, in the order of the dashboard and without a gap
   */
  public String html(List<String> rows) throws IOException {
    List<Map<String, Object>> chosen = chosen(rows);
    Map<String, Object> data =
        Map.of(
            "from",
            from.toEpochMilli(),
            "to",
            to.toEpochMilli(),
            "top",
            top(chosen),
            "panels",
            chosen);
    return resource("dashboard.html")
        .replace("/*CHART*/", library())
        .replace("/*DATA*/", JsonMapper.shared().writeValueAsString(data));
  }

  /** Returns how high the page of some rows is, in CSS pixels. */
  public int height(List<String> rows) {
    List<Map<String, Object>> chosen = chosen(rows);
    int end =
        chosen.stream()
            .map(DashboardPage::grid)
            .mapToInt(grid -> grid.path("y").asInt() + grid.path("h").asInt())
            .max()
            .orElseThrow();
    return (end - top(chosen)) * PIXELS_PER_UNIT + MARGIN;
  }

  private List<Map<String, Object>> chosen(List<String> rows) {
    List<Map<String, Object>> chosen = new ArrayList<>();
    boolean in = false;
    for (Map<String, Object> panel : panels) {
      in = isRow(panel) ? rows.contains(String.valueOf(panel.get("title"))) : in;
      if (in) {
        chosen.add(panel);
      }
    }
    return chosen;
  }

  private static int top(List<Map<String, Object>> chosen) {
    return chosen.stream().mapToInt(panel -> grid(panel).path("y").asInt()).min().orElseThrow();
  }

  private static JsonNode grid(Map<String, Object> panel) {
    return (JsonNode) Objects.requireNonNull(panel.get("grid"));
  }

  /** Returns the library that draws, in the version that the console has. */
  private static String library() throws IOException {
    Properties about = new Properties();
    about.load(
        new StringReader(resource("/META-INF/maven/org.webjars.npm/chart.js/pom.properties")));
    return resource(
        "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js"
            .formatted(about.getProperty("version")));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = DashboardPage.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    }
  }
}
