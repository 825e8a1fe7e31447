package io.lockarbiter.cli.locks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.testing.FakeArbiter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code release}. */
class ReleaseAllCommandTest {
  private final FakeArbiter fake = new FakeArbiter();
  private final LockClient app = fake.client("app");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final InputStream terminal = System.in;

  @BeforeEach
  void hold() {
    app.acquireAsync(LockRequest.upload("acme", "ann", "/a").session("laptop")).join();
    app.acquireAsync(LockRequest.upload("acme", "ann", "/b").session("phone")).join();
    app.acquireAsync(LockRequest.upload("acme", "bob", "/c").session("laptop")).join();
  }

  @AfterEach
  void close() {
    System.setIn(terminal);
    app.close();
  }

  private int run(Function<LockClientOptions, LockClient> clients, String... arguments) {
    List<String> all =
        new ArrayList<>(List.of("--account", "acme", "--sub-account", "ann", "--kafka", "k:9092"));
    all.add("--prefix=eu.");
    all.addAll(List.of(arguments));
    CommandLine command =
        LockArbiterCommand.configured(new CommandLine(new ReleaseAllCommand(clients)));
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(all.toArray(String[]::new));
  }

  private int run(String... arguments) {
    return run(
        options -> {
          assertThat(options.topicPrefix()).isEqualTo("eu.");
          return fake.client("cli");
        },
        arguments);
  }

  private List<String> held() {
    return fake.locks("acme").stream()
        .map(lock -> lock.lock().owner().subAccount() + " " + lock.lock().path())
        .sorted()
        .toList();
  }

  @Test
  void session_losesItsLocks() {
    assertThat(run("--session", "laptop", "--yes")).isZero();

    assertThat(held()).containsExactly("ann /b", "bob /c");
    assertThat(out.toString())
        .isEqualTo(
            "Locks released: 1. Waiting requests cancelled: 0. topic=eu.lock.commands"
                + System.lineSeparator());
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void arbiter_tellsTheTopicsAndMustAgree() throws IOException {
    try (ArbiterWithLocks arbiter = new ArbiterWithLocks()) {
      String address = "--arbiter=" + arbiter.address();
      assertThat(run("--session", "laptop", "--yes", address)).isZero();
      assertThat(out.toString()).contains("deployment=eu topic=eu.lock.commands");

      arbiter.deployment("{\"deployment\":\"us\",\"topicPrefix\":\"\"}");
      assertThat(run("--all-sessions", "--yes", address)).isEqualTo(64);
      assertThat(err.toString()).contains("--prefix=eu., expected --prefix= as ");
    }
    assertThat(held()).containsExactly("ann /b", "bob /c");
  }

  @Test
  void sessionThatHoldsNothing_mayBeMisspelled() {
    assertThat(run("--session", "lapotp", "--yes")).isZero();

    assertThat(held()).hasSize(3);
    assertThat(out.toString())
        .contains("Locks released: 0.", "misspelled", "/api/accounts/acme/locks?subAccount=ann");
  }

  @Test
  void silentArbiter_isSaidWithWhatFollows() {
    fake.stop();
    LockClient client = fake.client("cli");
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () -> run(options -> client, "--all-sessions", "--yes"), ThreadPerTask.EXECUTOR);

    await()
        .until(
            () -> {
              fake.pass(Duration.ofSeconds(10));
              return code.isDone();
            });

    assertThat(code.join()).isEqualTo(70);
    assertThat(err.toString()).contains("the arbiter carries it out when it runs again");
  }

  @Test
  void member_losesThoseOfAllSessions() {
    assertThat(run("--all-sessions", "--yes")).isZero();

    assertThat(held()).containsExactly("bob /c");
  }

  @Test
  void neitherOneSessionNorAll_isAMistake() {
    assertThat(run("--yes")).isEqualTo(64);
    assertThat(run("--yes", "--session", "laptop", "--all-sessions")).isEqualTo(64);

    assertThat(held()).hasSize(3);
    assertThat(err.toString()).contains("--session=ID", "--all-sessions");
  }

  @Test
  void badSession_isNamed() {
    assertThat(run("--session", "", "--yes")).isEqualTo(64);

    assertThat(err.toString()).startsWith("--session= is empty");
  }

  @ParameterizedTest
  @CsvSource({
    "--session=laptop, End all that ann in session laptop holds and waits for in account acme (topic=eu.lock.commands)? [y/N] ",
    "--all-sessions, End all that ann holds and waits for in account acme (topic=eu.lock.commands)? [y/N] "
  })
  void agreement_acts(String sessions, String question) {
    System.setIn(new ByteArrayInputStream("y\n".getBytes(UTF_8)));

    assertThat(run(sessions)).isZero();

    assertThat(out.toString()).startsWith(question);
    assertThat(held()).hasSizeLessThan(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n\n", ""})
  void noAgreement_changesNothing(String answer) {
    System.setIn(new ByteArrayInputStream(answer.getBytes(UTF_8)));

    assertThat(run("--all-sessions")).isEqualTo(1);

    assertThat(held()).hasSize(3);
    assertThat(out.toString()).endsWith("Nothing was done." + System.lineSeparator());
  }

  @Test
  void kafkaOutOfReach_isSaidWithTheRemedy() {
    int code =
        run(
            options -> {
              throw new ArbiterUnreachableException("no broker answers");
            },
            "--all-sessions",
            "--yes");

    assertThat(code).isEqualTo(70);
    assertThat(err.toString()).contains("nothing was done", "no broker answers", "Fix: --kafka");
  }
}
