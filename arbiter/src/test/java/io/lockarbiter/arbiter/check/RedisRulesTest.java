package io.lockarbiter.arbiter.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisRulesTest {
  @ParameterizedTest
  @ValueSource(strings = {"6.2.0", "6.2", "7.0.15", "8.2.1", "10.0.0"})
  void recentServer_isNotComplainedAbout(String version) {
    assertThat(RedisRules.findings(facts(version, "noeviction", null))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"6.0.16", "5.0.14", "2.8", "weird"})
  void oldServer_isRefused(String version) {
    assertThat(RedisRules.findings(facts(version, "noeviction", null)))
        .containsExactly(
            new Finding(
                true,
                "Redis at redis://r:6379 has version="
                    + version
                    + ", expected 6.2 or newer; the scripts use commands that it does not have. Fix: upgrade the server"));
  }

  @Test
  void evictingServer_isRefusedWithTheCommandThatMendsIt() {
    assertThat(RedisRules.findings(facts("7.0.0", "allkeys-lru", null)))
        .containsExactly(
            new Finding(
                true,
                "Redis at redis://r:6379 has maxmemory-policy=allkeys-lru, expected noeviction; locks would vanish when memory runs short. Fix: redis-cli -u redis://r:6379 CONFIG SET maxmemory-policy noeviction, and the same in redis.conf"));
  }

  @Test
  void serverWithoutScripts_isRefused() {
    assertThat(RedisRules.findings(facts("7.0.0", "noeviction", "NOPERM")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.refuses()).isTrue();
              assertThat(finding.text())
                  .startsWith("Redis at redis://r:6379 runs no scripts: NOPERM; ")
                  .contains("ACL SETUSER");
            });
  }

  @Test
  void serverThatHidesItself_isWarnedAboutAndNotRefused() {
    assertThat(RedisRules.findings(facts(null, null, null)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.refuses()).isFalse());
  }

  private static RedisFacts facts(
      @Nullable String version, @Nullable String policy, @Nullable String problem) {
    return new RedisFacts("redis://r:6379", version, policy, problem);
  }
}
