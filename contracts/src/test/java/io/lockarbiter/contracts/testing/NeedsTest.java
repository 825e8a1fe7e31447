package io.lockarbiter.contracts.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NeedsTest {
  private static final String PROPERTY = "lockarbiter.chromium";

  private final String before = System.getProperty(PROPERTY);

  @AfterEach
  void putBack() {
    if (before == null) {
      System.clearProperty(PROPERTY);
    } else {
      System.setProperty(PROPERTY, before);
    }
  }

  @Test
  void namedProgram_isUsedInsteadOfOneOnThePath() {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    System.setProperty(PROPERTY, java.toString());

    assertThat(OptionalTool.find("chromium")).contains(java);
  }

  @Test
  void namedProgramThatIsNone_isSaidEvenIfOneIsOnThePath() {
    System.setProperty(PROPERTY, "/nowhere/chromium");

    assertThat(OptionalTool.BROWSER.missing())
        .isEqualTo("lockarbiter.chromium=/nowhere/chromium is no program");
    assertThat(OptionalTool.BROWSER.fix())
        .isEqualTo("Fix: apt-get install chromium chromium-driver");
  }

  @Test
  void programOnThePath_isFound() {
    assertThat(OptionalTool.find("sh")).isPresent();
    assertThat(OptionalTool.find("no-such-program")).isEmpty();
  }
}
