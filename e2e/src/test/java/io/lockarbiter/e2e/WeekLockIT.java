package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.EmbeddedKafka;
import io.lockarbiter.embedded.server.KafkaMember;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.trial.chaos.WrongClock;
import io.lockarbiter.webdav.WebdavServer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A WebDAV lock of a week, on a broker whose clock is set on by days. Meanwhile everything else is
 * lost: the server that made it, the state in Redis, and what the topics had.
 */
@Cluster(alone = true)
class WeekLockIT {
  private static final String ANN = "ann";
  private static final String BOB = "bob";
  private static final String PLAN = "/plan.txt";
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration TELLINGS = Duration.ofMinutes(5).plusSeconds(1);
  private static final Duration RETENTION = Duration.ofMinutes(20);

  private final WebdavClient client = new WebdavClient();
  private final WrongClock clock = new WrongClock();
  private long offMs;

  @Test
  void lockOfAWeek_survivesItsServerAndRedisAndRetention(
      Deployment servers, @TempDir Path temporary) throws Exception {
    Path drive = Files.createDirectory(temporary.resolve("drive"));
    Files.writeString(drive.resolve("plan.txt"), "old");
    Path users = temporary.resolve("users.xml");
    Files.writeString(
        users,
        "<tomcat-users><user username=\"ann\" password=\"ann\" roles=\"\"/><user username=\"bob\" password=\"bob\" roles=\"\"/></tomcat-users>");
    KafkaOptions options =
        KafkaOptions.DEFAULT.withPort(Ports.free()).withDataDirectory(temporary.resolve("kafka"));
    KafkaMember member = new KafkaMember(1, KafkaMember.newClusterId(), List.of(Ports.free()));
    try (EmbeddedKafka kafka = EmbeddedKafka.start(options, member, clock);
        Deployment week =
            new Deployment(
                new EmbeddedInfrastructure(kafka, servers.infrastructure().redis()), "week")) {
      ArbiterNode arbiter = week.arbiter().awaitHealthy();
      String token;
      try (JavaProcess first = server(week, drive, users)) {
        int port = port(first);
        HttpResponse<String> locked =
            client.ask(
                port, ANN, "LOCK", PLAN, WebdavClient.EXCLUSIVE, "Timeout", "Infinite, Second-9");
        assertThat(locked.statusCode()).isEqualTo(200);
        assertThat(locked.body()).containsPattern("Second-604[78]\\d\\d");
        token = locked.headers().firstValue("Lock-Token").orElseThrow();
        assertThat(client.status(port, BOB, "PUT", PLAN, "bob's")).isEqualTo(423);
        first.kill();
      }
      try (JavaProcess second = server(week, drive, users)) {
        int port = port(second);
        passDays(week, port, 3);
        loseAll(week, arbiter);
        isStillLocked(port, token);
        try (JavaProcess third = server(week, drive, users)) {
          isStillLocked(port(third), token);
        }
        HttpResponse<String> refreshed =
            client.ask(port, ANN, "LOCK", PLAN, "", "If", "(" + token + ")");
        assertThat(refreshed.statusCode()).isEqualTo(200);
        assertThat(refreshed.body()).containsPattern("Second-604[78]\\d\\d");
        passDays(week, port, 5);
        loseAll(week, arbiter);
        isStillLocked(port, token);
        assertThat(client.status(port, BOB, "UNLOCK", PLAN, "", "Lock-Token", token))
            .isEqualTo(403);
        assertThat(client.status(port, ANN, "UNLOCK", PLAN, "", "Lock-Token", token))
            .isEqualTo(204);
        assertThat(client.status(port, BOB, "PUT", PLAN, "bob's")).isEqualTo(204);
      }
      assertThat(Files.readString(drive.resolve("plan.txt"))).isEqualTo("bob's");
      assertThat(arbiter.halts()).isZero();
    }
  }

  private void isStillLocked(int port, String token) throws Exception {
    assertThat(client.status(port, BOB, "PUT", PLAN, "bob's")).isEqualTo(423);
    assertThat(client.status(port, BOB, "LOCK", PLAN, WebdavClient.EXCLUSIVE)).isEqualTo(423);
    assertThat(client.status(port, ANN, "PUT", PLAN, "bob's", "If", "(" + token + ")"))
        .isEqualTo(204);
  }

  private static JavaProcess server(Deployment week, Path drive, Path users) {
    ProcessBuilder program =
        JavaProcess.builder(
            ArbiterProcess.classPath(),
            WebdavServer.class.getName(),
            List.of(week.brokers(), "0", drive.toString(), "acme", users.toString()));
    program.command().add(1, "-Dlockarbiter.topics.prefix=" + week.prefix());
    return JavaProcess.start(program);
  }

  private static int port(JavaProcess server) {
    return Integer.parseInt(server.await("listening on port (\\d+)"));
  }

  /** Days pass, the last one at the pace at which locks are told again. */
  private void passDays(Deployment week, int port, int days) throws Exception {
    pass(week, port, DAY, days);
    pass(week, port, TELLINGS, (int) RETENTION.multipliedBy(2).dividedBy(TELLINGS));
  }

  /** Each time somebody writes another file, and the arbiter tells the lock again. */
  private void pass(Deployment week, int port, Duration step, int times) throws Exception {
    for (int n = 0; n < times; n++) {
      long told = tellings(week);
      offMs += step.toMillis();
      clock.setOff(offMs);
      await()
          .until(
              () -> {
                var unused = client.ask(port, BOB, "PUT", "/other.txt", "at " + offMs);
                return tellings(week) > told;
              });
    }
  }

  private static long tellings(Deployment week) {
    return week.log().events().stream().filter(Told.class::isInstance).count();
  }

  /** Redis forgets everything, and the topics all that is older than twenty minutes. */
  private static void loseAll(Deployment week, ArbiterNode arbiter) throws Exception {
    double before = arbiter.recoveries("EMPTY");
    try (Admin admin = week.log().admin();
        RedisKeys redis = RedisKeys.of(week)) {
      for (String topic : List.of(week.commands(), week.events())) {
        retain(admin, week, topic);
      }
      redis.flushAll();
    }
    await().until(() -> arbiter.recoveries("EMPTY") >= before + week.partitions());
    arbiter.awaitHealthy();
  }

  private static void retain(Admin admin, Deployment week, String topic) throws Exception {
    Map<TopicPartition, RecordsToDelete> old = new HashMap<>();
    for (int number = 0; number < week.partitions(); number++) {
      TopicPartition partition = new TopicPartition(topic, number);
      long newest = offset(admin, partition, OffsetSpec.maxTimestamp()).timestamp();
      if (newest >= 0) {
        OffsetSpec from = OffsetSpec.forTimestamp(newest - RETENTION.toMillis());
        old.put(partition, RecordsToDelete.beforeOffset(offset(admin, partition, from).offset()));
      }
    }
    admin.deleteRecords(old).all().get();
  }

  private static ListOffsetsResultInfo offset(
      Admin admin, TopicPartition partition, OffsetSpec spec) throws Exception {
    return admin.listOffsets(Map.of(partition, spec)).partitionResult(partition).get();
  }
}
