package io.lockarbiter.console.api;

import io.lockarbiter.console.kafka.LogPositions.Position;
import io.lockarbiter.console.kafka.OpenTransaction;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A diagnosis of a partition from Redis and the log. Only the arbiter knows why it has halted; if a
 * fact fits a single reason, that is named as the likely one.
 *
 * @param state {@code OK}, {@code BEHIND}, {@code STALLED}, {@code NO_STATE}, {@code SUSPECT},
 *     {@code UNKNOWN}
 * @param cause what was seen, in words; null if nothing is wrong
 * @param remedy what to do; null if there is nothing to do
 * @param section of docs/RUNBOOK.md for the cause of a stall, or for the likely reason of a halt;
 *     null if no reason is likelier than others
 */
record PartitionDiagnosis(
    String state, @Nullable String cause, @Nullable String remedy, @Nullable String section) {
  private static final long BEHIND_MS = 5_000;
  private static final Duration SILENCE = Duration.ofSeconds(8);
  private static final PartitionDiagnosis WELL = new PartitionDiagnosis("OK", null, null, null);
  private static final PartitionDiagnosis NO_OWNER =
      new PartitionDiagnosis(
          "STALLED",
          "Nobody decides there: no arbiter has this partition",
          "Start an arbiter, or see why those that run are no members of the group: their log, and the rights in Kafka",
          "NO_OWNER");
  private static final String ASK =
      "Ask the arbiters, who know why they stand still: lockarbiter partitions --arbiter URL";

  /**
   * Makes the diagnosis.
   *
   * @param published last event seen in {@code lock.events} before the header was read; −1 if none
   * @param overdue whether something that is due does not end
   */
  static PartitionDiagnosis of(
      int partition,
      @Nullable PartitionHeader header,
      @Nullable Position position,
      long published,
      boolean overdue) {
    PartitionDiagnosis log = position == null ? null : ofLog(partition, header, position);
    if (log != null) {
      return log;
    }
    PartitionDiagnosis stall = position == null ? null : stall(partition, position);
    if (stall != null) {
      return stall;
    }
    if (header == null) {
      return noState(partition, position);
    }
    PartitionDiagnosis state = ofState(header, published);
    if (state != null) {
      return state;
    }
    if (position != null && isBehind(header, position)) {
      return behind(partition, position);
    }
    if (position != null && Boolean.FALSE.equals(position.owned())) {
      return NO_OWNER;
    }
    return overdue ? ofClock(header) : WELL;
  }

  /**
   * Makes the diagnosis of a partition while Kafka answers nothing, whatever is in Redis.
   *
   * @param silence the time for which it has answered nothing; a broker may need some to restart
   */
  static PartitionDiagnosis ofSilence(Duration silence) {
    boolean stalled = silence.compareTo(SILENCE) >= 0;
    return new PartitionDiagnosis(
        stalled ? "STALLED" : "UNKNOWN",
        "No broker answers the console since %d s; if arbiters get no answer either, nothing is decided and no lease ends"
            .formatted(silence.toSeconds()),
        "See whether the brokers run, and whether this host reaches them (kafka-broker-api-versions.sh --bootstrap-server …)",
        stalled ? "BROKER" : null);
  }

  private static PartitionDiagnosis ofClock(PartitionHeader header) {
    return new PartitionDiagnosis(
        "STALLED",
        "Log time stands at %s, and what is due does not end: no lease, no wait and no window does"
            .formatted(Instant.ofEpochMilli(header.at())),
        "Let the arbiter write ticks to lock.commands (the right Write, its log), and compare the clock of the broker that leads the partition with others (chronyc tracking)",
        "CLOCK");
  }

  /** Makes the diagnosis of a partition that strangers hold up; null if none do. */
  private static @Nullable PartitionDiagnosis stall(int partition, Position position) {
    if (position.stranger() != null) {
      return new PartitionDiagnosis(
          "STALLED",
          "A stranger in the arbiters' group, %s, has this partition or keeps the arbiters out"
              .formatted(position.stranger()),
          "Stop that consumer, or give it a group.id of its own; only arbiters may be members",
          "STRANGER");
    }
    return position.transactions().isEmpty()
        ? null
        : ofTransaction(partition, position.transactions().get(0));
  }

  private static PartitionDiagnosis ofTransaction(int partition, OpenTransaction open) {
    return new PartitionDiagnosis(
        "STALLED",
        "A transaction has been open on %s since offset %d; the %d offsets from there on are %s"
            .formatted(
                open.topic(),
                open.since(),
                open.heldBack(),
                open.ofEvents() ? "read by no client" : "not decided, and no lease ends"),
        "Find its producer with kafka-transactions.sh describe-producers --topic %s --partition %d, stop it, and kafka-transactions.sh abort --topic %s --partition %d --start-offset %d"
            .formatted(open.topic(), partition, open.topic(), partition, open.since()),
        open.ofEvents() ? "EVENTS_TRANSACTION" : "COMMANDS_TRANSACTION");
  }

  /** Makes the part of the diagnosis that needs Kafka alone; it holds whatever is in Redis. */
  private static @Nullable PartitionDiagnosis ofLog(
      int partition, @Nullable PartitionHeader header, Position position) {
    long applied = header == null ? -1 : header.appliedOffset();
    Long committed = position.committed();
    if (applied >= position.end() || committed != null && committed > position.end()) {
      return new PartitionDiagnosis(
          "SUSPECT",
          "lock.commands ends at offset %d, but commands up to %d were decided: the topic was deleted and made anew, or brokers have lost its end"
              .formatted(position.end(), Math.max(applied, committed == null ? -1 : committed - 1)),
          "Offsets mean other commands now; arbiters halt. " + ASK,
          "AHEAD");
    }
    Long undecided = position.undecided(applied);
    if (undecided != null && position.begin() != null && undecided < position.begin()) {
      return new PartitionDiagnosis(
          "SUSPECT",
          "lock.commands begins at offset %d, but only those before %d are decided: retention has removed %d undecided commands"
              .formatted(position.begin(), undecided, position.begin() - undecided),
          "lockarbiter repair --partition %d --halt ID accepts the loss; lengthen retention.ms of lock.commands. %s"
              .formatted(partition, ASK),
          "RETENTION");
    }
    return null;
  }

  private static PartitionDiagnosis noState(int partition, @Nullable Position position) {
    if (position != null && position.end() == 0) {
      return new PartitionDiagnosis(
          "NO_STATE",
          "No command was ever sent there, or the arbiters have not begun yet",
          "Nothing, if no arbiter has run yet",
          null);
    }
    return new PartitionDiagnosis(
        "NO_STATE",
        "Redis has no state of partition %d, or half of one, or one of a later format than this console reads"
            .formatted(partition),
        isOwned(position)
            ? "Its arbiter brings it back by itself, within minutes, or halts and says why. " + ASK
            : "No arbiter has this partition: start one; it brings the state back by itself",
        isOwned(position) ? "EMPTY" : null);
  }

  private static @Nullable PartitionDiagnosis ofState(PartitionHeader header, long published) {
    int rules = header.settings().get(Setting.RULES);
    if (rules > Settings.NEWEST_RULES) {
      return new PartitionDiagnosis(
          "SUSPECT",
          "Its rules are version %d, this console knows %d: newer arbiters decide there"
              .formatted(rules, Settings.NEWEST_RULES),
          "Run a console of their version: what this one foretells may be wrong. An older arbiter halts there",
          "RULES");
    }
    if (published > header.seq()) {
      return new PartitionDiagnosis(
          "SUSPECT",
          "Event %d is published, Redis knows up to %d: Redis has lost writes"
              .formatted(published, header.seq()),
          "Its arbiter feeds it what is missing, or halts and says why. " + ASK,
          "BEHIND");
    }
    return null;
  }

  private static boolean isBehind(PartitionHeader header, Position position) {
    Long lag = position.lag(header.appliedOffset());
    Long last = position.lastAppendedAt();
    return lag != null && lag > 0 && last != null && last - header.at() > BEHIND_MS;
  }

  private static PartitionDiagnosis behind(int partition, Position position) {
    if (Boolean.FALSE.equals(position.owned())) {
      return NO_OWNER;
    }
    String cause =
        position.owned() == null
            ? "Commands wait undecided; whether an arbiter has this partition cannot be seen"
            : "Commands wait undecided, though an arbiter has this partition: it is slow, tries again, or stands still";
    return new PartitionDiagnosis(
        "BEHIND",
        cause,
        "If the log clock moves, wait, or add arbiters. If it stands: lockarbiter partitions --arbiter URL names partition %d, the reason and the id for lockarbiter repair; RETRYING passes once what it needs answers"
            .formatted(partition),
        null);
  }

  private static boolean isOwned(@Nullable Position position) {
    return position == null || !Boolean.FALSE.equals(position.owned());
  }
}
