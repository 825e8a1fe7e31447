package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.e2e.process.JavaProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Accounts move under traffic to a deployment with more partitions, on real Kafka and Redis. */
@Cluster
class MoveAccountIT {
  private static final int MOST_KILLS = 8;

  @TempDir private Path directory;

  @Test
  void fiveAccounts_moveUnderTraffic(Deployment old) throws Exception {
    List<String> accounts = accounts(5);
    try (Deployment next = second(old)) {
      ArbiterNode oldArbiter = old.arbiter().awaitHealthy();
      ArbiterNode nextArbiter = next.arbiter("lockarbiter.epoch", "1").awaitHealthy();
      try (MovingTraffic traffic = new MovingTraffic(old, next, routes(), Duration.ofMillis(5))) {
        accounts.forEach(traffic::addWriters);
        String out =
            moved(
                Stream.concat(
                    options(old, oldArbiter, next, nextArbiter).stream(), accounts.stream()));
        awaitWork(traffic, 25);
        traffic.end();
        assertThat(out.lines().filter(line -> line.contains(" moved, paused for "))).hasSize(5);
        assertThat(out).contains("Accounts moved: 5 of 5.");
        assertThat(refusalAt(traffic.before(), accounts.get(0)))
            .isEqualTo(RejectReason.ACCOUNT_CLOSED);
      }
      CleanHistory.check(old);
      CleanHistory.check(next);
      MovedAccounts.of(old, next).check(accounts);
    }
  }

  @Test
  void oldDeploymentByAnotherAddress_isRefused(Deployment old) {
    StringWriter err = new StringWriter();
    String brokers = old.brokers();
    String same =
        brokers.contains("localhost")
            ? brokers.replace("localhost", "127.0.0.1")
            : brokers.replace("127.0.0.1", "localhost");
    int code =
        LockArbiterCommand.commandLine(StopSignal.never())
            .setErr(new PrintWriter(err, true))
            .execute(
                "move-account",
                "acme",
                "--yes",
                "--kafka=" + brokers,
                "--prefix=" + old.prefix(),
                "--to-kafka=" + same,
                "--to-prefix=" + old.prefix());
    assertThat(same).isNotEqualTo(brokers);
    assertThat(err.toString()).contains("name the old deployment again");
    assertThat(code).isEqualTo(64);
  }

  private static List<String> accounts(int number) {
    return IntStream.range(0, number).mapToObj(n -> "acc" + n).toList();
  }

  private static Deployment second(Deployment old) {
    return new Deployment(old.infrastructure(), old.name() + "-next").withPartitions(7);
  }

  private Path routes() throws Exception {
    return Files.createDirectories(directory.resolve("routes"));
  }

  private List<String> options(
      Deployment old, ArbiterNode oldArbiter, Deployment next, ArbiterNode nextArbiter)
      throws Exception {
    return List.of(
        "move-account",
        "--kafka=" + old.brokers(),
        "--arbiter=" + oldArbiter.address(),
        "--to-kafka=" + next.brokers(),
        "--to-arbiter=" + nextArbiter.address(),
        "--grace=2s",
        "--switch-command=: > '" + routes() + "'/$ACCOUNT");
  }

  /** Moves accounts by the command, in this JVM; returns its output. */
  private static String moved(Stream<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        LockArbiterCommand.commandLine(StopSignal.never())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    int code = command.execute(arguments.toArray(String[]::new));
    System.out.println(out);
    assertThat(code).as(err.toString()).isZero();
    return out.toString();
  }

  /** Everybody works on at the new place. */
  private static void awaitWork(MovingTraffic traffic, long number) {
    long then = traffic.granted();
    await().until(() -> traffic.granted() > then + number);
  }

  private static RejectReason refusalAt(LockClient client, String account) {
    try {
      throw new AssertionError(
          "granted: "
              + client
                  .acquireAsync(LockRequest.download(account, "late", "/"))
                  .orTimeout(30, TimeUnit.SECONDS)
                  .join());
    } catch (CompletionException e) {
      return ((LockRefusedException) Objects.requireNonNull(e.getCause())).reason();
    }
  }

  /**
   * Some move at once, by a process that is killed again and again and started with the same
   * options. Members write, hold locks until they are asked, never let go, or were not told.
   */
  @Test
  @Tag("nightly")
  void hundredAccounts_areMovedByProcessesThatAreKilled(Deployment old) throws Exception {
    List<String> accounts = accounts(100);
    Path file = directory.resolve("accounts.txt");
    Files.write(file, accounts);
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    try (Deployment next = second(old)) {
      ArbiterNode oldArbiter = old.arbiter().awaitHealthy();
      ArbiterNode nextArbiter = next.arbiter("lockarbiter.epoch", "1").awaitHealthy();
      List<String> arguments =
          Stream.concat(
                  options(old, oldArbiter, next, nextArbiter).stream(),
                  Stream.of("--accounts-file=" + file, "--parallel=4"))
              .toList();
      try (MovingTraffic traffic = new MovingTraffic(old, next, routes(), Duration.ofMillis(100))) {
        accounts.forEach(traffic::addWriters);
        accounts.forEach(traffic::addLateAndLong);
        accounts.stream().filter(account -> account.endsWith("7")).forEach(traffic::addStubborn);
        int kills = 0;
        while (!isMoved(arguments, kills < MOST_KILLS ? 300 + random.nextInt(3_000) : 0)) {
          kills++;
        }
        System.out.printf("seed %d: killed %d times%n", seed, kills);
        assertThat(kills).as("kills").isPositive();
        awaitWork(traffic, 500);
        traffic.end();
      }
      CleanHistory.check(old);
      CleanHistory.check(next);
      MovedAccounts.of(old, next).check(accounts);
    }
  }

  /**
   * Runs the command in a process.
   *
   * @param killedAfterMs the time after its first account until it is killed; 0 = never
   * @return whether it ended by itself, with all accounts moved
   */
  private static boolean isMoved(List<String> arguments, long killedAfterMs) throws Exception {
    ProcessBuilder builder =
        JavaProcess.builder(
            System.getProperty("java.class.path"), LockArbiterCommand.class.getName(), arguments);
    try (JavaProcess process = JavaProcess.start(builder)) {
      if (killedAfterMs > 0) {
        process.await("account=|Accounts moved");
        TimeUnit.MILLISECONDS.sleep(killedAfterMs);
        process.kill();
      }
      process.awaitExit(Duration.ofMinutes(5));
      String output = process.output();
      if (!output.contains("Accounts moved: 100 of 100.")) {
        assertThat(killedAfterMs).as(output).isPositive();
        return false;
      }
      System.out.println(output.lines().filter(line -> line.contains("Accounts moved")).toList());
      return true;
    }
  }
}
