package io.lockarbiter.embedded.scenarios;

import io.lockarbiter.contracts.command.SettingsChange;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A scenario: commands that are fed one by one, each with all events that it causes. All stores
 * must answer it alike.
 *
 * @param file name of its file
 * @param limits settings of the first record; null = the defaults, without such a record
 */
record Scenario(String file, String name, @Nullable SettingsChange limits, List<Step> steps) {

  /**
   * One command and the expected events.
   *
   * @param at append time, ms
   * @param events for each event the fields that are compared
   */
  record Step(long at, JsonNode command, List<JsonNode> events) {}
}
