package io.lockarbiter.e2e.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example for Node, against what ends a request or a lock from outside. */
@EveryFifthDay
@Needs(OptionalTool.NODE)
class AskerIT {
  private static final String PATH = "/docs/plan.pdf";
  private static final Duration WAIT = Duration.ofSeconds(50);

  private static EmbeddedInfrastructure infrastructure;
  private static EmbeddedArbiter arbiter;
  private static LockClient locks;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    infrastructure = EmbeddedInfrastructure.start();
    arbiter = EmbeddedArbiter.start(infrastructure);
    arbiter.awaitRunning(Patience.LIMIT);
    locks = KafkaLockClient.open(LockClientOptions.of(infrastructure.bootstrapServers()));
  }

  @AfterAll
  static void stop() {
    locks.close();
    arbiter.close();
    infrastructure.close();
  }

  /** Node looks for the library beside the program. */
  @BeforeEach
  void install() throws IOException {
    for (String file : List.of("asker.mjs", "package.json")) {
      Files.copy(Path.of("..", "examples", "node", file), folder.resolve(file));
    }
    Path modules = Files.createDirectory(folder.resolve("node_modules"));
    Files.createSymbolicLink(modules.resolve("kafkajs"), OptionalTool.NODE.library("kafkajs"));
  }

  private JavaProcess asker() {
    return JavaProcess.start(
        new ProcessBuilder(
            OptionalTool.NODE.program("node"),
            folder.resolve("asker.mjs").toString(),
            infrastructure.bootstrapServers()));
  }

  private static Lease hold() throws Exception {
    return locks.acquire(LockRequest.delete("acme", "bob", "/docs").waitingUpTo(WAIT));
  }

  private static void force(String lockId) throws Exception {
    locks
        .forceRelease("acme", lockId, "olga", "device lost")
        .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void lockThatNobodyEnds_isHeldAndGivenBack() {
    try (JavaProcess asker = asker()) {
      assertThat(asker.awaitExit()).as(asker.output()).isZero();
      assertThat(asker.output().lines().map(line -> line.replaceAll(" .*", "")))
          .containsSubsequence(
              "asks", "granted", "renewed", "renewed", "renewed", "renewed", "released");
    }
  }

  /** The event has the commandId of the operator's command. */
  @Test
  void requestThatIsWithdrawn_isNotWaitedForAnyLonger() throws Exception {
    try (Lease held = hold();
        JavaProcess asker = asker()) {
      asker.await("queued .*bob DELETE /docs");
      force(asker.await("asks for lock (\\S+)"));

      assertThat(asker.awaitExit()).as(asker.output()).isEqualTo(1);
      assertThat(asker.output()).contains("released CANCELLED " + PATH).doesNotContain("granted");
      assertThat(held.isValid()).isTrue();
    }
  }

  @Test
  void lockThatIsForced_endsTheWork() throws Exception {
    try (JavaProcess asker = asker()) {
      asker.await("renewed");
      force(asker.await("asks for lock (\\S+)"));

      assertThat(asker.awaitExit()).as(asker.output()).isEqualTo(1);
      assertThat(asker.output())
          .contains("released FORCED " + PATH, "the lock is lost: FORCED")
          .doesNotContain("NOT_HELD");
    }
  }

  /** It is put out of its group while it is frozen, and what was decided then is not lost on it. */
  @Test
  void readerThatRejoins_hearsWhatWasDecidedMeanwhile() throws Exception {
    try (JavaProcess asker = asker()) {
      CompletableFuture<Lease> behind;
      try (Lease held = hold()) {
        asker.await("queued .*bob DELETE /docs");
        asker.pause();
        CompletableFuture<Void> queued = new CompletableFuture<>();
        behind =
            locks.acquireAsync(
                LockRequest.delete("acme", "carl", "/docs").waitingUpTo(WAIT),
                position -> queued.complete(null));
        queued.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(held.isValid()).isTrue();
      }
      behind.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS).close();
      dismissAll();
      asker.resume();

      assertThat(asker.awaitExit()).as(asker.output()).isEqualTo(1);
      assertThat(asker.output())
          .containsSubsequence("granted", "released EXPIRED " + PATH)
          .contains("the lock is lost: ");
    }
  }

  /** Puts the members out of the groups of askers. */
  private static void dismissAll() throws Exception {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", infrastructure.bootstrapServers()))) {
      List<String> groups =
          admin.listGroups().all().get().stream()
              .map(GroupListing::groupId)
              .filter(id -> id.startsWith("node-"))
              .toList();
      List<ConsumerGroupDescription> alive =
          admin.describeConsumerGroups(groups).all().get().values().stream()
              .filter(group -> !group.members().isEmpty())
              .toList();
      assertThat(alive).hasSize(1);
      admin
          .removeMembersFromConsumerGroup(
              alive.get(0).groupId(), new RemoveMembersFromConsumerGroupOptions())
          .all()
          .get();
      await()
          .until(
              () ->
                  admin.describeConsumerGroups(groups).all().get().values().stream()
                      .allMatch(group -> group.members().isEmpty()));
    }
  }
}
