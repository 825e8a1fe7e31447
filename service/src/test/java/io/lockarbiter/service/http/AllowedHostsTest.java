package io.lockarbiter.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {
  private final AllowedHosts hosts = new AllowedHosts(List.of("Arbiter", "locks.example.com"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8080",
        "localhost.",
        "127.0.0.1",
        "127.0.0.1:8080",
        "10.1.2.3:80",
        "[::1]",
        "[::1]:8080",
        "[fe80::1]:8080",
        "arbiter:8080",
        "ARBITER",
        "locks.example.com.:443"
      })
  void addressAndKnownName_areAnswered(String host) {
    assertThat(hosts.contains(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1.nip.io:8080",
        "xlocks.example.com",
        "sub.locks.example.com",
        "example.com",
        "1.2.3",
        "",
        ":8080"
      })
  void anyOtherName_isNotAnswered(String host) {
    assertThat(hosts.contains(host)).isFalse();
  }
}
