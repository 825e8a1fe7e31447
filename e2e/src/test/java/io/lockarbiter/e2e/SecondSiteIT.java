package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Topics that were mirrored to brokers of a second site, record by record, as MirrorMaker does it:
 * with other append times, and without the gaps that transactions leave.
 */
@Cluster
@Tag("nightly")
class SecondSiteIT {
  private static final String ACCOUNT = "acme";
  private static final String JOB = "report";
  private static final int CUT = 20;

  private final EmbeddedInfrastructure there = EmbeddedInfrastructure.start();
  private final InputStream terminal = System.in;

  @AfterEach
  void stop() {
    System.setIn(terminal);
    there.close();
  }

  /** Each mirror as its arbiters would find it, without and with positions that were translated. */
  @Test
  void arbitersOnAMirror_haltAndNoRepairLetsThemGoOn(Deployment primary) throws Exception {
    work(primary);
    assertHalts(primary, "whole", false, "LOST");
    assertHalts(primary, "whole-at", true, "MISMATCH");
    removeBeginnings(primary);
    assertHalts(primary, "cut", false, "LOST");
    assertHalts(primary, "cut-at", true, "AHEAD");
  }

  @Test
  void failOver_losesLocksButNeitherCheckOutsNorFences(Deployment primary) throws Exception {
    ChunkStorage storage = new ChunkStorage("jdbc:h2:mem:second;DB_CLOSE_DELAY=-1");
    storage.create();
    work(primary);
    removeBeginnings(primary);
    Lease late;
    try (ArbiterNode arbiter = primary.arbiter().awaitHealthy();
        LockClient client = KafkaLockClient.open(primary.clientOptions())) {
      client
          .checkOut(
              LockRequest.checkOut(ACCOUNT, "ann", "/plan.docx"),
              Duration.ofDays(3),
              "on the train",
              "out")
          .get();
      late = client.acquire(LockRequest.upload(ACCOUNT, "dora", "/late.docx"));
      storage.write(FencingAction.of(late), JOB, "dora");
      assertThat(arbiter.halts()).isZero();
      late.abandon();
    }

    try (Deployment mirror = new Deployment(there, "mirror");
        Deployment next = new Deployment(there, "next")) {
      mirror(primary, mirror);
      long began = System.nanoTime();
      ArbiterNode arbiter = next.arbiter("lockarbiter.epoch", "1").awaitHealthy();
      assertThat(carryOver(mirror, next)).contains("Carried over: 1 of 1 check-outs.");
      System.out.printf(
          "the second site decides, and has the check-outs, after %.1f s%n",
          (System.nanoTime() - began) / 1e9);
      assertThat(arbiter.get("/api/accounts/" + ACCOUNT + "/locks"))
          .contains("\"lockId\":\"out\"", "\"subAccount\":\"ann\"", "on the train");
      try (LockClient client = KafkaLockClient.open(next.clientOptions())) {
        Lease lease = client.acquire(LockRequest.upload(ACCOUNT, "eve", "/late.docx"));
        storage.write(FencingAction.of(lease), JOB, "eve");
        assertThatThrownBy(() -> storage.write(FencingAction.of(late), JOB, "dora"))
            .isInstanceOf(FencedException.class);
      }
      CleanHistory.check(next);
    }
  }

  /** Lets the first site decide, and keep locks. */
  private static void work(Deployment primary) {
    try (ArbiterNode arbiter = primary.arbiter().awaitHealthy();
        Load load = Load.on(primary.log())) {
      load.awaitMore();
      Answers.awaitEachOnce(primary, load.end());
      assertThat(arbiter.halts()).isZero();
    }
  }

  /** Removes the first records, as retention does. */
  private static void removeBeginnings(Deployment primary) throws Exception {
    try (Admin admin = primary.log().admin()) {
      Map<TopicPartition, RecordsToDelete> beginnings = new HashMap<>();
      for (int partition = 0; partition < primary.partitions(); partition++) {
        for (String topic : List.of(primary.commands(), primary.events())) {
          beginnings.put(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(CUT));
        }
      }
      admin.deleteRecords(beginnings).all().get();
    }
  }

  private void assertHalts(Deployment primary, String name, boolean hasPositions, String reason)
      throws Exception {
    try (Deployment mirror = new Deployment(there, name)) {
      Map<TopicPartition, Long> ends = mirror(primary, mirror);
      if (hasPositions) {
        translatePositions(primary, mirror, ends);
      }
      ArbiterNode arbiter = mirror.arbiter();
      for (int partition = 0; partition < mirror.partitions(); partition++) {
        String halt = RepairTool.awaitHaltId(arbiter, partition);
        assertThat(arbiter.get("/api/partitions"))
            .contains(
                "{\"partition\":%d,\"assigned\":true,\"state\":\"HALTED\",\"reason\":\"%s\""
                    .formatted(partition, reason));
        RepairTool.Answer answer = RepairTool.repair(mirror, partition, halt, "--yes");
        assertThat(answer.code() == 0 && !reason.equals("MISMATCH")).as(answer.text()).isFalse();
      }
      if (reason.equals("MISMATCH")) {
        arbiter.awaitHalt(reason, "the one committed");
      }
      assertThat(arbiter.get("/api/partitions")).doesNotContain("RUNNING");
    }
  }

  /** Copies both topics; returns the end of each partition in the copy. */
  private static Map<TopicPartition, Long> mirror(Deployment from, Deployment to) throws Exception {
    to.log().createTopics();
    Map<TopicPartition, Long> ends = new HashMap<>();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", to.brokers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (Map.Entry<String, String> topic :
          Map.of(from.commands(), to.commands(), from.events(), to.events()).entrySet()) {
        for (ConsumerRecord<byte[], byte[]> record : from.log().read(topic.getKey())) {
          long offset =
              producer
                  .send(
                      new ProducerRecord<>(
                          topic.getValue(),
                          record.partition(),
                          null,
                          record.key(),
                          record.value(),
                          record.headers()))
                  .get()
                  .offset();
          ends.put(new TopicPartition(topic.getValue(), record.partition()), offset + 1);
        }
      }
    }
    return ends;
  }

  /** Commits the copy's ends, with the metadata of the first site's positions. */
  private static void translatePositions(
      Deployment from, Deployment to, Map<TopicPartition, Long> ends) throws Exception {
    try (Admin ofFirst = from.log().admin();
        Admin ofSecond = to.log().admin()) {
      for (int partition = 0; partition < from.partitions(); partition++) {
        OffsetAndMetadata position =
            OneEach.committed(ofFirst, from, new TopicPartition(from.commands(), partition));
        TopicPartition copy = new TopicPartition(to.commands(), partition);
        OneEach.commit(
            ofSecond,
            to,
            copy,
            new OffsetAndMetadata(ends.getOrDefault(copy, 0L), position.metadata()));
      }
    }
  }

  /** Carries the check-outs over, as the page says. */
  private static String carryOver(Deployment mirror, Deployment next) {
    List<String> events = new ArrayList<>(mirror.log().texts(mirror.events()));
    System.setIn(new ByteArrayInputStream(String.join("\n", events).getBytes(UTF_8)));
    StringWriter text = new StringWriter();
    int code =
        LockArbiterCommand.commandLine(StopSignal.never())
            .setOut(new PrintWriter(text, true))
            .setErr(new PrintWriter(text, true))
            .execute(
                "checkouts",
                "carry-over",
                "--kafka=" + next.brokers(),
                "--prefix=" + next.prefix());
    assertThat(code).as(text.toString()).isZero();
    return text.toString();
  }
}
