package io.lockarbiter.embedded.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.model.ReferenceLockStore;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The build's copy of the scenario files, on the reference model. */
class ScenarioFilesTest {
  @TestFactory
  Stream<DynamicTest> everyScenario_passesOnTheReferenceModel() throws Exception {
    return ScenarioFiles.tests(ReferenceLockStore::new);
  }

  /** Whoever adds one need not count; one that is lost is missed. */
  @Test
  void files_holdAllScenarios() throws Exception {
    assertThat(ScenarioFiles.all()).hasSizeGreaterThanOrEqualTo(81);
  }
}
