package io.lockarbiter.arbiter.view;

/**
 * The metrics of the arbiter. In Prometheus a dot is an underscore, counters end in {@code _total},
 * timers in {@code _seconds}.
 */
final class MeterName {
  /** Counter of published events; {@code type}, and {@code reason} or {@code none}. */
  static final String DECISIONS = "lockarbiter.decisions";

  /** Timer of calls to the store, one per batch. */
  static final String DECIDE = "lockarbiter.decide";

  /** Timer of each record, from its append (broker's clock) to its known commit (own clock). */
  static final String END_TO_END = "lockarbiter.end_to_end";

  /** Timer of transactions: position and events, from the end of deciding to the known commit. */
  static final String COMMIT = "lockarbiter.commit";

  /** Summary of the records of each batch. */
  static final String BATCH_RECORDS = "lockarbiter.batch.records";

  /** Timer of starts that led to a running partition; attempts that failed have none. */
  static final String START = "lockarbiter.start";

  /** Timer of recoveries, from the first record that was missing to a state that is whole. */
  static final String RECOVERY = "lockarbiter.recovery";

  /** Counter of recoveries; {@code cause} = BEHIND, EMPTY. */
  static final String RECOVERIES = "lockarbiter.recoveries";

  /** Counter of records that were fed again. */
  static final String RECOVERED_RECORDS = "lockarbiter.recovered.records";

  /** Gauge of offsets still to be fed again, only while that goes on; {@code partition}. */
  static final String RECOVERY_REMAINING = "lockarbiter.recovery.remaining";

  /** Counter of partitions started anew; {@code cause} = taken_over, passing, unexpected. */
  static final String RESTARTS = "lockarbiter.restarts";

  /** Counter of partitions that came to a standstill; {@code reason}. */
  static final String HALTS = "lockarbiter.halts";

  /** Gauge of calls to the store that have not ended. */
  static final String DECIDE_IN_FLIGHT = "lockarbiter.decide.in_flight";

  /** Summary of the number of events that a call has left to publish. */
  static final String OUTBOX_EVENTS = "lockarbiter.outbox.events";

  /** Summary of their bytes, without keys and headers. */
  static final String OUTBOX_BYTES = "lockarbiter.outbox.bytes";

  /** Counter of events that an earlier call had made and nobody had published. */
  static final String OUTBOX_RESENT = "lockarbiter.outbox.resent";

  /** Counter of ticks appended. */
  static final String TICKS = "lockarbiter.ticks";

  /** Counter of {@code settings} records that were not obeyed: nobody else has any to send. */
  static final String SETTINGS_REFUSED = "lockarbiter.settings.refused";

  /** Counter of changes of the configured settings by somebody else's record. */
  static final String SETTINGS_DRIFTS = "lockarbiter.settings.drifts";

  /** Counter of dead letters published. */
  static final String DEAD_LETTERS = "lockarbiter.dead_letters";

  /** Counter of views refused because as many as are allowed were being made. */
  static final String VIEWS_REFUSED = "lockarbiter.views.refused";

  /** Gauge of held locks; {@code partition}. Assigned partitions only, like all gauges. */
  static final String LOCKS_HELD = "lockarbiter.locks.held";

  /** Gauge of waiting requests; {@code partition}. */
  static final String LOCKS_WAITING = "lockarbiter.locks.waiting";

  /** Gauge, 1 while other settings than the configured ones decide, else 0; {@code partition}. */
  static final String SETTINGS_DIFFER = "lockarbiter.settings.differ";

  /** Gauge of offsets not yet read; {@code partition}. */
  static final String LAG = "lockarbiter.lag";

  /** Gauge of the age of the oldest record not yet read, seconds, at most; {@code partition}. */
  static final String LAG_SECONDS = "lockarbiter.lag.seconds";

  /** Gauge of offsets behind an open transaction, which nobody reads yet; {@code partition}. */
  static final String HELD_BACK = "lockarbiter.held_back";

  /** Gauge of seconds by which log time is ahead of this host's clock; {@code partition}. */
  static final String CLOCK_AHEAD = "lockarbiter.clock.ahead.seconds";

  /** Gauge of seconds by which the broker's clock is behind log time; {@code partition}. */
  static final String CLOCK_BEHIND = "lockarbiter.clock.behind.seconds";

  /** Gauge of bytes that a Redis master uses; {@code master}, every 10 s, like the next two. */
  static final String REDIS_MEMORY_USED = "lockarbiter.redis.memory.used.bytes";

  /** Gauge of its {@code maxmemory}, 0 = no limit; {@code master}. */
  static final String REDIS_MEMORY_MAX = "lockarbiter.redis.memory.max.bytes";

  /** Gauge of the used part of it, 0 without a limit; {@code master}. */
  static final String REDIS_MEMORY_SHARE = "lockarbiter.redis.memory.share";

  /**
   * Gauge, 1 for the state that the partition is in and 0 for the others; {@code partition}, {@code
   * state} = starting, running, retrying, recovering, halted.
   */
  static final String PARTITION_STATE = "lockarbiter.partition.state";

  private MeterName() {}
}
