package io.lockarbiter.trial.simulate;

/** What may happen at a call of an owner to Redis or Kafka, or between two of them. */
enum Fault {
  /** A call to Redis fails and was not applied. */
  REDIS_SILENT(30),
  /** A call to Redis was applied, its answer is lost. */
  REDIS_ANSWER_LOST(30),
  /** Redis is as it was some calls ago. */
  REDIS_LOST_WRITES(25),
  /** Redis has nothing any more. */
  REDIS_FLUSHED(8),
  /** A call to Redis that was made before arrives once more. */
  REDIS_LATE_COPY(25),
  /** A call to Kafka fails and nothing came of it. */
  KAFKA_SILENT(20),
  /** A transaction is committed, but nobody is told. */
  COMMIT_ANSWER_LOST(20),
  /** The owner stands still amid a call, and the world goes on. */
  OWNER_PAUSED(20),
  /** The owner is gone. */
  OWNER_KILLED(8),
  /** The group gives the partition to another one; the owner has not heard of it. */
  TAKEN_OVER(10),
  /** Retention removes commands that were decided and published. */
  COMMANDS_CUT(8),
  /** Retention removes events that tell of nothing live. */
  EVENTS_CUT(8),
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

  /** How often it happens of a thousand occasions, if it happens at all. */
  int perThousand() {
    return perThousand;
  }
}
