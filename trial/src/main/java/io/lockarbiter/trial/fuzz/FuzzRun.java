package io.lockarbiter.trial.fuzz;

import io.lockarbiter.embedded.judge.FinalJudgement;
import io.lockarbiter.embedded.judge.GroupLag;
import io.lockarbiter.embedded.judge.Judgement;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends all records, waits until everything is decided, and counts. */
final class FuzzRun {
  static final int PARTITIONS = 6;

  /**
   * Most records of a partition that may wait, because the neighbour's commands wait behind them.
   */
  private static final int AHEAD = 300;

  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Pattern RESTARTS =
      Pattern.compile("lockarbiter_restarts_total\\{[^}]*} (\\S+)");
  private static final List<String> COMPRESSIONS = List.of("none", "gzip", "lz4", "snappy", "zstd");

  private final long seed;
  private final long records;
  private final BenchStage stage;
  private final Consumer<String> out;

  FuzzRun(long seed, long records, BenchStage stage, Consumer<String> out) {
    this.seed = seed;
    this.records = records;
    this.stage = stage;
    this.out = out;
  }

  FuzzReport run() throws InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", stage.bootstrapServers()))) {
      LargeCommands.allow(admin, PARTITIONS);
    }
    ChildJvm arbiter =
        stage.arbiter(
            List.of("-Xmx320m", "-XX:+UseSerialGC"),
            Map.of("lockarbiter.topics.partitions", Integer.toString(PARTITIONS)));
    int port = BenchStage.awaitStarted(arbiter);
    List<Long> residentMb = new ArrayList<>();
    long began = System.nanoTime();
    List<Long> delays;
    try (Neighbour neighbour = new Neighbour(stage.bootstrapServers(), PARTITIONS);
        Admin admin = Admin.create(Map.of("bootstrap.servers", stage.bootstrapServers()))) {
      send(arbiter, residentMb, admin);
      delays = neighbour.delays();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    residentMb.add(arbiter.residentMb());
    out.accept("waiting until all is decided; judging …");
    Judgement judgement = judgement();
    DeadLetters letters = DeadLetters.read(stage.bootstrapServers(), PARTITIONS);
    return new FuzzReport(
        seed,
        records,
        seconds,
        letters.dead(),
        letters.told(),
        letters.wrong(),
        delays,
        residentMb,
        restarts(port),
        judgement);
  }

  /**
   * Sends the records in five parts, each with another packing; the log does not grow far ahead of
   * the arbiter.
   */
  private void send(ChildJvm arbiter, List<Long> residentMb, Admin admin)
      throws InterruptedException {
    FuzzedRecords fuzzed = new FuzzedRecords(seed, PARTITIONS);
    long part = (records + COMPRESSIONS.size() - 1) / COMPRESSIONS.size();
    long sent = 0;
    for (String compression : COMPRESSIONS) {
      try (KafkaProducer<byte[], byte[]> producer = producer(compression)) {
        for (long i = 0; i < part && sent < records; i++, sent++) {
          var unused = producer.send(fuzzed.next());
          if (i % AHEAD == 0) {
            awaitDecided(admin, AHEAD);
          }
        }
      }
      awaitDecided(admin, AHEAD);
      if (residentMb.isEmpty()) {
        residentMb.add(arbiter.residentMb());
      }
      out.accept("%,d records, %s the last of them".formatted(sent, compression));
    }
  }

  private KafkaProducer<byte[], byte[]> producer(String compression) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            stage.bootstrapServers(),
            "compression.type",
            compression,
            "linger.ms",
            "5",
            "buffer.memory",
            "16777216"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void awaitDecided(Admin admin, long left) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (GroupLag.recordsBehind(admin, "lockarbiter", "lock.commands") > left) {
      if (System.nanoTime() - deadline > 0) {
        throw undecided();
      }
      Thread.sleep(20);
    }
  }

  private long restarts(int port) throws InterruptedException {
    URI uri = URI.create("http://" + Ports.HOST + ":" + port + "/actuator/prometheus");
    try {
      String metrics =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      Matcher matcher = RESTARTS.matcher(metrics);
      return (long)
          Stream.iterate(matcher.find(), found -> found, found -> matcher.find())
              .mapToDouble(found -> Double.parseDouble(matcher.group(1)))
              .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Judgement judgement() throws InterruptedException {
    Judgement judgement =
        FinalJudgement.await(stage.bootstrapServers(), stage.redisAddress(), PATIENCE);
    if (judgement == null) {
      throw undecided();
    }
    return judgement;
  }

  private static IllegalStateException undecided() {
    return new IllegalStateException(
        "not everything was decided within " + PATIENCE.toMinutes() + " minutes");
  }
}
