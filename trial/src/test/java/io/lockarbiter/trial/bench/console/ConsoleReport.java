package io.lockarbiter.trial.bench.console;

import io.lockarbiter.embedded.measure.Quantiles;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of a run.
 *
 * @param delays from event to pixel, by screen
 * @param rate events a second that came
 * @param pageMb the page's heap after a collection, at the end of the first minute and at the end
 * @param consoleMb the console's, likewise
 * @param fluid longest frames and answers of the tree, ms
 */
record ConsoleReport(
    ConsoleSettings settings,
    Map<String, Delays> delays,
    double rate,
    List<Double> pageMb,
    List<Double> consoleMb,
    Map<String, Double> fluid) {
  static final double MOST_MS = 250;
  static final double MOST_GROWTH_MB = 10;
  static final double MOST_FRAME_MS = 250;
  static final double MOST_SEARCH_MS = 1_000;

  /** 20 frames a second. */
  static final double MOST_P95_FRAME_MS = 50;

  /** Quantiles in ms. */
  record Delays(int events, double p50, double p95, double p99, double longest) {
    static Delays of(List<Double> found) {
      return new Delays(
          found.size(),
          Quantiles.of(found, 0.5),
          Quantiles.of(found, 0.95),
          Quantiles.of(found, 0.99),
          Quantiles.of(found, 1));
    }

    boolean isInBar() {
      return events > 0 && p95 <= MOST_MS;
    }
  }

  static Map<String, Delays> quantiles(Map<String, List<Double>> found) {
    Map<String, Delays> delays = new TreeMap<>();
    found.forEach((screen, each) -> delays.put(screen, Delays.of(each)));
    return delays;
  }

  boolean isInBars() {
    return settings.screens().stream()
            .allMatch(screen -> delays.containsKey(screen) && delays.get(screen).isInBar())
        && growth(pageMb) <= MOST_GROWTH_MB
        && growth(consoleMb) <= MOST_GROWTH_MB
        && fluid.entrySet().stream().allMatch(one -> one.getValue() <= bar(one.getKey()));
  }

  private static double bar(String what) {
    if (what.equals("search")) {
      return MOST_SEARCH_MS;
    }
    return what.startsWith("p95") ? MOST_P95_FRAME_MS : MOST_FRAME_MS;
  }

  private static String verdict(boolean isIn) {
    return isIn ? "" : ": MISSED";
  }

  static double growth(List<Double> mb) {
    return mb.size() < 2 ? 0 : mb.get(mb.size() - 1) - mb.get(0);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%,d held, %,d waiting, %.0f events/s came (%d asked for), %d s%n"
            .formatted(
                settings.locks(), settings.waiting(), rate, settings.rate(), settings.seconds()));
    for (String screen : settings.screens()) {
      Delays found = delays.getOrDefault(screen, Delays.of(List.of()));
      text.append(
          "%-9s event to pixel p50 %.0f ms, p95 %.0f ms (bar %.0f), p99 %.0f ms, longest %.0f ms; %,d events%s%n"
              .formatted(
                  screen,
                  found.p50(),
                  found.p95(),
                  MOST_MS,
                  found.p99(),
                  found.longest(),
                  found.events(),
                  verdict(found.isInBar())));
    }
    text.append(heap("page", pageMb)).append(heap("console", consoleMb));
    fluid.forEach(
        (what, ms) ->
            text.append(
                "%s: %.0f ms (bar %.0f)%s%n"
                    .formatted(what, ms, bar(what), verdict(ms <= bar(what)))));
    return text.append(isInBars() ? "within the bars" : "MISSED").toString();
  }

  private static String heap(String of, List<Double> mb) {
    return mb.size() < 2
        ? ""
        : "heap of the %s after a collection, minute 1 and end: %.1f and %.1f MB (bar: %.0f MB more)%s%n"
            .formatted(
                of,
                mb.get(0),
                mb.get(mb.size() - 1),
                MOST_GROWTH_MB,
                verdict(growth(mb) <= MOST_GROWTH_MB));
  }
}
