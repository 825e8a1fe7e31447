package io.lockarbiter.lua.redis;

import java.util.Arrays;
import java.util.List;

/** The Redis keys of a partition, in the order in which every script declares them. */
enum PartitionKey {
  META("meta", "hash"),
  IDS("ids", "hash"),
  COUNTERS("counters", "hash"),
  INDEX("index", "zset"),
  OWN("own", "zset"),
  LEASES("leases", "zset"),
  ENDED("ended", "list"),
  OUTBOX("outbox", "list"),
  USAGE("usage", "hash"),
  USAGE_ORDER("usageOrder", "list"),
  QUEUE("queue", "zset"),
  WAITS("waits", "zset"),
  WAIT_INDEX("waitIndex", "zset"),
  NAMERS("namers", "zset"),
  MOVED("moved", "hash"),
  MOVED_ORDER("movedOrder", "zset"),
  MOVED_TIMES("movedTimes", "list"),
  SESSIONS("sessions", "hash"),
  SESSION_TIMES("sessionTimes", "zset"),
  BOUND("bound", "zset"),
  TOUCHED("touched", "hash");

  private final String suffix;
  private final String redisType;

  PartitionKey(String suffix, String redisType) {
    this.suffix = suffix;
    this.redisType = redisType;
  }

  String suffix() {
    return suffix;
  }

  /** The type of the key, as the command {@code TYPE} answers it. */
  String redisType() {
    return redisType;
  }

  /** The hash tag, from which a Redis Cluster computes the slot. */
  static String tag(String deployment, int partition) {
    return deployment + ":" + partition;
  }

  /** The keys of one partition; one hash tag, so one slot of a Redis Cluster. */
  static List<Object> of(String deployment, int partition) {
    return named("{" + tag(deployment, partition) + "}:");
  }

  /** The names of keys that are set aside: in the same slot, and never read. */
  static List<Object> aside(String deployment, int partition, String name) {
    return named("{" + tag(deployment, partition) + "}:" + name + ":");
  }

  private static List<Object> named(String prefix) {
    return Arrays.stream(values()).<Object>map(key -> prefix + key.suffix).toList();
  }
}
