package io.lockarbiter.embedded.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.LockStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioRunnerTest {
  private static final String GRANTED =
      """
      {"type": "granted", "lockId": "a", "token": 1}""";

  private final Path folder;

  ScenarioRunnerTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void allEventsAsExpected_passes() throws Exception {
    assertThat(run(GRANTED).failure()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"type": "rejected"}                  | event 1.type: expected "rejected", got "granted"
          {"type": "granted", "token": 2}       | event 1.token: expected 2, got 1
          {"type": "granted", "repeated": true} | event 1.repeated: expected true, got nothing
          {"targets": []}                       | event 1.targets: expected [], got [{"path":"/f","mode":"PUT"}]
          {"targets": [{"mode": "READ"}]}       | event 1.targets[0].mode: expected "READ", got "PUT"
          {"type": "granted"}, {}               | expected 2 events, got 1
          ``                                    | expected 0 events, got 1
          """)
  void otherEvents_failWithStepAndDifference(String events, String difference) throws Exception {
    ScenarioResult result = run(events);

    assertThat(result.passed()).isFalse();
    assertThat(result.failure())
        .contains("step 1, at=7, command {\"type\":\"acquire\"", difference)
        .contains("expected events:", "actual events:", "\"seq\":1,\"at\":7,\"account\":\"acme\"");
  }

  @Test
  void storeThatHoldsSomething_fails() throws Exception {
    LockStore store = new ReferenceLockStore();
    ScenarioRunner.run(scenario(GRANTED), store);

    assertThat(ScenarioRunner.run(scenario(GRANTED), store).failure())
        .contains("the store is not empty")
        .contains("appliedOffset=3");
  }

  private ScenarioResult run(String events) throws Exception {
    return ScenarioRunner.run(scenario(events), new ReferenceLockStore());
  }

  private Scenario scenario(String events) throws Exception {
    Path file = folder.resolve("one.json");
    Files.writeString(
        file,
        """
        [{"name": "one", "steps": [{"at": 7, "events": [%s], "command":
          {"type": "acquire", "commandId": "a", "account": "acme", "subAccount": "u1",
           "operation": "UPLOAD", "path": "/f"}}]}]
        """
            .formatted(events));
    List<Scenario> scenarios = ScenarioReader.read(file);
    assertThat(scenarios).hasSize(1);
    return scenarios.get(0);
  }
}
