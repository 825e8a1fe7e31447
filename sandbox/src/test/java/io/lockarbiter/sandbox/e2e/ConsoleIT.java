package io.lockarbiter.sandbox.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.sandbox.embedded.EmbeddedArbiter;
import io.lockarbiter.sandbox.embedded.EmbeddedConsole;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** The console upon Kafka, Redis and an arbiter: who blocks a deletion is found and forced. */
class ConsoleIT {
  private static final Pattern TOKEN = Pattern.compile("\"csrfToken\":\"([^\"]+)\"");

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .cookieHandler(new CookieManager())
          .build();

  @Test
  void blockedDeletion_isShownAndFreed() throws Exception {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter =
            EmbeddedArbiter.start(infrastructure, 0, Map.of("lockarbiter.topics.partitions", "2"));
        KafkaProducer<byte[], byte[]> commands = producer(infrastructure.bootstrapServers())) {
      arbiter.awaitRunning(Patience.LIMIT);
      send(commands, "upload", "u1", "\"operation\":\"UPLOAD\",\"path\":\"/docs/a\"");
      try (EmbeddedConsole console = EmbeddedConsole.start(infrastructure, 0, Map.of())) {
        String address = console.address();
        shows(address, "/api/locks?account=acme", "\"total\":1", "\"lockId\":\"upload\"");
        send(
            commands,
            "deletion",
            "u2",
            "\"operation\":\"DELETE\",\"path\":\"/docs\",\"waitMs\":60000");
        shows(address, "/api/waits?account=acme", "\"inAll\":1", "\"behind\":\"upload\"");
        shows(
            address,
            "/api/consequences?account=acme&lockId=upload",
            "\"nextInAll\":1",
            "\"lockId\":\"deletion\"");
        shows(
            address,
            "/api/explain?account=acme&operation=UPLOAD&path=/docs/b",
            "\"verdict\":\"blocked\"",
            "\"waiting\":1");
        assertThat(force(address)).isEqualTo(202);
        shows(
            address,
            "/api/life?account=acme&lockId=upload",
            "\"reason\":\"FORCED\"",
            "\"by\":\"local\"",
            "\"comment\":\"device lost\"",
            "\"whole\":true");
        shows(address, "/api/waits?account=acme", "\"waiting\":0");
        shows(address, "/api/accounts", "\"account\":\"acme\"");
        shows(address, "/api/partitions", "\"state\":\"OK\"", "\"lag\":0");
        assertThat(get(arbiter.httpAddress() + "/api/partitions"))
            .as("the arbiter beside it still answers without a login")
            .contains("RUNNING");
      }
    }
  }

  private void shows(String address, String path, String... texts) {
    await().untilAsserted(() -> assertThat(get(address + path)).contains(texts));
  }

  private String get(String address) throws IOException, InterruptedException {
    return http.send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private int force(String address) throws IOException, InterruptedException {
    Matcher token = TOKEN.matcher(get(address + "/api/session"));
    assertThat(token.find()).isTrue();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/api/force"))
            .header("Content-Type", "application/json")
            .header("X-XSRF-TOKEN", token.group(1))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"account\":\"acme\",\"lockId\":\"upload\",\"reason\":\"device lost\"}"))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers) {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void send(
      KafkaProducer<byte[], byte[]> commands, String id, String subAccount, String asked)
      throws Exception {
    String command =
        "{\"type\":\"acquire\",\"commandId\":\"%s\",\"account\":\"acme\",\"subAccount\":\"%s\",%s}"
            .formatted(id, subAccount, asked);
    commands
        .send(
            new ProducerRecord<>("lock.commands", "acme".getBytes(UTF_8), command.getBytes(UTF_8)))
        .get();
  }
}
