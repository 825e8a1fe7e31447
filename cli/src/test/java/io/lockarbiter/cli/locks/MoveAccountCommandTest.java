package io.lockarbiter.cli.locks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code move-account}. */
class MoveAccountCommandTest {
  private final FakeArbiter old = new FakeArbiter();
  private final FakeArbiter next = FakeArbiter.ofEpoch(1);
  private final Map<String, FakeArbiter> arbiters = new HashMap<>(Map.of("a.", old, "b.", next));
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final InputStream terminal = System.in;

  @TempDir private Path directory;

  @AfterEach
  void giveTerminalBack() {
    System.setIn(terminal);
  }

  private int run(String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of("--kafka=k:9092", "--prefix=a.", "--to-kafka=k:9092", "--to-prefix=b."));
    all.addAll(List.of(arguments));
    return runExactly(all);
  }

  private int runExactly(List<String> arguments) {
    CommandLine command =
        LockArbiterCommand.configured(
            new CommandLine(new MoveAccountCommand(StopSignal.never(), this::open)));
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(arguments.toArray(String[]::new));
  }

  private LockClient open(LockClientOptions options) {
    return Objects.requireNonNull(arbiters.get(options.topicPrefix())).client(options);
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(directory.resolve(file));
  }

  private String append(String file) {
    return "--switch-command=printf '%s\\n' \"$ACCOUNT\" >> '" + directory.resolve(file) + "'";
  }

  private static boolean isFree(FakeArbiter arbiter, String account) {
    return arbiter.locks(account).isEmpty();
  }

  @Test
  void accounts_areMovedAndTold() throws IOException {
    assertThat(run("acme", "umbra", "acme", append("switched"))).as(err.toString()).isZero();

    assertThat(lines("switched")).containsExactly("acme", "umbra");
    assertThat(out.toString())
        .contains("account=acme moved, paused for ")
        .contains("Accounts moved: 2 of 2. Paused for p50 ");
    assertThat(run("acme", append("switched"))).isZero();
    assertThat(out.toString()).contains("account=acme was moved before");
    assertThat(lines("switched")).hasSize(2);
    assertThat(old.locks("acme")).hasSize(1);
    assertThat(isFree(next, "acme")).isTrue();
  }

  @Test
  void manyAtOnce_areAllMoved() throws IOException {
    Path file = directory.resolve("accounts.txt");
    Files.write(file, IntStream.range(0, 200).mapToObj(n -> "acc" + n).toList());

    assertThat(run("--accounts-file=" + file, "--parallel=16", "--switch-command=:"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("Accounts moved: 200 of 200. Paused for p50 ");
  }

  /** Blanks, quotes, dollars, a hyphen and an at sign at the beginning, other scripts. */
  @Test
  void namesOfAFile_areTakenAsTheyAre() throws IOException {
    List<String> names =
        List.of(
            "acme corp",
            " x ",
            "--undo",
            "-h",
            "@file",
            "#1",
            "$(touch oops)`id`",
            "it's \"so\"",
            "back\\slash",
            "x".repeat(128),
            "Straße-株式会社-😀");
    Path file = directory.resolve("accounts.txt");
    Files.writeString(file, "\uFEFF" + String.join("\r\n\r\n", names) + "\n");

    assertThat(run("--accounts-file", file.toString(), append("switched")))
        .as(err.toString())
        .isZero();
    assertThat(lines("switched")).containsExactlyElementsOf(names);
    assertThat(names).allSatisfy(name -> assertThat(old.locks(name)).hasSize(1));
  }

  @ParameterizedTest
  @CsvSource({
    "--yes, no account is named",
    "acme --parallel=2, --parallel needs --switch-command or --yes",
    "acme --parallel=0 --yes, '--parallel=0, expected 1 to 64'",
    "acme --parallel=65 --yes, '--parallel=65, expected 1 to 64'",
    "acme --yes --grace=30s, --grace is not shorter than --wait",
    "acme --yes --wait=11m, waitingUpTo=PT11M",
    "acme --yes --closed-for=23h, --closed-for is shorter than 1d",
    "acme --yes --closed-for=3651d, keptFor=PT87624H",
    "acme --yes --accounts-file=none/there, cannot read --accounts-file",
  })
  void wrongArguments_areRefusedBeforeAnythingIsDone(String arguments, String problem) {
    assertThat(run(arguments.split(" "))).isIn(64, 70);
    assertThat(err.toString()).contains(problem);
    assertThat(old.commands()).isEmpty();
    assertThat(next.commands()).isEmpty();
  }

  private int runTo(String prefix) {
    return runExactly(
        List.of("acme", "--yes", "--kafka=k:9092", "--prefix=a.", "--to-kafka=k:9092", prefix));
  }

  @Test
  void sameDeploymentTwice_isRefused() {
    assertThat(runTo("--to-prefix=a.")).isEqualTo(64);
    assertThat(err.toString()).contains("name the old deployment again (topic=a.lock.commands)");
    assertThat(old.commands()).isEmpty();
  }

  @Test
  void newDeploymentWithoutItsTopics_isRefused() {
    assertThat(
            runExactly(
                List.of("acme", "--yes", "--kafka=k:9092", "--prefix=a.", "--to-kafka=j:9092")))
        .isEqualTo(64);
    assertThat(err.toString()).contains("--to-arbiter or --to-prefix is missing");
  }

  @Test
  void commandThatFails_leavesTheFirstClosedAndBeginsNoOther() {
    assertThat(run("acme", "umbra", "--switch-command=exit 3")).isEqualTo(1);

    assertThat(err.toString())
        .contains("account=acme is not moved, and closed in both deployments")
        .contains("the command ended with exit code 3")
        .contains("--undo");
    assertThat(out.toString()).contains("Accounts moved: 0 of 2. Not begun: 1.");
    assertThat(isFree(old, "umbra")).isTrue();

    assertThat(run("acme", "--undo")).isZero();
    assertThat(out.toString()).contains("account=acme is open where it was");
    assertThat(isFree(old, "acme")).isTrue();
    assertThat(isFree(next, "acme")).isFalse();
  }

  @Test
  void prefixThatIsEmpty_isToldByTheTopic() {
    arbiters.put("", next);
    assertThat(runTo("--to-prefix=")).isZero();
    assertThat(old.locks("acme"))
        .singleElement()
        .asString()
        .contains("note=moved to topic=lock.commands");
  }

  @Test
  void answerAtTheTerminal_decides() {
    System.setIn(new ByteArrayInputStream("y\n".getBytes(UTF_8)));
    assertThat(run("acme")).isZero();
    assertThat(out.toString()).contains("Switch its senders to the new deployment. Done? [y/N]");

    System.setIn(new ByteArrayInputStream("n\n".getBytes(UTF_8)));
    assertThat(run("umbra")).isEqualTo(1);
    assertThat(err.toString()).contains("you did not say y");
  }

  @Test
  void accountInUse_staysAndTheOthersMove() {
    try (LockClient user = old.client("user")) {
      user.checkOut(LockRequest.checkOut("acme", "ann", "/plan"), Duration.ofDays(1), "mine")
          .join();
      user.acquireAsync(LockRequest.freeze("umbra", "ops", "/")).join();
      CompletableFuture<Integer> code =
          CompletableFuture.supplyAsync(
              () -> run("acme", "umbra", "other", "--yes", "--wait=1s", "--grace=0s"),
              ThreadPerTask.EXECUTOR);
      while (!code.isDone()) {
        old.pass(Duration.ofMillis(10));
        LockSupport.parkNanos(1_000_000); // So that no lease runs out between two calls.
      }
      assertThat(code.join()).isEqualTo(1);
    }
    assertThat(err.toString())
        .contains("account=acme stays where it was: it is not free of locks: ")
        .contains("CHECK_OUT /plan of ann until ")
        .contains("(mine)")
        .contains("account=umbra stays where it was: it is not free of locks: ");
    assertThat(out.toString()).contains("Accounts moved: 1 of 3.");
  }

  @Test
  void newDeploymentThatIsSilent_leavesTheOldOneOpen() {
    next.stop();
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(() -> run("acme", "umbra", "--yes"), ThreadPerTask.EXECUTOR);
    while (!code.isDone()) {
      next.pass(Duration.ofSeconds(1));
      Thread.onSpinWait();
    }
    assertThat(code.join()).isEqualTo(70);
    assertThat(err.toString()).contains("Start the command again");
    assertThat(out.toString()).contains("Accounts moved: 0 of 2. Not begun: 1.");
    assertThat(isFree(old, "acme")).isTrue();

    next.start();
    assertThat(run("acme", "umbra", "--yes")).isZero();
  }

  @Test
  void kafkaThatCannotBeReached_isTold() {
    CommandLine command =
        LockArbiterCommand.configured(
            new CommandLine(
                new MoveAccountCommand(
                    StopSignal.never(),
                    options -> {
                      throw new ArbiterUnreachableException("nobody there");
                    })));
    command.setErr(new PrintWriter(err, true));
    assertThat(
            command.execute(
                "acme", "--kafka=k:1", "--prefix=a.", "--to-kafka=k:1", "--to-prefix=b."))
        .isEqualTo(70);
    assertThat(err.toString()).contains("nothing was done");
  }
}
