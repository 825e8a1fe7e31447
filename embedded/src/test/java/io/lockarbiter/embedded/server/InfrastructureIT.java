package io.lockarbiter.embedded.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;

class InfrastructureIT {
  @Test
  void embeddedPair_isOneBrokerWithTransactionsAndARedis() throws Exception {
    check(EmbeddedInfrastructure::start);
  }

  @Test
  @Needs(OptionalTool.DOCKER)
  void containers_areOneBrokerWithTransactionsAndARedis() throws Exception {
    check(ContainerInfrastructure::start);
  }

  private static void check(Supplier<Infrastructure> kind) throws Exception {
    try (Infrastructure infrastructure = kind.get();
        Admin admin =
            Admin.create(
                Map.<String, Object>of(
                    AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                    infrastructure.bootstrapServers()))) {
      assertThat(admin.describeCluster().nodes().get()).hasSize(1);
      assertThat(admin.describeFeatures().featureMetadata().get().finalizedFeatures())
          .hasEntrySatisfying(
              "transaction.version",
              range -> assertThat(range.maxVersionLevel()).isEqualTo((short) 2));
      assertThat(ping(URI.create(infrastructure.redisAddress()))).isEqualTo("+PONG");
    }
  }

  private static String ping(URI address) throws IOException {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII);
    }
  }
}
