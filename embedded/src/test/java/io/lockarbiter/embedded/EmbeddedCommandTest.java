package io.lockarbiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class EmbeddedCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      EmbeddedCommand.commandLine(StopSignal.never(), url -> new ReferenceLockStore())
          .setOut(new PrintWriter(out, true))
          .setErr(new PrintWriter(err, true));

  @ParameterizedTest
  @ValueSource(strings = {"demo", "up", "console", "gateway", "serve", "scenarios"})
  void help_tellsWhatASubcommandDoes(String name) {
    assertThat(command.execute(name, "--help")).isZero();
    assertThat(out.toString())
        .startsWith("Usage: lockarbiter " + name)
        .hasLineCount((int) out.toString().lines().count());
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void helpOfUp_tellsHowSettingsAreGiven() {
    assertThat(command.execute("up", "--help")).isZero();
    assertThat(out.toString()).contains("LOCKARBITER_NAMES_WITHOUT_CASE=true ./lockarbiter up");
  }

  @Test
  void help_isWhatTheLauncherTellsBeforeAnythingIsBuilt() throws Exception {
    assertThat(command.execute("--help")).isZero();
    assertThat(out.toString()).isEqualTo(Files.readString(Path.of("../docs/usage.txt")));
  }

  @Test
  void version_isTold() {
    assertThat(command.execute("--version")).isZero();
    assertThat(out.toString()).startsWith("Lock Arbiter ").contains("Java " + Runtime.version());
  }

  @Test
  void noSubcommand_isAMistakeAndShowsTheHelp() {
    assertThat(command.execute()).isEqualTo(2);
    assertThat(err.toString()).contains("Usage: lockarbiter", "demo", "serve");
  }

  @ParameterizedTest
  @CsvSource({
    "--rate=fast, '--rate=fast, expected max'",
    "--seconds=0, '--seconds=0, expected at least 1'",
    "--seconds=x, 'Invalid value for option ''--seconds'': ''x'' is not an int'"
  })
  void badArgumentOfTheDemo_isNamed(String argument, String message) {
    assertThat(command.execute("demo", argument)).isEqualTo(2);
    assertThat(err.toString()).startsWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rate=max --no-locks",
        "--rate=max --serial",
        "--serial --no-locks",
        "--yield --no-locks",
        "--yield --serial",
        "--yield --rate=max"
      })
  void twoKindsOfRunAtATime_areRefused(String arguments) {
    assertThat(command.execute(("demo " + arguments).split(" "))).isEqualTo(2);
    assertThat(err.toString())
        .startsWith(
            "--no-locks, --serial, --rate, --yield and --lose-redis are runs of their"
                + " own: choose one");
  }

  @ParameterizedTest
  @CsvSource({
    "redis:6379, '--redis is not of the form redis://HOST:PORT, or rediss://HOST:PORT with TLS'",
    "redis://:secret@host, '--redis is not of the form redis://HOST:PORT, or rediss://HOST:PORT"
        + " with TLS'"
  })
  void badRedisAddress_isRefusedWithoutShowingIt(String address, String message) {
    assertThat(command.execute("serve", "--kafka=k:9092", "--redis=" + address)).isEqualTo(2);
    assertThat(err.toString()).startsWith(message).doesNotContain("secret");
  }

  @Test
  void unknownArgumentOfServe_isNamed() {
    assertThat(command.execute("serve", "--kafka=k:9092", "--redis=redis://r:6379", "--colour"))
        .isEqualTo(2);
    assertThat(err.toString())
        .startsWith("unknown argument '--colour', expected a setting of the form --name=value");
  }

  @Test
  void missingAddresses_areNamed() {
    assertThat(command.execute("serve")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("Missing required options: '--kafka=HOST:PORT', '--redis=URL'");
  }

  @Test
  void gateway_needsNoRedis() {
    assertThat(command.execute("gateway")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("Missing required options: '--kafka=HOST:PORT'")
        .doesNotContain("redis");
  }

  @Test
  void keyOfAGateway_isMadeWithoutSettings() {
    assertThat(command.execute("gateway", "key", "web")).isZero();
    assertThat(command.execute("gateway", "key", "no name")).isEqualTo(2);
    assertThat(command.execute("gateway", "key")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required parameter: 'SUBJECT'");
  }
}
