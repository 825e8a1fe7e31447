package io.lockarbiter.embedded.scenarios;

import java.io.PrintWriter;

/** Prints the results of scenarios and counts them. */
final class ScenarioReport {
  private final PrintWriter out;
  private int passed;
  private int failed;

  ScenarioReport(PrintWriter out) {
    this.out = out;
  }

  void add(ScenarioResult result) {
    if (result.passed()) {
      passed++;
    } else {
      failed++;
      out.printf("FAILED %s%n%s%n%n", title(result.scenario()), result.failure());
    }
  }

  /** Counts a file that cannot be run as one failure. */
  void add(MalformedScenarioException malformed) {
    failed++;
    out.printf("MALFORMED %s%n%n", malformed.getMessage());
  }

  void printTotals() {
    out.printf("%d passed, %d failed%n", passed, failed);
    out.flush();
  }

  /** Says whether nothing failed and something passed. */
  boolean isGood() {
    return failed == 0 && passed > 0;
  }

  private static String title(Scenario scenario) {
    return "%s \"%s\"".formatted(scenario.file(), scenario.name());
  }
}
