package io.lockarbiter.arbiter.watch;

/**
 * Why nothing goes on in a partition though no worker of it says so. The weightiest stands first.
 * The constants are shown to operators; each has a section in docs/RUNBOOK.md.
 */
public enum StallCause {
  /** No broker answers, so nobody knows what else is wrong. */
  BROKER,
  /** A stranger in the consumer group has the partition, or keeps the arbiters out. */
  STRANGER,
  /** No member of the group has it. */
  NO_OWNER,
  /** An open transaction holds back what was appended to {@code lock.commands}. */
  COMMANDS_TRANSACTION,
  /** An open transaction holds back what was appended to {@code lock.events}. */
  EVENTS_TRANSACTION,
  /** Log time stands: what is due does not end. */
  CLOCK
}
