package io.lockarbiter.trial.simulate;

/** Faults at a call of an owner to Redis or Kafka, or between two of them. */
enum Fault {
  /** A call to Redis fails and was not applied. */
  REDIS_SILENT(30),
  /** A call to Redis was applied, and its answer is lost. */
  REDIS_ANSWER_LOST(30),
  /** Redis returns to its state of some calls ago. */
  REDIS_LOST_WRITES(25),
  /** Redis loses everything. */
  REDIS_FLUSHED(8),
  /** A copy of an earlier call to Redis arrives. */
  REDIS_LATE_COPY(25),
  /** A call to Kafka fails without an effect. */
  KAFKA_SILENT(20),
  /** A transaction is committed, and the answer is lost. */
  COMMIT_ANSWER_LOST(20),
  /** The owner pauses amid a call, and the world goes on. */
  OWNER_PAUSED(20),
  /** The owner's process ends. */
  OWNER_KILLED(8),
  /** The group gives the partition to another owner; the present one does not know it yet. */
  TAKEN_OVER(10),
  /** Retention removes commands of which all events are published, with the position or without. */
  COMMANDS_CUT(8),
  /** Retention removes events about no live lock, or all old ones where no command is removed. */
  EVENTS_CUT(8),
  /** A stranger writes an event with one of the next numbers, or of the last ones. */
  STRANGERS_EVENT(2),
  /** Brokers lose events behind the position, while an owner starts. */
  EVENTS_LOST(150),
  /** Brokers lose an event amid those behind the position, while an owner starts. */
  EVENTS_LOST_AMID(100),
  /** A tool resets the group's position. */
  GROUP_RESET(1),
  /** A broker's clock is set back. */
  CLOCK_BACK(4),
  /** A partition's leader moves. */
  LEADER_MOVED(8);

  private final int perThousand;

  Fault(int perThousand) {
    this.perThousand = perThousand;
  }

  /** Returns how often it happens in a thousand occasions, if it is possible at all. */
  int perThousand() {
    return perThousand;
  }
}
