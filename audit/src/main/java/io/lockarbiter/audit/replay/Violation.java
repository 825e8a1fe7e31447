package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.schema.Topic;
import org.jspecify.annotations.Nullable;

/**
 * A record that must not be in the logs, or an event that is missing.
 *
 * @param topic whose record it is about: of events, or of commands if an event is missing
 * @param account null if it concerns none
 * @param at log time, epoch ms
 * @param expected the right value
 * @param found the actual value
 */
public record Violation(
    Topic topic,
    int partition,
    long offset,
    @Nullable String account,
    long at,
    String expected,
    String found) {

  /** Creates a violation by an existing event. */
  public static Violation ofEvent(
      int partition, RecordedEvent event, long at, String expected, String found) {
    return new Violation(
        Topic.EVENTS,
        partition,
        event.record().offset(),
        event.event().head().account(),
        at,
        expected,
        found);
  }

  /** Creates a violation by a command's effects, such as a missing event. */
  public static Violation ofCommand(
      ReplayStep step, @Nullable String account, String expected, String found) {
    return new Violation(
        Topic.COMMANDS,
        step.partition(),
        step.command().offset(),
        account,
        step.at(),
        expected,
        found);
  }
}
