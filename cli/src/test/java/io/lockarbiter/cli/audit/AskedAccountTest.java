package io.lockarbiter.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command of the audit that may be asked about one account. */
class AskedAccountTest {
  @TempDir static Path folder;

  private static Path records = Path.of("");

  @BeforeAll
  static void record() throws IOException {
    records = OfficeHistory.of(5, 300).write(folder.resolve("records.jsonl"));
  }

  private static AuditRun run(String command, String account) {
    String[] words = command.split(" ");
    return AuditRun.of(
        words[0],
        records,
        Stream.concat(Stream.of("--account", account), Arrays.stream(words).skip(1))
            .map(word -> word.equals("FILE") ? folder.resolve("page.html") : word)
            .toArray());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "explain --path /",
        "state",
        "state --json",
        "export",
        "export --format CSV",
        "lock c1",
        "stats",
        "stats --json",
        "timeline --html FILE"
      })
  void misspelledAccount_isNotTakenForOneWithoutLocks(String command) {
    AuditRun run = run(command, "Acme");
    assertThat(run.err())
        .isEqualToNormalizingNewlines(
            "No record that was read has account=Acme, so this says nothing about it: the name is"
                + " misspelled, was not used yet, or retention removed its records. Names count"
                + " case. Fix: lockarbiter audit stats lists the accounts that have records.\n");
    assertThat(run.code()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"explain --path /", "state", "export", "stats", "timeline --html FILE"})
  void accountOnRecord_isAnsweredWithoutAWord(String command) {
    AuditRun run = run(command, "acme");
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
  }
}
