package io.lockarbiter.arbiter.check;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.List;

/** The requirements on a Redis master. */
public final class RedisRules {
  private static final long MB = 1024 * 1024;

  private RedisRules() {}

  /**
   * The problems in the facts.
   *
   * @param grant the command that gives the arbiter its rights
   */
  public static List<Finding> findings(RedisFacts facts, String grant) {
    List<Finding> findings = new ArrayList<>();
    String server = "Redis at " + facts.address();
    if (facts.version() == null || facts.evictionPolicy() == null) {
      findings.add(
          Finding.warning(
              server
                  + " does not let its "
                  + (facts.version() == null ? "version" : "maxmemory-policy")
                  + " be read; it is not verified. Fix: allow INFO to the arbiter's user, or see to it that the server is 6.2 or newer with maxmemory-policy=noeviction"));
    }
    if (facts.version() != null
        && RedisVersion.of(facts.version()).compareTo(RedisVersion.OLDEST) < 0) {
      findings.add(
          Finding.problem(
              server + " has version=" + facts.version() + ", expected 6.2 or newer",
              "the scripts use commands that it does not have",
              "upgrade the server"));
    }
    if (facts.evictionPolicy() != null && !facts.evictionPolicy().equals("noeviction")) {
      findings.add(
          Finding.problem(
              server + " has maxmemory-policy=" + facts.evictionPolicy() + ", expected noeviction",
              "locks would vanish when memory runs short",
              "redis-cli -u %s CONFIG SET maxmemory-policy noeviction, and the same in redis.conf"
                  .formatted(facts.address())));
    }
    if (facts.scriptProblem() != null) {
      findings.add(
          Finding.problem(
              server + " runs no scripts: " + facts.scriptProblem(),
              "every decision is a script",
              grant));
    }
    warn(facts, server, findings);
    return findings;
  }

  /**
   * A warning if the limits let partitions need more memory than all masters have.
   *
   * @param masters all masters
   */
  public static List<Finding> memoryFindings(List<RedisFacts> masters, Settings settings) {
    long most = masters.stream().mapToLong(RedisFacts::maxMemory).sum();
    int partitions = settings.get(Setting.PARTITIONS);
    long ofPartition = settings.get(Setting.BYTES_PER_PARTITION);
    if (masters.stream().anyMatch(master -> master.maxMemory() == 0)
        || partitions * ofPartition <= most) {
      return List.of();
    }
    return List.of(
        Finding.warning(
            "Redis has maxmemory=%d MB in all, and %d partitions with bytesPerPartition=%d MB each may need %d MB; memory may be full before a limit refuses anybody, and then partitions stand still until there is room. Fix: a larger maxmemory, or lockarbiter.limits.bytes-per-partition=%dMB"
                .formatted(
                    most / MB,
                    partitions,
                    ofPartition / MB,
                    partitions * ofPartition / MB,
                    Math.max(1, most / MB / partitions))));
  }

  /** Adds warnings of future problems; the server works now. */
  private static void warn(RedisFacts facts, String server, List<Finding> findings) {
    if (facts.isRedis()
        && facts.version() != null
        && RedisVersion.of(facts.version()).hasKnownHole()) {
      findings.add(
          Finding.warning(
              server
                  + " has version="
                  + facts.version()
                  + ", which has CVE-2025-49844: whoever may run a script there may run any code. Fix: upgrade to 6.2.20, 7.2.11, 7.4.6, 8.0.4, 8.2.2 or newer, and let nobody but the arbiter log in"));
    }
    if (Boolean.FALSE.equals(facts.appendOnly())) {
      findings.add(
          Finding.warning(
              server
                  + " has appendonly=no; after a restart of the server the state is gone, and every partition stands still until it is built anew from the topics. Fix: redis-cli -u %s CONFIG SET appendonly yes, and the same in redis.conf"
                      .formatted(facts.address())));
    }
  }
}
