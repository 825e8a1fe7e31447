package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.arbiter.watch.StallCause;
import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.embedded.server.EmbeddedConsole;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocol;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocolCollection;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.JoinGroupRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * Partitions in which nothing goes on though no arbiter has failed: each is visible in every place
 * that the table of arbiter/README.md, When a partition stalls, names. What a cell has in code
 * quotes that place must show, beside what the text above the table says of all.
 */
@Cluster(alone = true)
@ExtendWith(OutputCaptureExtension.class)
@EveryFifthDay
class StallsIT {
  private static final int PARTITION = 1;
  private static final List<String> PLACES =
      List.of("health", "/api/partitions", "lockarbiter partitions", "console", "metrics", "log");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** The rows of the table: for each cause the cells of the places, as they are written. */
  private static Stream<List<String>> rows() throws Exception {
    String page = Files.readString(Path.of("../arbiter/README.md"));
    String section = page.substring(page.indexOf("## When a partition stalls\n"));
    return section
        .substring(0, section.indexOf("\n## ", 3))
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("|---"))
        .map(line -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList());
  }

  @Test
  void table_hasEachCauseAndEachPlace() throws Exception {
    List<List<String>> rows = rows().toList();
    assertThat(rows.get(0).subList(1, rows.get(0).size()).stream().map(StallsIT::plain))
        .containsExactlyElementsOf(PLACES);
    assertThat(rows.stream().skip(1).map(row -> plain(row.get(0))))
        .containsExactly(Stream.of(StallCause.values()).map(Enum::name).toArray(String[]::new));
    assertThat(rows.stream().skip(1).flatMap(List::stream).map(StallsIT::codes))
        .allMatch(codes -> !codes.isEmpty());
  }

  private static String plain(String cell) {
    return cell.replace("`", "").replaceAll("^GET ", "");
  }

  private static List<String> codes(String cell) {
    return CODE.matcher(cell).results().map((MatchResult code) -> code.group(1)).toList();
  }

  @Test
  @Tag("nightly")
  void silentKafka_isVisibleInEveryPlace(Deployment deployment, CapturedOutput output)
      throws Exception {
    try (ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
        EmbeddedConsole console = console(deployment)) {
      deployment.infrastructure().kafka().stop();
      try {
        assertVisible(StallCause.BROKER, arbiter, console, output);
      } finally {
        deployment.infrastructure().kafka().restart();
      }
      assertWell(arbiter, console);
    }
  }

  @Test
  void openTransactionOfCommands_isVisibleInEveryPlace(Deployment deployment, CapturedOutput output)
      throws Exception {
    assertOpenTransactionVisible(StallCause.COMMANDS_TRANSACTION, deployment, output);
  }

  @Test
  @Tag("nightly")
  void openTransactionOfEvents_isVisibleInEveryPlace(Deployment deployment, CapturedOutput output)
      throws Exception {
    assertOpenTransactionVisible(StallCause.EVENTS_TRANSACTION, deployment, output);
  }

  private static void assertOpenTransactionVisible(
      StallCause cause, Deployment deployment, CapturedOutput output) throws Exception {
    try (ArbiterNode arbiter = deployment.arbiter().awaitHealthy();
        EmbeddedConsole console = console(deployment);
        Producer<byte[], byte[]> stranger = transactional(deployment)) {
      OneEach.decide(deployment);
      boolean ofCommands = cause == StallCause.COMMANDS_TRANSACTION;
      stranger.initTransactions();
      stranger.beginTransaction();
      stranger
          .send(
              new ProducerRecord<>(
                  ofCommands ? deployment.commands() : deployment.events(),
                  PARTITION,
                  deployment.accountIn(PARTITION).getBytes(UTF_8),
                  "{}".getBytes(UTF_8)))
          .get();
      assertVisible(cause, arbiter, console, output);

      stranger.abortTransaction();
      assertWell(arbiter, console);
    }
  }

  @Test
  void strangerThatWasInTheGroupFirst_isVisibleInEveryPlace(
      Deployment deployment, CapturedOutput output) throws Exception {
    OneEach.decideAndStop(deployment);
    try (KafkaConsumer<byte[], byte[]> stranger = GroupStrangersIT.consumer(deployment, Map.of())) {
      stranger.subscribe(List.of(deployment.commands()));
      await()
          .until(
              () -> {
                stranger.poll(Duration.ofMillis(50));
                return stranger.assignment().size() == deployment.partitions();
              });
      AtomicBoolean ends = new AtomicBoolean();
      Thread polls = new Thread(() -> pollUntil(stranger, ends));
      polls.start();
      try (ArbiterNode arbiter = deployment.arbiter();
          EmbeddedConsole console = console(deployment)) {
        assertVisible(StallCause.STRANGER, arbiter, console, output);

        ends.set(true);
        polls.join();
        stranger.close();
        assertWell(arbiter, console);
      } finally {
        ends.set(true);
        polls.join();
      }
    }
  }

  private static void pollUntil(KafkaConsumer<?, ?> consumer, AtomicBoolean ends) {
    while (!ends.get()) {
      consumer.poll(Duration.ofMillis(100));
    }
  }

  /** Its group never comes to rest, or is no group of consumers. */
  @ParameterizedTest
  @MethodSource
  void memberThatOnlyJoined_isVisibleInEveryPlace(
      String protocol, Deployment deployment, CapturedOutput output) throws Exception {
    OneEach.decideAndStop(deployment);
    try (Socket member = join(deployment, protocol);
        ArbiterNode arbiter = deployment.arbiter();
        EmbeddedConsole console = console(deployment)) {
      assertThat(member.isConnected()).isTrue();

      assertVisible(StallCause.STRANGER, arbiter, console, output);
    }
  }

  static Stream<String> memberThatOnlyJoined_isVisibleInEveryPlace() {
    return Seeds.some(1, List.of("consumer", "connect"));
  }

  /** Joins the group, and neither waits for the answer nor syncs, polls or leaves. */
  private static Socket join(Deployment deployment, String protocol) throws IOException {
    JoinGroupRequestProtocolCollection protocols = new JoinGroupRequestProtocolCollection();
    protocols.add(new JoinGroupRequestProtocol().setName("theirs"));
    short version = 3; // later ones join in two steps
    ByteBuffer request =
        new JoinGroupRequest.Builder(
                new JoinGroupRequestData()
                    .setGroupId(deployment.name())
                    .setProtocolType(protocol)
                    .setProtocols(protocols)
                    .setSessionTimeoutMs(300_000)
                    .setRebalanceTimeoutMs(300_000))
            .build(version)
            .serializeWithHeader(new RequestHeader(ApiKeys.JOIN_GROUP, version, "stranger", 1));
    String[] broker = deployment.brokers().split(":", 2);
    Socket socket = new Socket(broker[0], Integer.parseInt(broker[1]));
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(request.remaining());
    out.write(request.array(), request.arrayOffset() + request.position(), request.remaining());
    out.flush();
    return socket;
  }

  @Test
  void partitionsOfNobody_areVisibleInEveryPlace(Deployment deployment, CapturedOutput output)
      throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    Faults faults =
        new Faults()
            .with(
                (name, after) -> {
                  if (name.equals("poll") && full.get()) {
                    throw new OutOfMemoryError("a record of 400 MB");
                  }
                });
    try (ArbiterNode arbiter = deployment.arbiter(deployment.settings(), faults).awaitHealthy();
        EmbeddedConsole console = console(deployment)) {
      OneEach.decide(deployment);
      full.set(true);

      assertVisible(StallCause.NO_OWNER, arbiter, console, output);
    }
  }

  @Test
  @Tag("nightly")
  void logTimeThatStands_isVisibleInEveryPlace(Deployment deployment, CapturedOutput output)
      throws Exception {
    AtomicBoolean lost = new AtomicBoolean();
    Faults faults = new Faults().loseTicks(lost::get);
    try (ArbiterNode arbiter = deployment.arbiter(deployment.settings(), faults).awaitHealthy();
        EmbeddedConsole console = console(deployment)) {
      OneEach.decide(deployment);
      lost.set(true);
      deployment.log().acquire(deployment.accountIn(PARTITION), "short", "/short", 1_000);

      assertVisible(StallCause.CLOCK, arbiter, console, output);
      lost.set(false);
      assertWell(arbiter, console);
    }
  }

  /** Each place shows what the table says, and none says that all is well. */
  private static void assertVisible(
      StallCause cause, ArbiterNode arbiter, EmbeddedConsole console, CapturedOutput output)
      throws Exception {
    long begin = System.nanoTime();
    List<String> cells =
        rows().filter(row -> plain(row.get(0)).equals(cause.name())).findFirst().orElseThrow();
    List<Supplier<String>> shown =
        List.of(
            () -> arbiter.get("/actuator/health/readiness") + arbiter.get("/actuator/health"),
            () -> partition(arbiter.get("/api/partitions")),
            () -> partitions(arbiter),
            () -> partition(get(console, "/api/partitions")),
            () -> metrics(arbiter),
            output::toString);
    String name = cause.name();
    String metric =
        "lockarbiter_stalled{cause=\"%s\",partition=\"%d\"} 1.0"
            .formatted(name.toLowerCase(Locale.ROOT), PARTITION);
    List<List<String>> always =
        List.of(
            List.of("\"reason\":\"" + name + "\"", "\"state\":\"STALLED\"", "Fix: "),
            List.of("\"reason\":\"" + name + "\"", "\"state\":\"STALLED\"", "Fix: "),
            List.of("STALLED, " + name, "partition=" + PARTITION + ": ", "Fix: "),
            List.of("\"section\":\"" + name + "\"", "\"state\":\"STALLED\"", "\"remedy\":"),
            List.of(metric),
            List.of("WARN"));
    List<String> seconds = new ArrayList<>();
    for (int place = 0; place < shown.size(); place++) {
      Supplier<String> text = shown.get(place);
      List<String> wanted = new ArrayList<>(codes(cells.get(place + 1)));
      wanted.addAll(always.get(place));
      await().untilAsserted(() -> assertThat(text.get()).contains(wanted.toArray(String[]::new)));
      seconds.add(
          "%s %.1f s".formatted(PLACES.get(place), (System.nanoTime() - begin) / 1_000_000_000.0));
    }
    System.out.println(cause + " was visible after at most: " + String.join(", ", seconds));
    assertThat(partition(arbiter.get("/api/partitions"))).doesNotContain("RUNNING");
    assertThat(partition(get(console, "/api/partitions"))).doesNotContain("\"OK\"");
    assertThat(
            output
                .toString()
                .lines()
                .filter(line -> line.contains(codes(cells.get(PLACES.size())).get(0)))
                .filter(line -> line.contains(" WARN ")))
        .as("it is said once")
        .hasSize(1);
  }

  private static void assertWell(ArbiterNode arbiter, EmbeddedConsole console) {
    arbiter.awaitHealthy();
    await().until(() -> partitions(arbiter).startsWith("exit code 0"));
    await().until(() -> partition(get(console, "/api/partitions")).contains("\"OK\""));
  }

  /** The part of an answer that is about the one. */
  private static String partition(String partitions) {
    return Stream.of(partitions.split("(?=\\{\"partition\":)", -1))
        .filter(text -> text.startsWith("{\"partition\":" + PARTITION + ","))
        .findFirst()
        .orElse("");
  }

  private static String metrics(ArbiterNode arbiter) {
    return arbiter
        .get("/actuator/prometheus")
        .lines()
        .filter(line -> line.contains("partition=\"" + PARTITION + "\""))
        .reduce("", (before, line) -> before + line + "\n");
  }

  /** {@code lockarbiter partitions}, as an operator runs it. */
  private static String partitions(ArbiterNode arbiter) {
    StringWriter text = new StringWriter();
    int code =
        LockArbiterCommand.commandLine(StopSignal.never())
            .setOut(new PrintWriter(text))
            .setErr(new PrintWriter(text, true))
            .execute("partitions", "--arbiter", arbiter.address());
    return "exit code " + code + "\n" + text;
  }

  private static String get(EmbeddedConsole console, String path) {
    try {
      return new ConsoleCaller(console.address()).get(path);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static EmbeddedConsole console(Deployment deployment) {
    return EmbeddedConsole.start(
        deployment.infrastructure(),
        0,
        Map.of(
            "lockarbiter.deployment",
            deployment.name(),
            "lockarbiter.topics.prefix",
            deployment.prefix()));
  }

  private static Producer<byte[], byte[]> transactional(Deployment deployment) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            deployment.brokers(),
            "transactional.id",
            deployment.name() + "-stranger",
            "transaction.timeout.ms",
            300_000),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
