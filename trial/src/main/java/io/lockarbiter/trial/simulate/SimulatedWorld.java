package io.lockarbiter.trial.simulate;

import io.lockarbiter.contracts.codec.AccountHash;
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
  private final SimulatedMeters meters = new SimulatedMeters();
  private final int partition =
      AccountHash.partition(ACCOUNT, Settings.DEFAULT.get(Setting.PARTITIONS));
  private final List<Owner> owners = new ArrayList<>();
  private Owner assigned;
  private long nanos;
  private long clockBackMs;
  private int depth;
  private boolean wasReset;
  private long tokens;

  SimulatedWorld(long seed, Defect defect) {
    this.chance = new Chance(seed);
    this.defect = defect;
    this.judge = new Judge(partition);
    this.log = new SimulatedLog(judge);
    this.commands = new RandomCommands(ACCOUNT, chance::below, LONGEST);
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

  /** Says whether a tool has reset the group's position. */
  boolean wasReset() {
    return wasReset;
  }

  /** Appends a record at the brokers' time. */
  long append(byte @Nullable [] key, byte @Nullable [] value) {
    int gap = chance.below(8) == 0 ? 1 + chance.below(3) : 0;
    return log.append(key, value, START_MS + nanos / 1_000_000 - clockBackMs, gap);
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
      letTimePass(Duration.ofMinutes(1 + chance.below(10)).toMillis());
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
      log.cutCommands();
    }
    if (chance.happens(Fault.EVENTS_CUT)) {
      log.cutEvents();
    }
    if (chance.happens(Fault.LEADER_MOVED)) {
      log.moveLeader();
    }
    if (chance.happens(Fault.CLOCK_BACK)) {
      clockBackMs = chance.below(3_000);
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
