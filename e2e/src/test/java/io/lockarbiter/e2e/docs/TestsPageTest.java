package io.lockarbiter.e2e.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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
  private static final Pattern METHOD =
      Pattern.compile("(?m)^  @(Parameterized|Repeated)?Test(Factory|Template)?\\b");
  private static final Pattern TAG = Pattern.compile("(?m)^ *@Tag\\(\"nightly\"\\)$");
  private static final Pattern DISABLED = Pattern.compile("(?m)^ *@Disabled\\b");
  private static final Pattern FIFTH_DAY =
      Pattern.compile("(?m)^@EveryFifthDay\n(?!abstract static)(?!public @)");
  private static final String NIGHTLY = "@Tag(\"nightly\")\n";

  /** A row for each tag, so that a second nightly test of a class needs a guard of its own. */
  @Test
  void nightlyTags_haveARowEach() {
    List<String> tags =
        tests()
            .flatMap(test -> Collections.nCopies(count(TAG, text(test)), name(test)).stream())
            .toList();
    List<String> rows = rows().flatMap(row -> tests(row.get(0))).toList();

    assertThat(rows).containsExactlyInAnyOrderElementsOf(tags);
  }

  @Test
  void guardsOnThePage_runInEveryBuild_oneAtLeastWhole() {
    Set<String> daily = names(tests().filter(TestsPageTest::hasDailyTests));
    Set<String> cut = cut();

    assertThat(rows())
        .isNotEmpty()
        .allSatisfy(
            row ->
                assertThat(tests(row.get(2)))
                    .isSubsetOf(daily)
                    .anyMatch(guard -> !cut.contains(guard)));
  }

  @Test
  void guardsOfTestsOfEveryFifthDay_runWhole() {
    Set<String> daily = names(tests().filter(TestsPageTest::hasDailyTests));
    daily.removeAll(cut());

    assertThat(fifthDays())
        .allSatisfy(row -> assertThat(tests(row.get(1))).isNotEmpty().isSubsetOf(daily));
  }

  @Test
  void testsOfEveryFifthDay_haveARowEach() {
    String rows = fifthDays().map(row -> row.get(0)).collect(joining());

    assertThat(cut()).isNotEmpty().allSatisfy(test -> assertThat(rows).contains(test));
  }

  private static Set<String> cut() {
    return names(MarkdownPage.files(".java").filter(test -> count(FIFTH_DAY, text(test)) > 0));
  }

  private static Stream<List<String>> fifthDays() {
    return MarkdownPage.read("docs/TESTS.md").rows("Tests of every fifth day").stream().skip(1);
  }

  /** A test that must not run now is deleted, or has a need. */
  @Test
  void noTest_isDisabled() {
    assertThat(tests().filter(test -> count(DISABLED, text(test)) > 0)).isEmpty();
  }

  @Test
  void sharesOfTwentyDays_haveEveryTestOnce() throws Exception {
    List<String> twentyDays = new ArrayList<>();
    for (int day = 20_781; day < 20_801; day++) {
      List<String> share = share(day);
      assertThat(share.size()).as("day %d", day).isBetween(10, 50);
      twentyDays.addAll(share);
    }

    assertThat(twentyDays).containsExactlyInAnyOrderElementsOf(names(tests()));
  }

  @Test
  void sharesOfTwentyDays_haveNightlyTestsEach() throws Exception {
    Set<String> nightly = names(tests().filter(test -> text(test).contains(NIGHTLY)));

    for (int day = 0; day < 20; day++) {
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

  private static Stream<List<String>> rows() {
    return MarkdownPage.read("docs/TESTS.md").rows("Nightly tests").stream().skip(1);
  }

  /** Returns the tests that a cell names. */
  private static Stream<String> tests(String cell) {
    return TEST.matcher(cell).results().map(MatchResult::group);
  }

  private static Stream<Path> tests() {
    return Stream.of("Test.java", "IT.java")
        .flatMap(MarkdownPage::files)
        .filter(file -> file.toString().contains("src/test/java"));
  }

  private static Set<String> names(Stream<Path> tests) {
    return tests.map(TestsPageTest::name).collect(toCollection(TreeSet::new));
  }

  private static String name(Path test) {
    return test.getFileName().toString().replace(".java", "");
  }

  /** Says whether a class has more tests than nightly ones; it may inherit all of them. */
  private static boolean hasDailyTests(Path test) {
    String text = text(test);
    return !text.contains("\n" + NIGHTLY)
        && (count(METHOD, text) > count(TAG, text) || text.contains(" extends "));
  }

  private static int count(Pattern pattern, String text) {
    return (int) pattern.matcher(text).results().count();
  }

  private static String text(Path test) {
    try {
      return Files.readString(MarkdownPage.ROOT.resolve(test));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
