package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.embedded.load.LoadGenerator;
import io.lockarbiter.embedded.load.LockTraffic;
import io.lockarbiter.embedded.load.Traffic;
import io.lockarbiter.trial.bench.stage.Allocation;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.CostMeter;
import io.lockarbiter.trial.bench.stage.Costs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** The two sides that answer over Kafka: the arbiter and the echo, on one broker. */
final class KafkaPeers {
  private static final int SAMPLE = 64;
  private static final int FEW = 32;
  private static final long NUMBERS = 10_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern ECHO_STARTED = Pattern.compile(EchoMain.STARTED + "(\\d+)");

  /** Both alike; the rest is the JVM's choice. */
  private static final List<String> JVM = List.of("-Xms256m", "-Xmx512m");

  private final int accounts;
  private final int partitions;
  private final BenchStage stage;
  private final ChildJvm arbiter;
  private final Allocation allocation;
  private final ChildJvm echo;
  private final int requestBytes;
  private final int answerBytes;
  private long number;

  /** Starts both; the echo's records are as long as the arbiter's first ones. */
  KafkaPeers(int accounts, int partitions, BenchStage stage) throws InterruptedException {
    this.accounts = accounts;
    this.partitions = partitions;
    this.stage = stage;
    String topics = Integer.toString(partitions);
    arbiter = stage.arbiter(JVM, Map.of("lockarbiter.topics.partitions", topics));
    BenchStage.awaitStarted(arbiter);
    allocation = stage.endedWithThis(Allocation.of(arbiter.pid()));
    LockTraffic sample = locks(SAMPLE);
    if (generate(sample, Duration.ofSeconds(1)) == 0) {
      throw new IllegalStateException("the arbiter answered nothing");
    }
    requestBytes = sample.meanRequestBytes();
    answerBytes = sample.meanAnswerBytes();
    createTopics();
    echo =
        stage.jvm(
            EchoMain.class, JVM, List.of(stage.bootstrapServers(), Integer.toString(answerBytes)));
    echo.await(ECHO_STARTED, PATIENCE);
  }

  /** Keeps so many commands in flight. */
  Rate rate(Side side, int inFlight, Duration rampUp, Duration length, CostMeter meter) {
    Traffic traffic = traffic(side, inFlight);
    Duration linger = inFlight <= FEW ? Duration.ZERO : Duration.ofMillis(1);
    try (LoadGenerator load = new LoadGenerator(stage.bootstrapServers(), traffic, linger)) {
      load.begin();
      load.run(rampUp);
      Costs before = meter.read();
      long allocatedBefore = allocation.bytes();
      long answersBefore = load.latency().snapshot().total();
      long began = System.nanoTime();
      load.run(length);
      double seconds = (System.nanoTime() - began) / 1e9;
      long answers = load.latency().snapshot().total() - answersBefore;
      long allocated = allocation.bytes() - allocatedBefore;
      Costs used = meter.read().since(before);
      requireAnswers(side, load.end(PATIENCE), traffic);
      return new Rate(answers, seconds, used, side == Side.ARBITER ? allocated : 0);
    }
  }

  /** Sends so many commands a second; answers from each to its answer, ns. */
  List<Long> latencies(Side side, int perSecond, Duration length) {
    Traffic traffic = traffic(side, accounts);
    try (LoadGenerator load = new LoadGenerator(stage.bootstrapServers(), traffic, Duration.ZERO)) {
      load.pace(perSecond, Duration.ofSeconds(1));
      List<Long> nanos = load.pace(perSecond, length);
      requireAnswers(side, load.end(PATIENCE), traffic);
      return nanos;
    }
  }

  private static void requireAnswers(Side side, boolean complete, Traffic traffic) {
    if (!complete || traffic.refused() > 0) {
      throw new IllegalStateException(
          "the %s left commands without an answer, or refused some: complete=%s, refused=%d; its figures mean nothing"
              .formatted(side, complete, traffic.refused()));
    }
  }

  private Traffic traffic(Side side, int slots) {
    return side == Side.ECHO ? new EchoTraffic(accounts, slots, requestBytes) : locks(slots);
  }

  private LockTraffic locks(int slots) {
    number += NUMBERS;
    return new LockTraffic(accounts, slots, number);
  }

  private int generate(LockTraffic traffic, Duration length) {
    try (LoadGenerator load = new LoadGenerator(stage.bootstrapServers(), traffic, Duration.ZERO)) {
      load.begin();
      load.run(length);
      requireAnswers(Side.ARBITER, load.end(PATIENCE), traffic);
      return (int) load.latency().snapshot().total();
    }
  }

  /** With the times and the cleaning of the arbiter's. */
  private void createTopics() throws InterruptedException {
    Map<String, String> settings = Map.of("message.timestamp.type", "LogAppendTime");
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", stage.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(EchoMain.REQUESTS, partitions, (short) 1).configs(settings),
                  new NewTopic(EchoMain.ANSWERS, partitions, (short) 1).configs(settings)))
          .all()
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("cannot create the topics of the echo", e);
    }
  }

  /** Mean length of a command's value, bytes. */
  int requestBytes() {
    return requestBytes;
  }

  /** Mean length of an event's value, bytes. */
  int answerBytes() {
    return answerBytes;
  }

  /** Adds the processes of both sides. */
  CostMeter meter() {
    return new CostMeter()
        .with("arbiter", () -> seconds(arbiter))
        .with("echo", () -> seconds(echo))
        .with("broker", () -> seconds(stage.broker()));
  }

  private static double seconds(ChildJvm process) {
    return process.processorTime().toNanos() / 1e9;
  }
}
