package io.lockarbiter.trial.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.embedded.judge.FinalJudgement;
import io.lockarbiter.embedded.judge.GroupLag;
import io.lockarbiter.embedded.judge.Judgement;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A thousand valid commands of 1 MB, nearly all of it empty headers, each of which takes 50 MB when
 * it is decoded. A hundred wait when the arbiter starts.
 */
@Tag("nightly")
class TinyHeadersIT {
  private static final int PARTITIONS = 12;
  private static final int RECORDS = 1_000;
  private static final int BEFORE = 100;
  private static final int AHEAD = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  /** Generous: the figure is printed, and 2 s is the aim on a machine that does nothing else. */
  private static final long LONGEST_WAIT_MS = 15_000;

  private static final String RENEW =
      "{\"type\":\"renew\",\"commandId\":\"n%d\",\"account\":\"%s\",\"subAccount\":\"u1\",\"lockId\":\"none\",\"leaseMs\":30000}";

  private final List<Exception> failures = Collections.synchronizedList(new ArrayList<>());
  private final List<Header> headers = LargeCommands.headers(510_000, null);

  /** The even partitions have the records, the odd ones a client that does nothing wrong. */
  @Test
  void recordsOfVeryManyHeaders_areSurvivedAndHoldUpNoOtherPartition() throws Exception {
    List<String> accounts = PartitionAccounts.of(PARTITIONS, 1);
    List<String> even = accounts.stream().filter(each -> accounts.indexOf(each) % 2 == 0).toList();
    List<String> odd = accounts.stream().filter(each -> !even.contains(each)).toList();
    try (BenchStage stage = BenchStage.startQuick(null, StopSignal.never());
        Admin admin = Admin.create(Map.of("bootstrap.servers", stage.bootstrapServers()));
        KafkaProducer<byte[], byte[]> producer = producer(stage)) {
      LargeCommands.allow(admin, PARTITIONS);
      for (int i = 0; i < BEFORE; i++) {
        send(producer, i, even);
      }
      producer.flush();
      ChildJvm arbiter =
          stage.arbiter(List.of("-Xmx384m", "-XX:+ExitOnOutOfMemoryError"), Map.of());
      BenchStage.awaitStarted(arbiter);
      long began = System.nanoTime();
      List<Long> delays;
      try (Neighbour neighbour = new Neighbour(stage.bootstrapServers(), PARTITIONS, odd)) {
        for (int i = BEFORE; i < RECORDS; i++) {
          send(producer, i, even);
          if (i % AHEAD == 0) {
            awaitDecided(arbiter, admin, AHEAD);
          }
        }
        producer.flush();
        awaitDecided(arbiter, admin, 2);
        delays = neighbour.delays();
      }
      System.out.printf(
          "%,d records of 1 MB in %.0f s; others waited p50 %d ms, p99 %d ms, longest %d ms; %d MB resident%n",
          RECORDS,
          (System.nanoTime() - began) / 1e9,
          delays.get(0),
          delays.get(1),
          delays.get(2),
          arbiter.residentMb());

      assertThat(failures).as("all is in the log").isEmpty();
      assertThat(arbiter.isAlive()).isTrue();
      assertThat(delays.get(2)).as("longest wait of others, ms").isLessThan(LONGEST_WAIT_MS);
      Judgement judgement =
          Objects.requireNonNull(
              FinalJudgement.await(stage.bootstrapServers(), stage.redisAddress(), PATIENCE));
      assertThat(judgement.isAuditClean()).as(judgement.verdict().toString()).isTrue();
    }
  }

  private void send(KafkaProducer<byte[], byte[]> producer, int number, List<String> accounts) {
    String account = accounts.get(number % accounts.size());
    var unused =
        producer.send(
            new ProducerRecord<>(
                "lock.commands",
                null,
                account.getBytes(UTF_8),
                RENEW.formatted(number, account).getBytes(UTF_8),
                headers),
            (sent, failure) -> {
              if (failure != null) {
                failures.add(failure);
              }
            });
  }

  private static void awaitDecided(ChildJvm arbiter, Admin admin, long left) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(arbiter.isAlive()).as("the arbiter runs").isTrue();
              return GroupLag.recordsBehind(admin, "lockarbiter", "lock.commands") <= left;
            });
  }

  private static KafkaProducer<byte[], byte[]> producer(BenchStage stage) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", stage.bootstrapServers(), "max.request.size", "1048588"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
