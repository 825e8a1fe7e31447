package io.lockarbiter.contracts.command;

/**
 * What a record of {@code lock.commands} turned out to be; each of the three takes its place in the
 * log.
 */
public sealed interface DecodedCommand {
  /** A command that can be decided. */
  record Valid(Command command) implements DecodedCommand {}

  /** Answered {@code rejected INVALID}. */
  record Refused(Refusal refusal) implements DecodedCommand {}

  /**
   * Goes to the dead-letter topic, because nobody can be told.
   *
   * @param why what is wrong, fit for an operator; holds no payload
   */
  record Dead(String why) implements DecodedCommand {}
}
