package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.schema.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Something that must not stand in the logs, or is missing from them.
 *
 * @param topic whose record it is about: of events, or of commands where an event is missing
 * @param account null if it is about none
 * @param at log time, epoch ms
 * @param expected what ought to be there
 * @param found what is
 */
public record Violation(
    Topic topic,
    int partition,
    long offset,
    @Nullable String account,
    long at,
    String expected,
    String found) {

  /** Something about an event that is there. */
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

  /** Something about what a command caused, or did not. */
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
