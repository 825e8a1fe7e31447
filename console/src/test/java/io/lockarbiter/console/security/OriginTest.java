package io.lockarbiter.console.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OriginTest {
  @Test
  void addressesOfOneNetworkOfIpv6_areOne() {
    assertThat(Origin.of("2001:db8:0:1:0:0:0:1"))
        .isEqualTo(Origin.of("2001:db8:0:1:ffff:2:3:4"))
        .isNotEqualTo(Origin.of("2001:db8:0:2:0:0:0:1"));
  }

  @Test
  void addressesOfIpv4_areEachItsOwn() {
    assertThat(Origin.of("192.0.2.1"))
        .isEqualTo("192.0.2.1")
        .isNotEqualTo(Origin.of("192.0.2.2"))
        .isEqualTo(Origin.of("::ffff:192.0.2.1").replace("::ffff:", ""));
  }
}
