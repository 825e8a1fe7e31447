package io.lockarbiter.embedded.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioReaderTest {
  private final Path folder;

  ScenarioReaderTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [{"name": "n",] | x.json: is no JSON: Unexpected character
          [] []           | x.json: is no JSON: Trailing token
          {}              | x.json: expected a non-empty array of scenarios, found object
          []              | x.json: expected a non-empty array of scenarios, found array
          [7]             | x.json: scenario 1: expected an object, found number
          [{"steps": []}] | x.json: scenario 1: name: expected a string, found nothing
          [{"name": "n"}] | x.json: scenario 1 "n": steps: expected an array, found nothing
          [{"name": "n", "name": "m"}]            | x.json: is no JSON: Duplicate
          [{"name": "n", "steps": []}]            | x.json: scenario 1 "n": steps: expected at least one
          [{"name": "n", "step": []}]             | x.json: scenario 1: unknown member step, expected [limits, name, steps]
          [{"name": "n", "limits": 3}]            | x.json: scenario 1 "n": expected an object, found number
          [{"name": "n", "limits": {"rat": 3}}]   | x.json: scenario 1 "n": unknown member rat, expected [account_limit, queue_limit, rate, sub_limit, window]
          [{"name": "n", "limits": {"rate": 1.5}}]| x.json: scenario 1 "n": limits.rate: expected an integer >= 0, found 1.5
          [{"name": "n", "limits": {"rate": -1}}] | x.json: scenario 1 "n": limits.rate: expected an integer >= 0, found -1
          [{"name": "n", "steps": [{"at": 1}]}]   | x.json: scenario 1 "n": step 1: command: expected an object, found nothing
          [{"name": "n", "steps": [{"at": "1"}]}] | x.json: scenario 1 "n": step 1: at: expected milliseconds, found string
          [{"name": "n", "steps": [{"at": 1, "command": {}}]}]                           | x.json: scenario 1 "n": step 1: events: expected an array, found nothing
          [{"name": "n", "steps": [{"at": 1, "command": {}, "evnets": []}]}]             | x.json: scenario 1 "n": step 1: unknown member evnets, expected [at, command, events]
          [{"name": "n", "steps": [{"at": 1, "command": {}, "events": [3]}]}]            | x.json: scenario 1 "n": step 1: events: expected an object, found number
          [{"name": "n", "steps": [{"at": 1, "command": {}, "events": []}]}, {"name": 3}]| x.json: scenario 2: name: expected a string, found number
          """)
  void malformedFile_namesFileScenarioAndFault(String content, String message) throws Exception {
    Path file = write(content);

    assertThatThrownBy(() -> ScenarioReader.read(file))
        .isInstanceOf(MalformedScenarioException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void limits_becomeSettings() throws Exception {
    Path file =
        write(
            """
            [{"name": "n", "limits": {"queue_limit": 1, "sub_limit": 2, "account_limit": 3,
              "rate": 4, "window": 5}, "steps": [{"at": 0, "command": {}, "events": []}]}]
            """);

    assertThat(ScenarioReader.read(file))
        .singleElement()
        .extracting(Scenario::limits)
        .isEqualTo(
            SettingsChange.NOTHING
                .with(Setting.PARTITIONS, 1)
                .with(Setting.LOCKS_PER_SUB_ACCOUNT, 2)
                .with(Setting.LOCKS_PER_ACCOUNT, 3)
                .with(Setting.WAITERS_PER_ACCOUNT, 1)
                .with(Setting.ACQUIRES_PER_WINDOW, 4)
                .with(Setting.WINDOW_MS, 5));
  }

  private Path write(String content) throws Exception {
    return Files.writeString(folder.resolve("x.json"), content);
  }
}
