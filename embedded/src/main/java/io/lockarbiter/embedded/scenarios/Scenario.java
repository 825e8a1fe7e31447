package io.lockarbiter.embedded.scenarios;

import io.lockarbiter.contracts.command.SettingsChange;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A story that a store must tell alike: commands fed one by one, each with all events that it
 * causes.
 *
 * @param file name of the file that it stands in
 * @param limits what the first record sets, instead of the defaults; null: no such record
 */
record Scenario(String file, String name, @Nullable SettingsChange limits, List<Step> steps) {

  /**
   * One command and what must come of it.
   *
   * @param at append time, ms
   * @param events of each event the fields that are compared
   */
  record Step(long at, JsonNode command, List<JsonNode> events) {}
}
