package io.lockarbiter.e2e;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.e2e.watch.Prometheus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Causes faults, and notes which alerts fire by them and after how long. */
final class AlertLog {
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Prometheus prometheus;
  private final List<String> rows = new ArrayList<>();
  private final Set<String> fired = new TreeSet<>();
  private final Set<String> fading = new TreeSet<>();

  AlertLog(Prometheus prometheus) {
    this.prometheus = prometheus;
  }

  /**
   * Causes a fault, waits until its alerts have fired, and mends it. Alerts that look back fade
   * later: see {@link #awaitSilence}.
   *
   * @param words say what the fault is
   */
  void fault(String words, ThrowingCallable cause, ThrowingCallable mend, String... alerts)
      throws Exception {
    assertThat(prometheus.firing()).as("before: " + words).doesNotContain(alerts);
    long begin = System.nanoTime();
    Map<String, Double> after = new TreeMap<>();
    run(words, cause);
    try {
      await(words)
          .atMost(PATIENCE)
          .pollInterval(LOOK)
          .untilAsserted(
              () -> {
                double seconds = (System.nanoTime() - begin) / 1_000_000_000.0;
                prometheus.firing().forEach(alert -> after.putIfAbsent(alert, seconds));
                assertThat(after.keySet()).contains(alerts);
              });
    } finally {
      run(words, mend);
    }
    Set<String> beside = new TreeSet<>(after.keySet());
    beside.removeAll(fading);
    for (String alert : alerts) {
      beside.remove(alert);
      note(alert, words, after.getOrDefault(alert, Double.NaN));
    }
    if (!beside.isEmpty()) {
      System.out.println(words + ": beside its own " + beside);
    }
    fired.addAll(List.of(alerts));
    fading.addAll(after.keySet());
  }

  private static void run(String words, ThrowingCallable what) throws Exception {
    try {
      what.call();
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(words, e);
    }
  }

  private void note(String alert, String words, double seconds) {
    String row = String.format(Locale.ROOT, "| %-36s | %5.1f s | %s |", alert, seconds, words);
    System.out.println(row);
    rows.add(row);
  }

  /** Waits until no alert fires. */
  void awaitSilence() {
    long begin = System.nanoTime();
    await("silence")
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .untilAsserted(() -> assertThat(prometheus.firing()).isEmpty());
    System.out.printf(
        Locale.ROOT, "silent again %.1f s later%n", (System.nanoTime() - begin) / 1_000_000_000.0);
    fading.clear();
  }

  /** The alerts that have fired by a fault of theirs. */
  Set<String> fired() {
    return fired;
  }

  /** A row for each. */
  String table() {
    return rows.stream().sorted().collect(joining("\n"));
  }
}
