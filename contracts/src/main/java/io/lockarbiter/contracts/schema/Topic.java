package io.lockarbiter.contracts.schema;

/** The topics of a deployment; a common prefix may stand before their names. */
public enum Topic {
  /** The commands, keyed by account; {@code tick} and {@code settings} have no key. */
  COMMANDS("lock.commands"),
  /** The events, keyed by account; it has as many partitions as {@link #COMMANDS}. */
  EVENTS("lock.events"),
  /** Records of {@link #COMMANDS} without a readable account and command id, as received. */
  DEAD_LETTERS("lock.commands.dlt");

  private final String text;

  Topic(String text) {
    this.text = text;
  }

  /** The name without prefix. */
  public String text() {
    return text;
  }
}
