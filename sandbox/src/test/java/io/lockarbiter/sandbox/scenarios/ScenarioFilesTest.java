package io.lockarbiter.sandbox.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.lockarbiter.lua.rules.ReferenceLockStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The build's copy of the scenario files, on the reference model. */
class ScenarioFilesTest {
  private static final Path FOLDER = Path.of("src/main/resources/scenarios");

  @TestFactory
  Stream<DynamicTest> everyScenarioWithoutWaiting_passesOnTheReferenceModel() throws Exception {
    return scenarios().stream()
        .filter(scenario -> !scenario.needsWaiting())
        .map(
            scenario -> dynamicTest(scenario.file() + ": " + scenario.name(), () -> run(scenario)));
  }

  private static void run(Scenario scenario) {
    ScenarioResult result = ScenarioRunner.run(scenario, new ReferenceLockStore());

    assertThat(result.passed()).as(String.valueOf(result.failure())).isTrue();
  }

  @Test
  void onlyScenariosThatNeedWaiting_areLeftOut() throws Exception {
    List<Scenario> leftOut = scenarios().stream().filter(Scenario::needsWaiting).toList();

    assertThat(leftOut)
        .filteredOn(scenario -> !scenario.file().equals("waiting.json"))
        .singleElement()
        .extracting(Scenario::name)
        .isEqualTo("a full queue refuses");
    assertThat(leftOut).hasSize(13);
    assertThat(scenarios()).hasSize(41);
  }

  private static List<Scenario> scenarios() throws Exception {
    List<Scenario> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        all.addAll(ScenarioReader.read(file));
      }
    }
    return all;
  }
}
