package io.lockarbiter.e2e.docs;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every bound on memory names the class or setting that keeps it, and a test that fills it. */
class MemoryPageTest {
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w+\\b");
  private static final int ENFORCED_BY = 3;
  private static final int FILLED_BY = 4;

  @ParameterizedTest
  @ValueSource(strings = {"Arbiter", "Client", "Console", "Gateway", "WebDAV", "Audit"})
  void testsOfThePage_exist(String part) {
    assertThat(rows(part))
        .isNotEmpty()
        .allSatisfy(
            row ->
                assertThat(names(row.get(FILLED_BY)))
                    .as("tests of: %s", row.get(0))
                    .isNotEmpty()
                    .isSubsetOf(classes("src/test/java")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Arbiter", "Client", "Console", "Gateway", "WebDAV", "Audit"})
  void classesOfThePage_exist(String part) {
    assertThat(rows(part))
        .allSatisfy(
            row ->
                assertThat(names(row.get(ENFORCED_BY)))
                    .as("what enforces: %s", row.get(0))
                    .isSubsetOf(classes("src/main/java")));
  }

  private static List<List<String>> rows(String part) {
    return MarkdownPage.read("docs/MEMORY.md").rows(part).stream().skip(1).toList();
  }

  private static List<String> names(String cell) {
    return NAME.matcher(cell).results().map(MatchResult::group).toList();
  }

  private static Set<String> classes(String folder) {
    Stream<String> names =
        MarkdownPage.files(".java")
            .filter(file -> file.toString().contains(folder))
            .map(file -> file.getFileName().toString().replace(".java", ""));
    return names.collect(toSet());
  }
}
