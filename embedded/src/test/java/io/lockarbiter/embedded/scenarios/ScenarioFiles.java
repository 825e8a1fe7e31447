package io.lockarbiter.embedded.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.lockarbiter.lua.store.LockStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The scenario files of the build as tests. */
final class ScenarioFiles {
  private static final Path FOLDER = Path.of("src/main/resources/scenarios");

  private ScenarioFiles() {}

  /** Returns a test for each scenario, each with its own empty store. */
  static Stream<DynamicTest> tests(Supplier<LockStore> stores) throws Exception {
    return all().stream()
        .map(
            scenario ->
                dynamicTest(
                    scenario.file() + ": " + scenario.name(), () -> run(scenario, stores.get())));
  }

  private static void run(Scenario scenario, LockStore store) {
    ScenarioResult result = ScenarioRunner.run(scenario, store);

    assertThat(result.passed()).as(String.valueOf(result.failure())).isTrue();
  }

  static List<Scenario> all() throws Exception {
    List<Scenario> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        all.addAll(ScenarioReader.read(file));
      }
    }
    return all;
  }
}
