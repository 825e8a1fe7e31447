package io.lockarbiter.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The word of proxies, and of those who are none, about a caller's address. */
class TrustedProxiesTest {
  private static final String STRANGER = "203.0.113.7";

  private static String caller(List<String> trusted, String sender, String... forwardedFor) {
    return TrustedProxies.of(trusted)
        .caller(address(sender), List.of(forwardedFor))
        .getHostAddress();
  }

  private static InetAddress address(String text) {
    return NetUtil.createInetAddressFromIpAddressString(text);
  }

  @Test
  void wordOfAStranger_doesNotCount() {
    assertThat(caller(List.of(), STRANGER, "1.1.1.1")).isEqualTo(STRANGER);
    assertThat(caller(List.of("10.0.0.0/8"), STRANGER, "10.0.0.1, 1.1.1.1")).isEqualTo(STRANGER);
    assertThat(caller(List.of("10.0.0.0/8"), "11.0.0.1", "1.1.1.1")).isEqualTo("11.0.0.1");
  }

  @Test
  void proxy_tellsItsCaller_whateverTheCallerHasWritten() {
    List<String> trusted = List.of("10.0.0.0/8", "192.0.2.9", "fd00::/9");
    assertThat(caller(trusted, "10.9.8.7", STRANGER)).isEqualTo(STRANGER);
    assertThat(caller(trusted, "10.9.8.7", "1.1.1.1, " + STRANGER)).isEqualTo(STRANGER);
    assertThat(caller(trusted, "10.9.8.7", "1.1.1.1", STRANGER + " , 192.0.2.9"))
        .isEqualTo(STRANGER);
    assertThat(caller(trusted, "fd00::1", "1.1.1.1," + STRANGER + ":4711")).isEqualTo(STRANGER);
    assertThat(caller(trusted, "fd7f::1", "[2001:db8::1]:4711"))
        .isEqualTo(address("2001:db8::1").getHostAddress());
    assertThat(caller(trusted, "fd80::1", STRANGER)).isEqualTo(address("fd80::1").getHostAddress());
    assertThat(caller(trusted, "10.9.8.7", "10.1.1.1")).isEqualTo("10.1.1.1");
  }

  @Test
  void wordThatIsNoAddress_endsTheLook() {
    List<String> trusted = List.of("10.0.0.0/8");
    for (String bad : List.of("unknown", "", "localhost", "1.1.1.1, ", "1.1.1.1, 300.1.1.1")) {
      assertThat(caller(trusted, "10.0.0.1", bad)).as(bad).isEqualTo("10.0.0.1");
    }
  }

  @Test
  void listsOfOthers_areRefused() {
    assertThat(TrustedProxies.problem(List.of("10.0.0.0/8", "::1", "fd00::/128"))).isNull();
    for (String bad :
        List.of("proxy", "10.0.0.0/33", "10.0.0.0/0", "10.0.0.0/", "10.0.0/8", "", "::1/129")) {
      assertThat(TrustedProxies.problem(List.of("10.0.0.1", bad))).as(bad).isNotNull();
    }
  }
}
