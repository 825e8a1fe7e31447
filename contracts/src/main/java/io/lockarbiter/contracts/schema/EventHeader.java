package io.lockarbiter.contracts.schema;

/** The headers of an event's record, UTF-8 text, so that readers can filter without parsing. */
public enum EventHeader {
  /** The {@code type} of the event. */
  TYPE("type"),
  /** The {@code lockId} of the event; absent if it has none. */
  LOCK_ID("lockId"),
  /** The {@code replyTo} of the command answered; absent if it had none or none is answered. */
  REPLY_TO("replyTo"),
  /** The {@code replyTo} of the lock's acquire; absent if it had none. */
  LOCK_REPLY_TO("lockReplyTo"),
  /** {@code true} in repeated answers, else absent. */
  REPEATED("repeated"),
  /** The setting {@code repeatMs} in force at the decision, in decimal digits. */
  REPEAT_MS("repeatMs");

  private final String text;

  EventHeader(String text) {
    this.text = text;
  }

  /** The header's key. */
  public String text() {
    return text;
  }
}
