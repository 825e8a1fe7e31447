package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.embedded.load.RandomCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The world of one partition: log, Redis, owners and time, moved step by step. */
final class SimulatedWorld {
  private static final String ACCOUNT = "acme";
  private static final int DEEPEST = 2;

  /** So many of a thousand leases and waits are as long as is allowed. */
  private static final int LONGEST = 150;

  private static final long START_MS = 1_700_000_000_000L;

  private final Chance chance;
  private final Defect defect;
  private final Judge judge;
  private final SimulatedLog log;
  private final SimulatedRedis redis = new SimulatedRedis();
  private final RandomCommands commands;
  private final Settings settings;
  private final SimulatedMeters meters = new SimulatedMeters();
  private final int partition =
      AccountHash.partition(ACCOUNT, Settings.DEFAULT.get(Setting.PARTITIONS));
  private final List<Owner> owners = new ArrayList<>();
  private Owner assigned;
  private long nanos;
  private long clockBackMs;
  private int depth;
  private boolean wasReset;
  private boolean hasStranger;
  private boolean hasLostEvents;
  private boolean hasLostAmid;
  private long tokens;

  SimulatedWorld(long seed, Defect defect) {
    this.chance = new Chance(seed);
    this.defect = defect;
    this.judge = new Judge(partition);
    this.log = new SimulatedLog(judge);
    boolean remembersMoves = seed % 2 != 0;
    this.commands = new RandomCommands(ACCOUNT, chance::below, LONGEST, remembersMoves);
    this.settings = Settings.DEFAULT.with(Setting.REMEMBERS_MOVES, remembersMoves ? 1 : 0);
    this.assigned = assign();
  }

  private Owner assign() {
    Owner owner = new Owner(this, defect);
    owners.add(owner);
    return owner;
  }

  Chance chance() {
    return chance;
  }

  Judge judge() {
    return judge;
  }

  /** The settings that the owners are configured with. */
  Settings settings() {
    return settings;
  }

  SimulatedLog log() {
    return log;
  }

  SimulatedRedis redis() {
    return redis;
  }

  SimulatedMeters meters() {
    return meters;
  }

  int partition() {
    return partition;
  }

  long nanos() {
    return nanos;
  }

  /** Returns the time of a host's clock, which differs from the brokers'. */
  long hostMs() {
    return START_MS + 1_234 + nanos / 1_000_000;
  }

  /** Returns a token, which depends on how many were asked for. */
  long nextToken(long atLeast) {
    tokens = Math.max(tokens + 1, atLeast);
    return tokens;
  }

  /** Returns the owner according to the group. */
  Owner assigned() {
    return assigned;
  }

  /** Lets brokers lose events behind the position, which the owners believed to be published. */
  void mayLoseEvents() {
    int later = log.later().events().size();
    if (later > 0 && chance.happens(Fault.EVENTS_LOST)) {
      hasLostEvents = true;
      log.events().loseLast(1 + chance.below(later));
    }
    if (later > 1 && !hasLostAmid && chance.happens(Fault.EVENTS_LOST_AMID)) {
      hasLostAmid = true;
      log.events().loseBeforeTheLast(1 + chance.below(later - 1));
    }
  }

  /**
   * Says whether a partition may stand still for a reason: where the position was reset, until a
   * tool repairs it; where Redis was told of events that are lost, likewise; behind a stranger's
   * event and before a gap, for good.
   */
  boolean mayStandFor(@Nullable HaltReason reason, Owner owner) {
    return wasReset
        || hasLostEvents && reason == HaltReason.STALE
        || mayStandForGood(reason, owner);
  }

  /** Says whether it may stand still although a tool has no remedy. */
  boolean mayStandForGood(@Nullable HaltReason reason, Owner owner) {
    return reason == HaltReason.MISMATCH && (hasLostAmid || isStrangerInTheWayOf(owner));
  }

  /**
   * Says whether a stranger's event stands behind the position, or among the events from which the
   * owner built a lost state; a late copy of a call may have changed Redis since.
   */
  private boolean isStrangerInTheWayOf(Owner owner) {
    CommitMetadata committed = log.committed();
    return hasStranger
        && committed != null
        && (log.events().hasStrangersBehind(committed)
            || committed.exceeds(redis.state().header(partition))
            || owner.hasReadEvents());
  }

  /** Says whether an event is missing for good, so that nobody may go on. */
  boolean hasGap() {
    return hasLostAmid;
  }

  /** Says whether a stranger has written an event. */
  boolean hasStranger() {
    return hasStranger;
  }

  /** Says whether a tool has reset the group's position. */
  boolean wasReset() {
    return wasReset;
  }

  /** Appends a record at the brokers' time. */
  long append(byte @Nullable [] key, byte @Nullable [] value) {
    int gap = chance.below(8) == 0 ? 1 + chance.below(3) : 0;
    return log.append(key, value, brokersMs(), gap);
  }

