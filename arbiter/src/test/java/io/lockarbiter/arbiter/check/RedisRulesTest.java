package io.lockarbiter.arbiter.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisRulesTest {
  @ParameterizedTest
  @ValueSource(strings = {"6.2.20", "7.2.11", "7.2.12", "7.4.6", "8.0.4", "8.2.2", "8.4.0", "10.0"})
  void mendedServer_isNotComplainedAbout(String version) {
    assertThat(findings(facts(version, "noeviction", null))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"6.2", "6.2.19", "7.0.15", "7.2.10", "7.4.5", "8.0.3", "8.2.1"})
  void serverWhoseScriptsMayBreakOut_isWarnedAbout(String version) {
    assertThat(findings(facts(version, "noeviction", null)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.refuses()).isFalse();
              assertThat(finding.text())
                  .startsWith(
                      "Redis at redis://r:6379 has version=%s, which has CVE-2025-49844: "
                          .formatted(version))
                  .contains("Fix: upgrade to 6.2.20, 7.2.11, 7.4.6, 8.0.4, 8.2.2 or newer");
            });
  }

  @Test
  void versionOfAnotherServer_isNotTakenForThatOfRedis() {
    assertThat(
            findings(new RedisFacts("redis://r:6379", "7.2.4", false, true, "noeviction", 0, null)))
        .isEmpty();
  }

  @Test
  void serverThatKeepsNothing_isWarnedAbout() {
    assertThat(
            findings(new RedisFacts("redis://r:6379", "8.2.2", true, false, "noeviction", 0, null)))
        .containsExactly(
            new Finding(
                false,
                "Redis at redis://r:6379 has appendonly=no; after a restart of the server the state is gone, and every partition stands still until it is built anew from the topics. Fix: redis-cli -u redis://r:6379 CONFIG SET appendonly yes, and the same in redis.conf"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"6.0.16", "5.0.14", "2.8", "weird"})
  void oldServer_isRefused(String version) {
    assertThat(findings(facts(version, "noeviction", null)))
        .contains(
            new Finding(
                true,
                "Redis at redis://r:6379 has version="
                    + version
                    + ", expected 6.2 or newer; the scripts use commands that it does not have. Fix: upgrade the server"));
  }

  @Test
  void evictingServer_isRefusedWithTheCommandThatMendsIt() {
    assertThat(findings(facts("7.2.11", "allkeys-lru", null)))
        .containsExactly(
            new Finding(
                true,
                "Redis at redis://r:6379 has maxmemory-policy=allkeys-lru, expected noeviction; locks would vanish when memory runs short. Fix: redis-cli -u redis://r:6379 CONFIG SET maxmemory-policy noeviction, and the same in redis.conf"));
  }

  @Test
  void serverWithoutScripts_isRefused() {
    assertThat(findings(facts("7.2.11", "noeviction", "NOPERM")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.refuses()).isTrue();
              assertThat(finding.text())
                  .startsWith("Redis at redis://r:6379 runs no scripts: NOPERM; ")
                  .endsWith(
                      "Fix: redis-cli ACL SETUSER arbiter '~{drive:*' +"
                          + String.join(" +", RedisRights.COMMANDS));
            });
  }

  @Test
  void serverThatHidesItself_isWarnedAboutAndNotRefused() {
    assertThat(findings(facts(null, null, null)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.refuses()).isFalse());
  }

  @Test
  void limitsBeyondMaxmemory_areWarnedAbout() {
    Settings settings =
        Settings.INITIAL.with(Setting.PARTITIONS, 12).with(Setting.BYTES_PER_PARTITION, 100 << 20);

    assertThat(RedisRules.memoryFindings(List.of(master(600), master(599)), settings))
        .containsExactly(
            new Finding(
                false,
                "Redis has maxmemory=1199 MB in all, and 12 partitions with bytesPerPartition=100 MB each may need 1200 MB; memory may be full before a limit refuses anybody, and then partitions stand still until there is room. Fix: a larger maxmemory, or lockarbiter.limits.bytes-per-partition=99MB"));
    assertThat(RedisRules.memoryFindings(List.of(master(600), master(600)), settings)).isEmpty();
    assertThat(RedisRules.memoryFindings(List.of(master(600), master(0)), settings)).isEmpty();
  }

  private static List<Finding> findings(RedisFacts facts) {
    return RedisRules.findings(facts, RedisRights.grant("arbiter", "drive"));
  }

  private static RedisFacts master(long maxMegabytes) {
    return new RedisFacts("redis://r", "8.2.2", true, true, "noeviction", maxMegabytes << 20, null);
  }

  private static RedisFacts facts(
      @Nullable String version, @Nullable String policy, @Nullable String problem) {
    return new RedisFacts("redis://r:6379", version, true, true, policy, 0, problem);
  }
}
