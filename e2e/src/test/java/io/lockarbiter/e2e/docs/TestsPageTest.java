package io.lockarbiter.e2e.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every nightly test is listed, with its date and with a guard that runs in every build. */
class TestsPageTest {
  private static final Pattern TEST = Pattern.compile("\\b[A-Z]\\w*(?:Test|IT)\\b");
  private static final String NIGHTLY = "@Tag(\"nightly\")\n";

  @Test
  void nightlyTests_areThoseOfThePage() {
    Set<String> listed = named(0);

    assertThat(listed).isEqualTo(names(tests().filter(test -> text(test).contains(NIGHTLY))));
  }

  @Test
  void guardsOnThePage_runInEveryBuild() {
    Set<String> daily = names(tests().filter(test -> !isNightlyAsAWhole(test)));

    assertThat(named(2)).isNotEmpty().isSubsetOf(daily);
  }

  @Test
  void sharesOfTenDays_haveEveryTestOnce() throws Exception {
    List<String> tenDays = new ArrayList<>();
    for (int day = 20_781; day < 20_791; day++) {
      List<String> share = share(day);
      assertThat(share.size()).as("day %d", day).isBetween(10, 60);
      tenDays.addAll(share);
    }

    assertThat(tenDays).containsExactlyInAnyOrderElementsOf(names(tests()));
  }

  @Test
  void sharesOfTenDays_haveNightlyTestsEach() throws Exception {
    Set<String> nightly = names(tests().filter(test -> text(test).contains(NIGHTLY)));

    for (int day = 0; day < 10; day++) {
      assertThat(share(day)).as("day %d", day).containsAnyElementsOf(nightly);
    }
  }

  private static List<String> share(int day) throws Exception {
    Process script =
        new ProcessBuilder("sh", ".ci/share", String.valueOf(day))
            .directory(MarkdownPage.ROOT.toFile())
            .redirectErrorStream(true)
            .start();
    List<String> lines = new String(script.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(script.waitFor()).as("%s", lines).isZero();
    return lines;
  }

  /** Returns the tests that a column of the table names. */
  private static Set<String> named(int column) {
    return MarkdownPage.read("docs/TESTS.md").rows("Nightly tests").stream()
        .skip(1)
        .flatMap(row -> TEST.matcher(row.get(column)).results())
        .map(MatchResult::group)
        .collect(toCollection(TreeSet::new));
  }

  private static Stream<Path> tests() {
    return Stream.of("Test.java", "IT.java")
        .flatMap(MarkdownPage::files)
        .filter(file -> file.toString().contains("src/test/java"));
  }

  private static Set<String> names(Stream<Path> tests) {
    return tests
        .map(test -> test.getFileName().toString().replace(".java", ""))
        .collect(toCollection(TreeSet::new));
  }

  private static boolean isNightlyAsAWhole(Path test) {
    return text(test).contains("\n" + NIGHTLY);
  }

  private static String text(Path test) {
    try {
      return Files.readString(MarkdownPage.ROOT.resolve(test));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
