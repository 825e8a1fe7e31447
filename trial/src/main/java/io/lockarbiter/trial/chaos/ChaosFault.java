package io.lockarbiter.trial.chaos;

import java.util.List;
import java.util.stream.Stream;

/** A fault of a deployment that a run can cause. */
enum ChaosFault {
  ARBITER_KILLED("an arbiter gets SIGKILL, and is started again", Part.ARBITER),
  ARBITER_FROZEN("an arbiter gets SIGSTOP, later SIGCONT", Part.ARBITER),
  ARBITER_STOPPED("an arbiter leaves by SIGTERM, and is started again", Part.ARBITER),
  ARBITER_JOINS("one more arbiter joins, and leaves by SIGTERM", Part.ARBITER),
  BROKER_KILLED("a broker gets SIGKILL, and is started again", Part.BROKER),
  BROKER_FROZEN("a broker gets SIGSTOP, later SIGCONT", Part.BROKER),
  BROKER_RESTARTED("a broker is stopped in order, and started again", Part.BROKER),
  BROKER_CLOCK_JUMPS("a broker's clock is wrong by up to 1.5 s for a while", Part.BROKER),
  REDIS_FROZEN("the master gets SIGSTOP, later SIGCONT", Part.REDIS),
  REPLICA_FROZEN("the replica gets SIGSTOP, later SIGCONT", Part.REDIS),
  REDIS_FAILED_OVER("the master dies, its replica takes over without the last writes", Part.REDIS),
  REDIS_OLD_DUMP("the master dies and comes back with an older dump", Part.REDIS),
  REDIS_FLUSHED("FLUSHALL", Part.REDIS),
  SCRIPTS_FLUSHED("SCRIPT FLUSH", Part.REDIS),
  CLIENTS_KILLED("CLIENT KILL of all clients", Part.REDIS),
  CONNECTIONS_CUT("all connections to Redis are cut, and again", Part.REDIS),
  REDIS_FULL("maxmemory is what is used already", Part.REDIS),
  LATE_CALLS("script calls of some time ago arrive once more", Part.TRAFFIC),
  GROUP_RESET("the group's positions are set to the beginning, without metadata", Part.TRAFFIC),
  DUPLICATE_SENDS("commands of some time ago are sent once more", Part.TRAFFIC),
  MALFORMED_SENDS("records that are no commands", Part.TRAFFIC);

  /** A part of the deployment; only one of its faults happens at a time. */
  enum Part {
    ARBITER,
    BROKER,
    REDIS,
    TRAFFIC
  }

  private final String what;
  private final Part part;

  ChaosFault(String what, Part part) {
    this.what = what;
    this.part = part;
  }

  /** Returns all faults of a part. */
  static List<ChaosFault> of(Part part) {
    return Stream.of(values()).filter(fault -> fault.part() == part).toList();
  }

  String what() {
    return what;
  }

  Part part() {
    return part;
  }
}
