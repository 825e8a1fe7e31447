package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The brokers' directories are the backup: what a copy brings back on empty machines. */
@Tag("nightly")
class BackupIT {
  private static final String ACCOUNT = "acme";
  private static final String JOB = "report";
  private static final int PAIRS = 50_000;
  private static final int HELD = 300;
  private static final Duration KEEP = Duration.ofDays(3);

  @TempDir private Path folder;

  @Test
  void copyOfStoppedDeployment_bringsEverythingBack() throws Exception {
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    Map<String, Long> held;
    int commands = 2 * PAIRS + HELD + 2;
    try (EmbeddedInfrastructure old = BrokerCopies.start(first);
        Deployment deployment = new Deployment(old, "whole").withPartitions(12)) {
      try (ArbiterNode arbiter = deployment.arbiter().awaitHealthy()) {
        fill(deployment.log());
        Answers.awaitEachOnce(deployment, commands);
        held = held(deployment);
        assertThat(held).hasSizeGreaterThanOrEqualTo(HELD + 1);
        assertThat(arbiter.halts()).isZero();
      }
      BrokerCopies.stopAndCopy(old.kafka(), first, second);
    }

    long began = System.nanoTime();
    try (EmbeddedInfrastructure restored = BrokerCopies.start(second);
        Deployment deployment = new Deployment(restored, "whole").withPartitions(12)) {
      ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
      System.out.printf(
          "%,d commands: all partitions run %.1f s after the start of brokers, Redis and arbiter%n",
          commands, (System.nanoTime() - began) / 1e9);
      assertThat(held(deployment)).isEqualTo(held);
      assertThat(arbiter.get("/api/accounts/" + ACCOUNT + "/locks")).contains("\"lockId\":\"out\"");
      assertThat(arbiter.halts()).isZero();
      for (int partition = 0; partition < deployment.partitions(); partition++) {
        String account = deployment.accountIn(partition);
        acquire(deployment.log(), account, "after", "/after", "\"leaseMs\":60000");
      }
      Answers.awaitEachOnce(deployment, commands + deployment.partitions());
      CleanHistory.check(deployment);
    }
  }

  /** Goes back in time: tokens of the lost hours are given a second time. */
  @Test
  void olderCopy_givesTokensTwice_butNotUnderALaterEpoch() throws Exception {
    ChunkStorage storage = new ChunkStorage("jdbc:h2:mem:backup;DB_CLOSE_DELAY=-1");
    storage.create();
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    Lease late;
    try (EmbeddedInfrastructure old = BrokerCopies.start(first);
        Deployment deployment = new Deployment(old, "older")) {
      ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
      try (LockClient client = KafkaLockClient.open(deployment.clientOptions())) {
        CheckOut carried =
            client
                .checkOut(
                    LockRequest.checkOut(ACCOUNT, "ann", "/plan.docx"), KEEP, "on the train", "out")
                .get();
        assertThat(carried.lockId()).isEqualTo("out");
        BrokerCopies.stopAndCopy(old.kafka(), first, second);
        old.kafka().restart();
        arbiter.awaitHealthy();
        late = acquired(client, LockRequest.upload(ACCOUNT, "dora", "/late.docx"));
        storage.write(FencingAction.of(late), JOB, "dora");
      }
    }

    try (EmbeddedInfrastructure restored = BrokerCopies.start(second)) {
      try (Deployment same = new Deployment(restored, "older")) {
        same.arbiter().awaitHealthy();
        try (LockClient client = KafkaLockClient.open(same.clientOptions())) {
          Lease twice = acquired(client, LockRequest.upload(ACCOUNT, "eve", "/late.docx"));
          assertThat(twice.token()).as("two holders with one token").isEqualTo(late.token());
          storage.write(FencingAction.of(twice), "twice", "eve");
          storage.write(FencingAction.of(late), "twice", "dora");
        }
        CleanHistory.check(same);
      }
      try (Deployment next = new Deployment(restored, "older-2")) {
        next.arbiter("lockarbiter.epoch", "1").awaitHealthy();
        try (LockClient client = KafkaLockClient.open(next.clientOptions())) {
          Lease lease = acquired(client, LockRequest.upload(ACCOUNT, "eve", "/late.docx"));
          assertThat(lease.token()).isGreaterThan(Epoch.begin(1));
          storage.write(FencingAction.of(lease), JOB, "eve");
          assertThatThrownBy(() -> storage.write(FencingAction.of(late), JOB, "dora"))
              .isInstanceOf(FencedException.class);
        }
        CleanHistory.check(next);
      }
    }
    assertThat(storage.chunks(JOB))
        .extracting(ChunkStorage.Chunk::writer)
        .containsExactly("dora", "eve");
  }

  /** Pairs of commands that are over, locks that are held, a check-out and a freeze. */
  private static void fill(KafkaLog log) {
    for (int n = 0; n < PAIRS; n++) {
      String account = "acc" + n % 50;
      log.release(account, log.acquire(account));
    }
    for (int n = 0; n < HELD; n++) {
      log.acquire("acc" + n % 50, "held" + n, "/held/" + n, 600_000);
    }
    acquire(log, ACCOUNT, "out", "/plan.docx", "\"keepMs\":" + KEEP.toMillis());
    acquire(log, "frozen", "still", "/", "\"keepMs\":" + KEEP.toMillis());
  }

  private static void acquire(
      KafkaLog log, String account, String id, String path, String howLong) {
    String operation = id.equals("out") ? "CHECK_OUT" : id.equals("still") ? "FREEZE" : "UPLOAD";
    log.send(
        account,
        """
        {"type":"acquire","commandId":"%s","account":"%s","subAccount":"ann","operation":"%s","path":"%s","replyTo":"test",%s}"""
            .formatted(id, account, operation, path, howLong));
  }

  /** Returns the tokens of the locks that are held by the events. */
  private static Map<String, Long> held(Deployment deployment) {
    Map<String, Long> held = new TreeMap<>();
    for (Event event : deployment.log().events()) {
      if (event instanceof Granted granted) {
        held.put(name(event), granted.token());
      } else if (event instanceof Released) {
        held.remove(name(event));
      }
    }
    return held;
  }

  private static String name(Event event) {
    return event.head().account() + " " + Objects.requireNonNull(event.subject()).lockId();
  }

  private static Lease acquired(LockClient client, LockRequest request) throws Exception {
    return await().ignoreExceptions().until(() -> client.acquire(request), lease -> true);
  }
}
