package io.lockarbiter.contracts.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionalToolTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "nonsense", "my host", "tcp://", "tcp://127.0.0.1:1", "tcp://127.0.0.1:99999"})
  void addressWhereNothingListens_isNoEngine(String address) {
    assertThat(OptionalTool.accepts(address)).isFalse();
  }

  @Test
  void addressWhereSomethingListens_isAnEngine() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(OptionalTool.accepts("tcp://127.0.0.1:" + server.getLocalPort())).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssh://ann@host", "npipe:////./pipe/docker_engine"})
  void addressThatCannotBeAsked_isTakenForAnEngine(String address) {
    assertThat(OptionalTool.accepts(address)).isTrue();
  }
}
