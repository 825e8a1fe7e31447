package io.lockarbiter.embedded.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.model.ReferenceLockStore;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The scenario files of the build, on the reference model. */
class ScenarioFilesTest {
  @TestFactory
  Stream<DynamicTest> everyScenario_passesOnTheReferenceModel() throws Exception {
    return ScenarioFiles.tests(ReferenceLockStore::new);
  }

  /** A lost file is noticed; an added one need not be counted here. */
  @Test
  void files_holdAllScenarios() throws Exception {
    assertThat(ScenarioFiles.all()).hasSizeGreaterThanOrEqualTo(81);
  }
}
