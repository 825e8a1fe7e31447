package io.lockarbiter.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code checkouts ask} and {@code checkouts end}. */
class ActingCommandTest extends CheckedOutAccount {
  private static final List<String> WHO =
      List.of("--kafka", "k:9092", "--by", "ops-1", "--comment", "ann has left");

  @BeforeEach
  void checkOut() {
    checkOut("a1", "ann", "/docs/plan.docx", "note");
    checkOut("a2", "ann", "/docs/a.txt", "note");
    checkOut("b1", "bob", "/photos", "note");
  }

  @Test
  void end_releasesWhatIsSelectedByForce() {
    assertThat(run("end", "--sub-account", "ann", "--yes")).isZero();

    assertThat(fake.locks("acme")).extracting(lock -> lock.lock().lockId()).containsExactly("b1");
    assertThat(ends())
        .extracting(Released::by, Released::comment)
        .containsOnly(tuple("ops-1", "ann has left"))
        .hasSize(2);
    assertThat(arbiter.out().lines().skip(1))
        .containsExactly(
            "who  path                        since             until  lockId  note",
            "ann  /docs/plan.docx  2026-11-14 21:00  2026-12-14 21:00  a1      note",
            "ann  /docs/a.txt      2026-11-14 21:00  2026-12-14 21:00  a2      note",
            "lockId=a1 (/docs/plan.docx of ann): released by force",
            "lockId=a2 (/docs/a.txt of ann): released by force");
    assertThat(arbiter.err()).isEmpty();
  }

  @Test
  void end_ofWhatHasEndedMeanwhile_isDone() {
    arbiter.with("gone", "ann", "/gone", WEEK, "");

    assertThat(run("end", "gone", "--yes")).isZero();
    assertThat(arbiter.out())
        .contains("lockId=gone (/gone of ann): is not held: never granted, or ended longer ago");
  }

