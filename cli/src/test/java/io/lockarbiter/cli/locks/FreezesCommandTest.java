package io.lockarbiter.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.testing.FakeArbiter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code freezes start}, {@code list} and {@code end}. */
class FreezesCommandTest {
  private static final List<String> START =
      List.of("start", "--account", "acme", "--kafka", "k:9092", "--by", "ops", "--for", "2h");
  private static final String HERE = "--prefix=";

  private final FakeArbiter fake = new FakeArbiter();
  private final LockClient members = fake.client("app");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void close() {
    members.close();
  }

  @Test
  void start_leavesAFreezeThatNeedsNoProcess() {
    assertThat(start("--path", "/", "--note", "nightly backup")).isZero();

    assertThat(fake.locks("acme"))
        .singleElement()
        .satisfies(
            freeze -> {
              assertThat(freeze.lock().owner()).isEqualTo(new Owner("ops", null));
              assertThat(freeze.lock().targets().get(0).mode()).isEqualTo(Mode.FREEZE);
              assertThat(freeze.lock().attributes())
                  .containsEntry(LockFields.NOTE, "nightly backup");
              assertThat(out.toString())
                  .startsWith(
                      "account=acme stands still under / for 2h. lockId="
                          + freeze.lock().lockId()
                          + " topic=lock.commands")
                  .contains("Nobody had to be waited for. A misspelled account");
            });
    fake.pass(Duration.ofMinutes(119));
    assertThat(fake.locks("acme")).hasSize(1);
    fake.pass(Duration.ofMinutes(2));
    assertThat(fake.locks("acme")).isEmpty();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void start_isForTheDeploymentOfTheArbiter_andItsLineToPasteToo() throws IOException {
    try (ArbiterWithLocks arbiter = new ArbiterWithLocks().of(fake)) {
      CommandLine command =
          FreezesCommand.commandLine(
              StopSignal.never(),
              options -> {
                assertThat(options.topicPrefix()).isEqualTo("eu.");
                return fake.client(options);
              });
      int code =
          arbiter.run(
              command,
              "start",
              "--kafka=k:9092",
              "--by=o'neill ops",
              "--for=2h",
              "--path=/",
              "--note=n");

      assertThat(code).as(arbiter.err()).isZero();
      String id = fake.locks("acme").get(0).lock().lockId();
      assertThat(arbiter.out().lines())
          .contains(
              "account=acme stands still under / for 2h. lockId=%s deployment=eu topic=eu.lock.commands"
                  .formatted(id),
              "  lockarbiter freezes end --account acme %s --arbiter %s --kafka k:9092 --prefix=eu. --by 'o'\\''neill ops' --comment …"
                  .formatted(id, arbiter.address()));
    }
  }

  /** It has the same topics on other brokers. */
  @Test
  void start_atBrokersOfAnotherDeployment_leavesNothing() throws IOException {
    try (ArbiterWithLocks arbiter = new ArbiterWithLocks().of(new FakeArbiter())) {
      String arguments = "start --kafka=k:9092 --by=ops --for=2h --path=/ --note=n";
      assertThat(arbiter.run(command(), arguments.split(" "))).isEqualTo(1);
      assertThat(arbiter.out()).doesNotContain("stands still");
      assertThat(arbiter.err())
          .startsWith("Nothing stands still: lockId=")
          .contains(arbiter.address() + " does not show it", "Fix: --kafka=");
    }
    assertThat(fake.locks("acme")).isEmpty();
  }

  @Test
  void start_withThePrefixOfAnotherDeployment_isRefused() throws IOException {
    try (ArbiterWithLocks arbiter = new ArbiterWithLocks()) {
      String arguments = "start --kafka=k:9092 --by=ops --for=2h --path=/ --note=n --prefix=us.";
      assertThat(arbiter.run(command(), arguments.split(" "))).isEqualTo(64);
      assertThat(arbiter.err()).startsWith("--prefix=us., expected --prefix=eu. as ");
    }
    assertThat(fake.commands()).isEmpty();
  }

  @Test
  void start_whileSomebodyWrites_isNotFrozenAfterItsWait() {
    var unused = members.acquireAsync(LockRequest.upload("acme", "ann", "/docs/a")).join();

    assertThat(start("--path", "/docs", "--note", "n", "--wait", "0s")).isEqualTo(1);

    assertThat(err.toString()).startsWith("Nothing stands still: ").contains("CONFLICT", "ann");
    assertThat(fake.locks("acme")).hasSize(1);
  }

  @Test
  void start_thatMayNotBeKept_leavesNothing() {
    fake.set(Setting.KEPT_PER_SUB_ACCOUNT, 1);
    freeze();

    assertThat(start("--path", "/docs", "--note", "n")).isEqualTo(1);

    assertThat(err.toString()).contains("Nothing stands still: ", "keptPerSubAccount");
    assertThat(fake.locks("acme")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "--path, docs, path",
    "--for, 31d, keptFor=PT744H",
    "--for, 30s, keptFor=PT30S",
    "--by, '', subAccount is empty",
    "--wait, 11m, waitingUpTo=PT11M",
    "--grace, 1m, '--grace=1m, expected less than --wait=1m'",
    "--note, ' ', '--note is blank'"
  })
  void start_withAWrongOption_isRefused(String option, String value, String why) {
    List<String> given = List.of("--path", "/docs", "--note", "n", "--for", "2h", "--by", "ops");
    String[] arguments =
        Stream.concat(
                Stream.of("start", "--account", "acme", "--kafka", "k:9092", option, value),
                Stream.iterate(0, at -> at < given.size(), at -> at + 2)
                    .filter(at -> !given.get(at).equals(option))
                    .flatMap(at -> given.subList(at, at + 2).stream()))
            .toArray(String[]::new);

    assertThat(run(arguments)).isEqualTo(64);

    assertThat(err.toString()).contains(why);
    assertThat(fake.commands()).isEmpty();
  }

  @Test
  void listAndEnd_areAboutFreezesOnly() throws IOException {
    String id = freeze();
    try (ArbiterWithLocks arbiter =
        new ArbiterWithLocks()
            .with(Protection.FREEZE, id, "ops", "/docs", Duration.ofHours(1), "backup")
            .with("c1", "ann", "/docs/plan.docx", Duration.ofHours(2), "note")) {
      assertThat(arbiter.run(command(), "list")).isZero();
      assertThat(arbiter.asked()).allMatch(address -> address.contains("mode=FREEZE"));
      assertThat(arbiter.out().lines())
          .hasSize(3)
          .startsWith("1 of 1 freezes of account=acme under /, log time 2026-11-21 21:00 UTC")
          .endsWith("ops  /docs  2026-11-21 20:00  2026-12-21 20:00  " + id + "  backup");

      assertThat(arbiter.run(command(), end("c1"))).isEqualTo(1);
      assertThat(arbiter.err()).contains("lockId=c1 is no freeze of account=acme");

      arbiter.of(fake);
      assertThat(arbiter.run(command(), end(id))).isZero();
      assertThat(arbiter.out()).contains("lockId=" + id + " (/docs of ops): released by force");
      assertThat(fake.locks("acme")).isEmpty();
      assertThat(fake.events())
          .filteredOn(Released.class::isInstance)
          .map(Released.class::cast)
          .extracting(Released::reason, Released::by, Released::comment)
          .containsExactly(tuple(ReleaseReason.FORCED, "ops-1", "the backup is done"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"start", "list", "end"})
  void help_fitsATerminalAndHasExamples(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString())
        .startsWith("Usage: freezes " + command + " [-hV]")
        .contains("%n  64   wrong arguments".formatted(), "  lockarbiter freezes " + command + " ");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "end"})
  void withoutAnAccount_hasTheExitCodeOfWrongArguments(String command) {
    assertThat(run(command)).isEqualTo(64);
  }

  /** Freezes without a process, and returns the lock's id. */
  private String freeze() {
    Lease lease =
        members
            .acquireAsync(LockRequest.freeze("acme", "ops", "/docs").keptFor(Duration.ofDays(1)))
            .join();
    lease.abandon();
    return lease.lockId();
  }

  private static String[] end(String lockId) {
    return new String[] {
      "end",
      lockId,
      "--yes",
      "--kafka",
      "k:9092",
      "--by",
      "ops-1",
      "--comment",
      "the backup is done"
    };
  }

  private int start(String... more) {
    return run(
        Stream.of(START.stream(), Stream.of(more), Stream.of(HERE))
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  private CommandLine command() {
    return FreezesCommand.commandLine(StopSignal.never(), fake::client);
  }

  private int run(String... arguments) {
    CommandLine command = command();
    LockArbiterCommand.configured(command)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }
}
