package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedConsole;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/**
 * The console on Kafka, Redis and an arbiter: the blocker of a deletion, and a check-out, are found
 * and ended.
 */
class ConsoleIT {
  @Test
  void blockedDeletionAndCheckOut_areShownAndEnded() throws Exception {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter =
            EmbeddedArbiter.start(infrastructure, 0, Map.of("lockarbiter.topics.partitions", "2"));
        KafkaProducer<byte[], byte[]> commands = producer(infrastructure.bootstrapServers())) {
      arbiter.awaitRunning(Patience.LIMIT);
      send(commands, "upload", "u1", "\"operation\":\"UPLOAD\",\"path\":\"/docs/a\"");
      try (EmbeddedConsole console = EmbeddedConsole.start(infrastructure, 0, Map.of())) {
        ConsoleCaller pages = new ConsoleCaller(console.address());
        pages.shows("/api/locks?account=acme", "\"total\":1", "\"lockId\":\"upload\"");
        send(
            commands,
            "deletion",
            "u2",
            "\"operation\":\"DELETE\",\"path\":\"/docs\",\"waitMs\":60000");
        pages.shows("/api/waits?account=acme", "\"inAll\":1", "\"behind\":\"upload\"");
        pages.shows(
            "/api/consequences?account=acme&lockId=upload",
            "\"nextInAll\":1",
            "\"lockId\":\"deletion\"");
        pages.shows(
            "/api/explain?account=acme&operation=UPLOAD&path=/docs/b",
            "\"verdict\":\"blocked\"",
            "\"waiting\":1");
        assertThat(pages.force("upload")).isEqualTo(202);
        pages.shows(
            "/api/life?account=acme&lockId=upload",
            "\"reason\":\"FORCED\"",
            "\"by\":\"local\"",
            "\"comment\":\"device lost\"",
            "\"whole\":true");
        pages.shows("/api/waits?account=acme", "\"waiting\":0");
        pages.shows("/api/accounts", "\"account\":\"acme\"");
        pages.shows("/api/partitions", "\"state\":\"OK\"", "\"lag\":0");
        assertThat(new ConsoleCaller(arbiter.httpAddress()).get("/api/partitions"))
            .as("the arbiter beside it still answers without a login")
            .contains("RUNNING");
        checkOutIsListedAndEnded(commands, pages);
      }
    }
  }

  private static void checkOutIsListedAndEnded(
      KafkaProducer<byte[], byte[]> commands, ConsoleCaller pages) throws Exception {
    String checkOut =
        "\"operation\":\"CHECK_OUT\",\"path\":\"/drive/plan.docx\",\"keepMs\":604800000";
    send(commands, "plan", "ann", checkOut + ",\"attributes\":{\"note\":\"back on Monday\"}");
    send(commands, "photo", "carl", checkOut.replace("plan.docx", "photo.jpg"));
    String list = "/api/locks?account=acme&mode=GUARD&state=held&order=since";
    pages.shows(list, "\"total\":2", "back on Monday");
    assertThat(pages.get(list)).containsSubsequence("\"plan\"", "\"photo\"");
    pages.shows(list + "&under=/drive/photo.jpg&subAccount=carl", "\"total\":1", "\"photo\"");
    pages.shows(
        "/api/explain?account=acme&operation=DELETE&path=/drive",
        "\"verdict\":\"blocked\"",
        "\"note\":\"back on Monday\"");
    assertThat(pages.force("plan")).isEqualTo(202);
    pages.shows(list, "\"total\":1", "\"photo\"");
    pages.shows("/api/life?account=acme&lockId=plan", "\"reason\":\"FORCED\"", "back on Monday");
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