  @Test
  void ask_tellsTheMemberAndEndsNothing() {
    assertThat(run("ask", "b1", "--yes")).isZero();

    assertThat(fake.locks("acme")).hasSize(3);
    assertThat(requests())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.subject().lockId()).isEqualTo("b1");
              assertThat(request.by()).isEqualTo("ops-1");
              assertThat(request.comment()).isEqualTo("ann has left");
              assertThat(request.endsAt()).isNull();
            });
    assertThat(arbiter.out())
        .endsWith(
            "lockId=b1 (/photos of bob): its holder was asked to let go" + System.lineSeparator());
  }

  @Test
  void ask_withAGrace_endsAfterIt() {
    assertThat(run("ask", "b1", "--yes", "--grace", "2m")).isZero();
    assertThat(arbiter.out()).contains("and it is released by force at ");

    fake.pass(Duration.ofMinutes(3));
    assertThat(fake.locks("acme")).extracting(lock -> lock.lock().lockId()).doesNotContain("b1");
  }

  @Test
  void ask_ofWhomWasAskedAMomentAgo_isNotDone() {
    assertThat(run("ask", "b1", "--yes")).isZero();
    assertThat(run("ask", "b1", "--yes")).isEqualTo(1);
    assertThat(arbiter.out()).contains("was asked a moment ago and is not asked again before ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"y\n", "YES\n"})
  void agreement_acts(String answer) {
    answer(answer);
    assertThat(run("end", "--sub-account", "ann")).isZero();
    assertThat(arbiter.out()).contains("Release these 2 by force as ops-1? [y/N] ");
    assertThat(fake.locks("acme")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n\n", "\n", "yesterday\n", ""})
  void noAgreement_changesNothing(String answer) {
    answer(answer);
    assertThat(run("end", "--under", "/")).isEqualTo(1);
    assertThat(arbiter.out())
        .contains("Release these 3 by force as ops-1? [y/N] ", "Nothing was done.");
    assertThat(fake.locks("acme")).hasSize(3);
    assertThat(fake.commands())
        .noneMatch(command -> command instanceof ForceRelease || command instanceof Yield);
  }

  @Test
  void unknownId_isNamed_andTheOthersAreDone() {
    assertThat(run("end", "b1", "x9", "--yes")).isEqualTo(1);
    assertThat(arbiter.err())
        .startsWith("lockId=x9 is no check-out of account=acme that the options select");
    assertThat(fake.locks("acme")).hasSize(2);
  }

  /** As a script does it for each member who leaves. */
  @Test
  void memberWithoutCheckOuts_isNoFailure() {
    assertThat(run("end", "--sub-account", "zed", "--under", "/docs/", "--yes")).isZero();
    assertThat(arbiter.out()).contains("There is nothing to do.");
    assertThat(fake.locks("acme")).hasSize(3);
  }

  /** An id must not end what is no check-out. */
  @Test
  void idOfAnotherLock_isNotEnded() {
    try (LockClient client = fake.client("app")) {
      LockRequest request = LockRequest.upload("acme", "eve", "/upload");
      String id = client.acquireAsync(request).join().lock().lockId();
      arbiter.withLock(
          """
          {"lockId":"%s","subAccount":"eve","operation":"UPLOAD","path":"/upload","targets":[{"path":"/upload","mode":"PUT"}],
           "leaseMs":30000,"token":9,"grantedAt":1,"expiresAt":2}"""
              .formatted(id));

      assertThat(run("end", id, "--yes")).isEqualTo(1);
      assertThat(arbiter.err()).startsWith("lockId=" + id + " is no check-out");
      assertThat(arbiter.out()).contains("There is nothing to do.");
      assertThat(fake.locks("acme")).hasSize(4);
    }
  }

  @Test
  void limit_leavesTheYoungerOnes() {
    assertThat(run("end", "--sub-account", "ann", "--limit", "1", "--yes")).isEqualTo(1);
    assertThat(arbiter.err()).startsWith("1 younger ones are left out because of --limit=1");
    assertThat(fake.locks("acme")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ask", "end"})
  void nothingSelected_isRefused(String command) {
    assertThat(run(command, "--yes")).isEqualTo(64);
    assertThat(arbiter.err()).startsWith("nothing says which check-outs");
    assertThat(arbiter.asked()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--by, '', '--by= is empty'",
    "--comment, ' ', '--comment is blank'",
    "--grace, 11m, '--grace=PT11M, expected PT0S to PT10M'"
  })
  void wrongOption_isRefused(String option, String value, String why) {
    int code =
        arbiter.run(
            fake::client,
            option.equals("--by")
                ? new String[] {"ask", "b1", "--kafka", "k:9092", "--comment", "c", option, value}
                : option.equals("--comment")
                    ? new String[] {"ask", "b1", "--kafka", "k:9092", "--by", "o", option, value}
                    : Stream.concat(Stream.of("ask", "b1", option, value), WHO.stream())
                        .toArray(String[]::new));
    assertThat(code).isEqualTo(64);
    assertThat(arbiter.err()).contains(why);
  }

  @Test
  void commentThatIsTooLong_isRefused() {
    int code =
        arbiter.run(
            fake::client,
            "end",
            "b1",
            "--kafka=k:9092",
            "--by=ops-1",
            "--comment=" + "x".repeat(1025));
    assertThat(code).isEqualTo(64);
    assertThat(arbiter.err()).contains("--comment has 1025 UTF-8 bytes");
  }

  @Test
  void kafkaOutOfReach_isSaidWithTheRemedy() {
    int code =
        arbiter.run(
            options -> {
              throw new ArbiterUnreachableException("the brokers are silent");
            },
            arguments("end", "b1", "--yes"));
    assertThat(code).isEqualTo(70);
    assertThat(arbiter.err())
        .startsWith(
            "checkouts end: nothing was done, as Kafka at k:9092 cannot be reached: the brokers are silent. Fix: --kafka=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--prefix=eu."})
  void client_isOpenedForTheDeploymentOfTheArbiter(String prefix) {
    int code =
        arbiter.run(
            options -> {
              assertThat(options.topicPrefix()).isEqualTo("eu.");
              assertThat(options.kafka()).containsEntry("bootstrap.servers", "k:9092");
              return fake.client(options);
            },
            prefix.isEmpty()
                ? arguments("end", "b1", "--yes")
                : arguments("end", "b1", "--yes", prefix));
    assertThat(code).as(arbiter.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--prefix=", "--prefix=us."})
  void prefixOfAnotherDeployment_isRefused(String prefix) {
    assertThat(arbiter.run(arguments("end", "b1", "--yes", prefix))).isEqualTo(64);
    assertThat(arbiter.err())
        .startsWith(prefix + ", expected --prefix=eu. as " + arbiter.address() + " has it")
        .contains("deployment=eu", "another deployment", "Fix: leave --prefix out");
    assertThat(fake.locks("acme")).hasSize(3);
  }

  /** It has the same topics, and its arbiter knows none of the locks. */
  @Test
  void brokersOfAnotherDeployment_areNoticed() {
    FakeArbiter other = new FakeArbiter();
    assertThat(arbiter.run(other::client, arguments("end", "b1", "--yes"))).isEqualTo(1);
    assertThat(arbiter.out()).contains("lockId=b1 (/photos of bob): is not held");
    assertThat(arbiter.err())
        .startsWith("lockId=b1 is held on, as " + arbiter.address() + " shows.")
        .contains("Fix: --kafka=");
  }

  @ParameterizedTest
  @CsvSource({"'', it answers 404", "{}, 'no deployment, or no prefix'"})
  void arbiterThatDoesNotTellItsDeployment_letsNothingHappen(String answer, String why) {
    arbiter.deployment(answer);
    assertThat(arbiter.run(arguments("end", "b1", "--yes"))).isEqualTo(70);
    assertThat(arbiter.err()).contains("nothing was done, as ", why);
    assertThat(arbiter.asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "ask", "end"})
  void help_fitsATerminalAndHasExamples(String command) {
    assertThat(arbiter.run(command, "--help")).isZero();
    assertThat(arbiter.out())
        .startsWith("Usage: checkouts " + command)
        .contains("Exit codes:", "  lockarbiter checkouts " + command + " --account acme ");
    assertThat(arbiter.out().lines()).allMatch(line -> line.length() <= 80);
  }

  private int run(String... arguments) {
    return arbiter.run((LockClientOptions options) -> fake.client(options), arguments(arguments));
  }

  private static String[] arguments(String... arguments) {
    return Stream.concat(Stream.of(arguments), WHO.stream()).toArray(String[]::new);
  }

  private List<Released> ends() {
    return events(Released.class);
  }

  private List<YieldRequested> requests() {
    return events(YieldRequested.class);
  }

  private <T extends Event> List<T> events(Class<T> type) {
    return fake.events().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
