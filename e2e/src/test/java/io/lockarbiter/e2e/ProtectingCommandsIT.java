package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.e2e.process.JavaProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code lockarbiter checkouts} and {@code lockarbiter freezes} on a running deployment. */
@EveryFifthDay
@Cluster
class ProtectingCommandsIT {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final String HOSTILE = "\u001b[2J\r\nforged \u202ecba 漢字";

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private static Deployment deployment;
  private static ArbiterNode arbiter;
  private static LockClient locks;

  private record Answer(int code, String out, String err) {
    List<String> rows() {
      return out.lines().skip(2).map(row -> row.replaceAll(" {2,}", "|")).toList();
    }
  }

  @BeforeAll
  static void start(Deployment started) {
    deployment = started;
    arbiter = started.arbiter().awaitHealthy();
    locks = KafkaLockClient.open(started.clientOptions());
  }

  @AfterAll
  static void close() throws Exception {
    locks.close();
    deployment.close();
  }

  private static void checkOut(String account, String id, String member, String path, String note) {
    locks.checkOut(LockRequest.checkOut(account, member, path), WEEK, note, id).join();
  }

  @Test
  void list_hasCheckOutsAloneAndHarmsNoTerminal() {
    String account = "li st/ü";
    checkOut(account, "l1", "ann", "/docs/plan.docx", HOSTILE);
    checkOut(account, "l2", "bob", "/docs/2025", "year end");
    checkOut(account, "l3", "ann", "/photos", "");
    locks.acquireAsync(LockRequest.upload(account, "ann", "/docs/a.txt")).join();

    Answer all = run("list", "--account", account);
    assertThat(all.code()).as(all.err()).isZero();
    assertThat(all.out())
        .startsWith("3 of 3 check-outs of account=" + account + " under /, log time ");
    assertThat(
            all.rows().stream()
                .map(row -> row.replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d", "T")))
        .containsExactly(
            "ann|/docs/plan.docx|T|T|l1|<U+001B>[2J<U+000D><U+000A>forged <U+202E>cba 漢字",
            "bob|/docs/2025|T|T|l2|year end",
            "ann|/photos|T|T|l3");

    assertThat(run("list", "--account", account, "--under", "/docs", "--sub-account", "ann").rows())
        .singleElement()
        .asString()
        .startsWith("ann|/docs/plan.docx|");
    assertThat(run("list", "--account", account, "--older-than", "1h").rows()).isEmpty();
    assertThat(run("list", "--account", account, "--json").out().lines())
        .hasSize(3)
        .noneMatch(line -> line.contains("\u001b") || line.contains("\u202e"));
  }

  @Test
  void ask_reachesTheLogAndEndsNothing() {
    checkOut("asked", "a1", "ann", "/a", "");
    checkOut("asked", "a2", "bob", "/b", "");

    Answer asked = act("ask", "--account", "asked", "--sub-account", "ann", "--yes");
    assertThat(asked.code()).as(asked.err()).isZero();
    assertThat(asked.out()).contains("lockId=a1 (/a of ann): its holder was asked to let go");
    assertThat(events("asked").filter(YieldRequested.class::isInstance))
        .singleElement()
        .satisfies(event -> assertThat(((YieldRequested) event).by()).isEqualTo("ops-1"));
    assertThat(run("list", "--account", "asked").rows()).hasSize(2);
  }

  @Test
  void end_letsOthersChangeTheFileAtOnce() {
    checkOut("ended", "e1", "ann", "/docs/plan.docx", "back on Monday");
    checkOut("ended", "e2", "bob", "/photos", "");
    LockRequest upload = LockRequest.upload("ended", "bob", "/docs/plan.docx");
    assertThat(locks.acquireAsync(upload))
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .withCauseInstanceOf(LockRefusedException.class)
        .withMessageContaining("back on Monday");

    Answer ended = act("end", "--account", "ended", "e1", "--yes");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("lockId=e1 (/docs/plan.docx of ann): released by force");
    assertThat(locks.acquireAsync(upload)).succeedsWithin(Duration.ofSeconds(30));
    assertThat(events("ended").filter(Released.class::isInstance).map(Released.class::cast))
        .singleElement()
        .satisfies(
            end -> {
              assertThat(end.reason()).isEqualTo(ReleaseReason.FORCED);
              assertThat(end.by()).isEqualTo("ops-1");
              assertThat(end.comment()).isEqualTo("on leave");
            });
    assertThat(run("list", "--account", "ended").rows()).hasSize(1);

    Answer again = act("end", "--account", "ended", "e1", "--yes");
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("lockId=e1 is no check-out of account=ended");
  }

  @Test
  void questionWithoutAnAnswer_endsAtASignal() {
    checkOut("unanswered", "u1", "ann", "/a", "");
    try (JavaProcess end =
        JavaProcess.start(
            LockArbiterCommand.class,
            "checkouts",
            "end",
            "--account=unanswered",
            "u1",
            "--arbiter=" + arbiter.address(),
            "--kafka=" + deployment.brokers(),
            "--prefix=" + deployment.prefix(),
            "--by=ops-1",
            "--comment=on leave")) {
      end.await("\\[y/N\\]");
      end.stop();
      assertThat(end.awaitExit()).isEqualTo(130);
      assertThat(end.output()).doesNotContain("still not ended");
    }
    assertThat(run("list", "--account", "unanswered").rows()).hasSize(1);
  }

  @Test
  void topicsOfAnotherDeployment_areRefusedAndNothingIsDone() {
    checkOut("kept", "k1", "ann", "/a", "");
    Answer answer =
        run(
            "end",
            "--account=kept",
            "k1",
            "--yes",
            "--kafka=" + deployment.brokers(),
            "--prefix=no.",
            "--by=ops-1",
            "--comment=c");
    assertThat(answer.code()).isEqualTo(64);
    assertThat(answer.err())
        .startsWith("--prefix=no., expected --prefix=" + deployment.prefix() + " as ");
    assertThat(run("list", "--account", "kept").rows()).hasSize(1);
  }

  @Test
  void topicsThatAreNotThere_areSaidAndNothingIsFrozen() {
    Answer answer =
        runOf(
            "freezes",
            Stream.concat(
                freezeArguments("absent", "1m"),
                Stream.of("--kafka=" + deployment.brokers(), "--prefix=no.", "--by=ops-1")));
    assertThat(answer.code()).isEqualTo(70);
    assertThat(answer.err()).contains("topic=no.lock.events does not exist");
  }

  @Test
  void topics_areThoseOfTheArbiter() {
    checkOut("told", "t1", "ann", "/a", "");
    Answer answer =
        run(
            "end",
            "--account=told",
            "t1",
            "--yes",
            "--kafka=" + deployment.brokers(),
            "--by=ops-1",
            "--comment=c");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(run("list", "--account", "told").rows()).isEmpty();
  }

  @Test
  void freeze_asksWhoWrites_standsWithoutAProcess_andIsLifted() {
    LockRequest upload = LockRequest.upload("frozen", "ann", "/docs/a");
    Lease writing = locks.acquireAsync(upload).join();
    writing.onYieldRequested(request -> writing.close());

    Answer started = freeze("frozen", "1m");
    assertThat(started.code()).as(started.err()).isZero();
    assertThat(started.out())
        .startsWith("Waits for those who write there, 2m at most")
        .contains("account=frozen stands still under / for 2h. lockId=")
        .contains("topic=" + deployment.prefix() + "lock.commands");
    assertThat(locks.acquireAsync(upload))
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .withCauseInstanceOf(LockRefusedException.class)
        .withMessageContaining("nightly backup");

    Answer list =
        runOf("freezes", Stream.concat(Stream.of("list", "--account=frozen"), atArbiter()));
    String lockId = list.rows().get(0).split("\\|")[4];
    assertThat(started.out()).contains("lockId=" + lockId);
    Answer lifted =
        runOf(
            "freezes",
            Stream.of(
                    Stream.of("end", "--account=frozen", lockId, "--yes", "--comment=done"),
                    onKafka(),
                    atArbiter())
                .flatMap(part -> part));
    assertThat(lifted.code()).as(lifted.err()).isZero();
    assertThat(locks.acquireAsync(upload)).succeedsWithin(Duration.ofSeconds(30));
  }

  @Test
  void freezeThatIsStoppedWhileItWaits_leavesNothing() {
    LockRequest upload = LockRequest.upload("stopped", "ann", "/docs/a");
    Lease writing = locks.acquireAsync(upload).join();
    String[] arguments =
        Stream.concat(
                Stream.of("freezes"), Stream.concat(freezeArguments("stopped", "1m"), onKafka()))
            .toArray(String[]::new);
    try (JavaProcess freeze = JavaProcess.start(LockArbiterCommand.class, arguments)) {
      freeze.await("Waits for those who write there");
      freeze.stop();
      assertThat(freeze.awaitExit()).isEqualTo(1);
      assertThat(freeze.output()).contains("Stopped: nothing stands still.");
    }

    writing.close();
    assertThat(
            locks.acquireAsync(
                LockRequest.upload("stopped", "bob", "/docs/b").waitingUpTo(LONGEST_WAIT)))
        .succeedsWithin(Duration.ofSeconds(60));
    assertThat(events("stopped"))
        .filteredOn(Granted.class::isInstance)
        .extracting(event -> ((Granted) event).subject().operationWord())
        .containsOnly("UPLOAD");
  }

  private static Stream<Event> events(String account) {
    return deployment.log().read(deployment.events()).stream()
        .map(record -> EventCodec.decode(record.value()))
        .filter(event -> account.equals(event.head().account()));
  }

  private static Answer act(String... arguments) {
    return run(
        Stream.of(Stream.of(arguments), onKafka(), Stream.of("--comment=on leave"))
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  private static Stream<String> onKafka() {
    return Stream.of(
        "--kafka=" + deployment.brokers(), "--prefix=" + deployment.prefix(), "--by=ops-1");
  }

  private static Stream<String> atArbiter() {
    return Stream.of("--arbiter=" + arbiter.address());
  }

  private static Answer freeze(String account, String grace) {
    return runOf("freezes", Stream.concat(freezeArguments(account, grace), onKafka()));
  }

  private static Stream<String> freezeArguments(String account, String grace) {
    return Stream.of(
        "start",
        "--account=" + account,
        "--path=/",
        "--for=2h",
        "--note=nightly backup",
        "--wait=2m",
        "--grace=" + grace);
  }

  private static Answer run(String... arguments) {
    return runOf("checkouts", Stream.concat(Stream.of(arguments), atArbiter()));
  }

  private static Answer runOf(String group, Stream<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = LockArbiterCommand.commandLine(StopSignal.never());
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int code = command.execute(Stream.concat(Stream.of(group), arguments).toArray(String[]::new));
    return new Answer(code, out.toString(), err.toString());
  }
}
