package io.lockarbiter.trial.chaos;

import io.lockarbiter.embedded.server.EmbeddedKafka;
import io.lockarbiter.embedded.server.KafkaMember;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One of three brokers, in a process that can be killed, paused and restarted. */
final class ClusterBroker implements AutoCloseable {
  private static final String STARTED = "broker started";
  private static final Pattern BEGUN = Pattern.compile("(" + STARTED + ")");
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final List<String> OPTIONS =
      List.of("-Xms128m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final KafkaMember member;
  private final int port;
  private final Path directory;
  private ChildJvm process;
  private int lives;

  /** Starts it, without waiting for it. */
  ClusterBroker(KafkaMember member, Path directory) {
    this.member = member;
    this.directory = directory;
    this.port = Ports.free();
    this.process = started();
  }

  private ChildJvm started() {
    String ports =
        member.controllerPorts().stream().map(String::valueOf).collect(Collectors.joining(","));
    return ChildJvm.start(
        ClusterBroker.class,
        OPTIONS,
        List.of(
            directory.resolve("broker-" + member.node()).toString(),
            Integer.toString(port),
            Integer.toString(member.node()),
            member.clusterId(),
            ports),
        directory.resolve("broker-%d-%d.log".formatted(member.node(), ++lives)));
  }

  void awaitStarted() throws InterruptedException {
    process.await(BEGUN, PATIENCE);
  }

  String address() {
    return Ports.HOST + ":" + port;
  }

  int node() {
    return member.node();
  }

  void kill() {
    process.kill();
    process.close();
  }

  void stop() {
    process.close();
  }

  void start() throws InterruptedException {
    process = started();
    awaitStarted();
  }

  void pause() {
    process.pause();
  }

  void resume() {
    process.resume();
  }

  /** Sets its clock wrong by this much. */
  void setClockOff(long ms) {
    process.tell(Long.toString(ms));
  }

  @Override
  public void close() {
    process.resume();
    process.kill();
    process.close();
  }

  /**
   * The main class of the process; arguments: directory, port, node, cluster, ports of the
   * controllers.
   */
  public static void main(String[] arguments) throws IOException {
    List<Integer> ports = Arrays.stream(arguments[4].split(",", -1)).map(Integer::valueOf).toList();
    KafkaOptions options =
        KafkaOptions.DEFAULT
            .withPort(Integer.parseInt(arguments[1]))
            .withDataDirectory(Path.of(arguments[0]));
    for (String copies :
        List.of(
            "default.replication.factor",
            "offsets.topic.replication.factor",
            "transaction.state.log.replication.factor")) {
      options = options.withProperty(copies, "3");
    }
    for (String inSync : List.of("min.insync.replicas", "transaction.state.log.min.isr")) {
      options = options.withProperty(inSync, "2");
    }
    options =
        options
            .withProperty("broker.session.timeout.ms", "4000")
            .withProperty("broker.heartbeat.interval.ms", "500")
            .withProperty("replica.lag.time.max.ms", "4000");
    WrongClock clock = new WrongClock();
    EmbeddedKafka kafka =
        EmbeddedKafka.start(
            options, new KafkaMember(Integer.parseInt(arguments[2]), arguments[3], ports), clock);
    Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
    System.out.println(STARTED);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      clock.setOff(Long.parseLong(line.strip()));
    }
  }
}
