package io.lockarbiter.arbiter.view;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The metrics of the arbiter. In Prometheus a dot is an underscore, counters end in {@code _total},
 * timers in {@code _seconds}.
 */
public enum MeterName {
  DECISIONS(
      "lockarbiter.decisions",
      "Published events, by type, and by reason or none; each pair is there from the start."),
  DECIDE("lockarbiter.decide", "Calls to the store, one per batch."),
  END_TO_END(
      "lockarbiter.end_to_end",
      "From the append of a record (broker's clock) to its known commit (own clock)."),
  COMMIT(
      "lockarbiter.commit",
      "Transactions of position and events, from the end of deciding to the known commit."),
  BATCH_RECORDS("lockarbiter.batch.records", "Records of a batch."),
  START(
      "lockarbiter.start",
      "Starts that led to a running partition; attempts that failed have none."),
  RECOVERY(
      "lockarbiter.recovery",
      "Recoveries, from the first record that was missing to a state that is whole."),
  RECOVERIES("lockarbiter.recoveries", "Recoveries, by cause: BEHIND or EMPTY."),
  RECOVERED_RECORDS(
      "lockarbiter.recovered.records", "Records from which lost states were brought back."),
  RECOVERY_REMAINING(
      "lockarbiter.recovery.remaining.records",
      "Offsets still to be worked off by a recovery, by partition; only while it goes on."),
  RESTARTS(
      "lockarbiter.restarts",
      "Partitions started anew, by cause: taken_over, passing or unexpected."),
  HALTS("lockarbiter.halts", "Partitions that came to a standstill, by reason."),
  DECIDE_IN_FLIGHT("lockarbiter.decide.in_flight", "Calls to the store that have not ended."),
  OUTBOX_EVENTS(
      "lockarbiter.outbox.events", "Events that a call to the store has left to publish."),
  OUTBOX_BYTES(
      "lockarbiter.outbox.bytes",
      "Bytes of the events that a call to the store has left to publish, without keys and headers."),
  OUTBOX_RESENT(
      "lockarbiter.outbox.resent",
      "Events that an earlier call had made and nobody had published."),
  TICKS("lockarbiter.ticks", "Ticks appended."),
  SETTINGS_REFUSED(
      "lockarbiter.settings.refused",
      "Settings records that were not obeyed: nobody else has any to send."),
  SETTINGS_DRIFTS(
      "lockarbiter.settings.drifts",
      "Changes of the configured settings by somebody else's record."),
  DEAD_LETTERS("lockarbiter.dead_letters", "Dead letters published."),
  VIEWS_REFUSED(
      "lockarbiter.views.refused", "Views refused because as many as are allowed were being made."),
  LOCKS_HELD(
      "lockarbiter.locks.held",
      "Held locks, by partition; of assigned partitions only, like all gauges by partition."),
  LOCKS_WAITING("lockarbiter.locks.waiting", "Waiting requests, by partition."),
  SETTINGS_DIFFER(
      "lockarbiter.settings.differ",
      "1 while other settings than the configured ones decide, else 0; by partition."),
  LAG("lockarbiter.lag.records", "Offsets not yet read, by partition."),
  LAG_SECONDS(
      "lockarbiter.lag.seconds", "Age of the oldest record not yet read, at most; by partition."),
  HELD_BACK(
      "lockarbiter.held_back.records",
      "Offsets behind an open transaction, which nobody reads yet; by partition."),
  CLOCK_AHEAD(
      "lockarbiter.clock.ahead.seconds",
      "Seconds by which the last record's append time is ahead of this host's clock, by partition."),
  CLOCK_BEHIND(
      "lockarbiter.clock.behind.seconds",
      "Seconds by which the broker's clock is behind log time, by partition: it stepped back by about so much, and log time went on."),
  REDIS_MEMORY_USED(
      "lockarbiter.redis.memory.used.bytes", "Bytes that a Redis master uses, every 10 s."),
  REDIS_MEMORY_MAX(
      "lockarbiter.redis.memory.max.bytes",
      "The maxmemory of a Redis master, 0 without a limit; every 10 s."),
  REDIS_MEMORY_RATIO(
      "lockarbiter.redis.memory.ratio",
      "The used part of the maxmemory of a Redis master, 0 without a limit; every 10 s."),
  PARTITIONS(
      "lockarbiter.partitions",
      "Partitions of the deployment; those that no arbiter has are in no other metric but the stalls."),
  PARTITION_STATE(
      "lockarbiter.partition.state",
      "1 for the state that the partition is in and 0 for the others: starting, running, retrying, recovering, halted; running also while it is stalled."),
  STALLED(
      "lockarbiter.stalled",
      "1 for each cause for which nothing goes on in a partition and 0 for the others, by partition; also of partitions that no arbiter has.");

  private static final Map<String, MeterName> BY_TEXT =
      Arrays.stream(values()).collect(Collectors.toMap(MeterName::text, Function.identity()));

  private final String text;
  private final String description;

  MeterName(String text, String description) {
    this.text = text;
    this.description = description;
  }

  String text() {
    return text;
  }

  /** A filter that gives each metric its description, wherever it is registered. */
  public static MeterFilter descriptions() {
    return new MeterFilter() {
      @Override
      public Meter.Id map(Meter.Id id) {
        MeterName name = BY_TEXT.get(id.getName());
        return name == null
            ? id
            : new Meter.Id(
                id.getName(),
                Tags.of(id.getTagsAsIterable()),
                id.getBaseUnit(),
                name.description,
                id.getType());
      }
    };
  }
}
