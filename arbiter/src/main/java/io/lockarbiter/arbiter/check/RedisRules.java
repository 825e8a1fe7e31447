package io.lockarbiter.arbiter.check;

import java.util.ArrayList;
import java.util.List;

/** What a Redis master must be like. */
public final class RedisRules {
  private static final int MAJOR = 6;
  private static final int MINOR = 2;

  private RedisRules() {}

  /** What is wrong with the facts. */
  public static List<Finding> findings(RedisFacts facts) {
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
    if (facts.version() != null && !isRecent(facts.version())) {
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
              "redis-cli -u %s ACL SETUSER <user of the arbiter> +@scripting +@read +@write ~*"
                  .formatted(facts.address())));
    }
    return findings;
  }

  private static boolean isRecent(String version) {
    String[] parts = version.split("\\.", -1);
    try {
      int major = Integer.parseInt(parts[0]);
      int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
      return major > MAJOR || (major == MAJOR && minor >= MINOR);
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
