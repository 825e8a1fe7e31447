package io.lockarbiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Repairs that fail before they ask any server; {@code RepairIT} has the others. */
class RepairCommandTest {
  private static final List<String> WHICH = List.of("--partition", "3", "--halt", "4f2a90c1");

  private record Answer(int code, String text) {}

  @Test
  void hostWithoutAnAddress_isToldWithTheRemedyAlone() {
    Answer answer = repair("--kafka", "nohost.invalid:9092", "--redis", "redis://127.0.0.1:1");

    assertThat(answer.code()).isEqualTo(70);
    assertThat(answer.text())
        .startsWith(
            "partition=3 of deployment=lockarbiter; asking Kafka at nohost.invalid:9092 and Redis at redis://127.0.0.1:1 …")
        .contains("Kafka at nohost.invalid:9092 cannot be asked: ", "Fix: ")
        .doesNotContain("\tat ");
  }

  @Test
  void passwordInTheAddress_isNotTold() {
    Answer answer =
        repair("--kafka", "nohost.invalid:9092", "--redis", "redis://me:hush@127.0.0.1:1");

    assertThat(answer.text()).contains("asking Kafka at ").doesNotContain("hush");
  }

  @Test
  void noKafka_isAMissingOption() {
    Answer answer = repair("--redis", "redis://127.0.0.1:1");

    assertThat(answer.code()).isEqualTo(64);
    assertThat(answer.text()).contains("Missing required options: '--kafka=HOST:PORT'");
  }

  private static Answer repair(String... arguments) {
    StringWriter text = new StringWriter();
    CommandLine command = LockArbiterCommand.commandLine(StopSignal.never());
    command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text, true));
    int code =
        command.execute(
            Stream.of(List.of("repair"), WHICH, List.of(arguments))
                .flatMap(List::stream)
                .toArray(String[]::new));
    return new Answer(code, text.toString());
  }
}