  private long brokersMs() {
    return START_MS + nanos / 1_000_000 - clockBackMs;
  }

  /** Appends a change of settings; the owners append the configured ones again. */
  private void appendSettings() {
    SettingsChange change =
        SettingsChange.NOTHING
            .with(Setting.REPEAT_WINDOW_MS, 1_000 * chance.below(60))
            .with(Setting.LOCKS_PER_SUB_ACCOUNT, 1 + chance.below(10));
    if (settings.get(Setting.REMEMBERS_MOVES) != 0) {
      change = change.with(Setting.REMEMBERS_MOVES, chance.below(2));
    }
    append(null, CommandCodec.encode(change));
  }

  /** Appends a command of a client. */
  void appendCommand() {
    RandomCommands.Bytes command = commands.next(log.commands().end());
    append(command.key(), command.value());
  }

  void letTimePass(long ms) {
    nanos += Duration.ofMillis(ms).toNanos();
  }

  /** Makes one step with anybody, except for owners that pause amid a call. */
  void step() {
    letTimePass(chance.below(200));
    if (chance.below(4) == 0) {
      appendCommand();
    }
    if (chance.perThousand(3)) {
      letTimePass(leap().toMillis());
    }
    if (chance.perThousand(5)) {
      appendSettings();
    }
    befall();
    if (assigned.isGone() && chance.below(3) == 0) {
      assigned = assign();
    }
    heartbeat();
    for (Owner owner : List.copyOf(owners)) {
      if (!owner.isGone() && !owner.isAtWork()) {
        owner.turn();
      }
    }
    owners.removeIf(owner -> owner.isGone() && owner != assigned);
  }

  /** Minutes, or days: locks that are kept outlive them. */
  private Duration leap() {
    return chance.below(4) > 0
        ? Duration.ofMinutes(1 + chance.below(10))
        : Duration.ofHours(1 + chance.below(48));
  }

  private void heartbeat() {
    for (Owner owner : List.copyOf(owners)) {
      if (!owner.isAtWork() && !owner.isGone() && (chance.isOver() || chance.below(3) == 0)) {
        if (owner == assigned) {
          owner.confirm();
        } else {
          owner.revoke();
        }
      }
    }
  }

  private void befall() {
    if (chance.happens(Fault.TAKEN_OVER)) {
      assigned = assign();
    }
    if (chance.happens(Fault.COMMANDS_CUT)) {
      log.cutCommands(
          chance.isWithout(Fault.STRANGERS_EVENT, Fault.EVENTS_LOST, Fault.EVENTS_LOST_AMID));
    }
    if (chance.happens(Fault.EVENTS_CUT)) {
      if (chance.isWithout(
          Fault.COMMANDS_CUT,
          Fault.GROUP_RESET,
          Fault.STRANGERS_EVENT,
          Fault.EVENTS_LOST,
          Fault.EVENTS_LOST_AMID)) {
        log.cutOldEvents(brokersMs());
      } else {
        log.cutEvents();
      }
    }
    if (chance.happens(Fault.LEADER_MOVED)) {
      log.moveLeader();
    }
    if (chance.happens(Fault.CLOCK_BACK)) {
      clockBackMs = chance.below(3_000);
    }
    if (chance.happens(Fault.STRANGERS_EVENT)) {
      hasStranger = true;
      log.events().writeAsAStranger(chance.below(4) == 0 ? -chance.below(3) : 1 + chance.below(3));
    }
    if (chance.happens(Fault.GROUP_RESET)) {
      wasReset = true;
      log.resetGroup();
    }
  }

  /** Lets a fault happen to Redis at a call of an owner, or pauses the owner. */
  void pass(Owner owner) {
    letTimePass(chance.below(20));
    if (chance.happens(Fault.REDIS_LOST_WRITES)) {
      redis.loseWrites(chance);
    }
    if (chance.happens(Fault.REDIS_FLUSHED)) {
      redis.flush();
    }
    if (chance.happens(Fault.REDIS_LATE_COPY)) {
      redis.receiveLateCopy(chance);
    }
    if (depth < DEEPEST && chance.happens(Fault.OWNER_PAUSED)) {
      depth++;
      for (int steps = 1 + chance.below(15); steps > 0; steps--) {
        step();
      }
      depth--;
    }
  }

  /** Lets the owners go on without further faults. */
  void rest() {
    heartbeat();
    for (Owner owner : List.copyOf(owners)) {
      if (!owner.isGone()) {
        owner.turn();
      }
    }
    owners.removeIf(owner -> owner.isGone() && owner != assigned);
  }

  /** Ends all faults; an owner that is gone gets a successor. */
  void heal() {
    chance.end();
    clockBackMs = 0;
    if (assigned.isGone()) {
      assigned = assign();
    }
  }
}
