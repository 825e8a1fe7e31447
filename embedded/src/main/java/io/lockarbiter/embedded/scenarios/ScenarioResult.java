package io.lockarbiter.embedded.scenarios;

import org.jspecify.annotations.Nullable;

/**
 * The result of a scenario.
 *
 * @param failure step, expectation and what happened instead; null if it passed
 */
record ScenarioResult(Scenario scenario, @Nullable String failure) {
  boolean passed() {
    return failure == null;
  }
}
