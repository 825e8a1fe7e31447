package io.lockarbiter.contracts.schema;

/** The headers of a dead letter, UTF-8 text; the last three let a reader drop a second copy. */
public enum DeadLetterHeader {
  /** The problem, for an operator; holds no payload. */
  WHY("why"),
  /** The topic that the record came from. */
  TOPIC("topic"),
  /** The record's partition in that topic, decimal. */
  PARTITION("partition"),
  /** The record's offset in that partition, decimal. */
  OFFSET("offset");

  private final String text;

  DeadLetterHeader(String text) {
    this.text = text;
  }

  /** The header's key. */
  public String text() {
    return text;
  }
}
