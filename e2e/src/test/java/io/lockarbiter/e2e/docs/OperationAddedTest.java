package io.lockarbiter.e2e.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CONTRIBUTING.md names every place that a new operation changes: a script adds one to a copy. */
class OperationAddedTest {
  private static final Path SCRIPT = Path.of("src/test/sh/add-operation.sh").toAbsolutePath();

  /** Recorded records, refusals and scenarios, which never change; tests of a few operations. */
  private static final Pattern NO_LISTS =
      Pattern.compile(
          "contracts/src/test/resources/.*|.*/scenarios/.*|.*/(add-operation|operationadded|rememberedpaths|forgettinghistory).*");

  private static final Pattern LIST =
      Pattern.compile("(?ms)^\\*\\*… an operation\\*\\*.*?$(.*?)^\\*\\*… ");
  private static final Pattern ITEM = Pattern.compile("(?m)^(\\d+\\. |   ).*$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  @TempDir private static Path temporary;

  private Path copy;

  @BeforeEach
  void copyTheTree() throws IOException {
    copy = Files.createTempDirectory(temporary, "tree");
    SourceTree.copyTo(copy);
  }

  @Test
  void addedOperation_changesTheNamedPlacesAndNoOther() throws Exception {
    addOperation();

    Set<String> changed = changed();
    Set<String> named = named();
    assertThat(changed)
        .as("changed, and named in the list")
        .allMatch(file -> named.stream().anyMatch(covers(file)));
    assertThat(named)
        .as("named in the list, and changed")
        .allMatch(place -> changed.stream().anyMatch(file -> covers(file).test(place)));
  }

  /**
   * A list of operations that the script omits, such as a new one, is found by the operations'
   * names.
   */
  @Test
  void everyFileThatSpellsTheOperationsOut_isChanged() throws Exception {
    addOperation();

    assertThat(SourceTree.files().stream().filter(OperationAddedTest::spellsOperationsOut))
        .isNotEmpty()
        .extracting(OperationAddedTest::name)
        .filteredOn(file -> !NO_LISTS.matcher(file.toLowerCase(Locale.ROOT)).matches())
        .isSubsetOf(changed());
  }

  /** No other place has to be changed. This takes minutes, because it builds the copy. */
  @Tag("nightly")
  @Test
  void copyWithTheOperation_passesItsUnitTests() throws Exception {
    addOperation();

    run(
        "./mvnw",
        "-o",
        "-q",
        "-B",
        "-ntp",
        "--fail-at-end",
        "-Dspotless.check.skip",
        "-Dtest=*Test,!OperationAddedTest",
        "-Dsurefire.failIfNoSpecifiedTests=false",
        "test");
  }

  private void addOperation() throws Exception {
    run("bash", SCRIPT.toString(), copy.toString());
  }

  private void run(String... command) throws Exception {
    File output = Files.createTempFile(temporary, "output", ".txt").toFile();
    Process process =
        new ProcessBuilder(command)
            .directory(copy.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    try {
      assertThat(process.waitFor(1, TimeUnit.HOURS)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
    assertThat(process.exitValue()).as(Files.readString(output.toPath(), UTF_8)).isZero();
  }

  private Set<String> changed() throws IOException {
    Set<String> changed = new TreeSet<>();
    try (Stream<Path> files = Files.walk(copy)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path before = MarkdownPage.ROOT.resolve(copy.relativize(file));
        if (!Files.exists(before) || Files.mismatch(before, file) >= 0) {
          changed.add(name(copy.relativize(file)));
        }
      }
    }
    return changed;
  }

  private static Set<String> named() {
    Matcher list = LIST.matcher(MarkdownPage.read("CONTRIBUTING.md").text());
    assertThat(list.find()).isTrue();
    Set<String> named = new TreeSet<>();
    for (Matcher item = ITEM.matcher(list.group(1)); item.find(); ) {
      for (Matcher link = LINK.matcher(item.group()); link.find(); ) {
        named.add(link.group(1));
      }
    }
    return named;
  }

  /** Matches a file, or every file in a folder. */
  private static Predicate<String> covers(String file) {
    return place -> place.endsWith("/") ? file.startsWith(place) : file.equals(place);
  }

  private static boolean spellsOperationsOut(Path file) {
    try {
      List<String> words =
          Arrays.asList(
              new String(Files.readAllBytes(MarkdownPage.ROOT.resolve(file)), UTF_8).split("\\W+"));
      return words.containsAll(List.of("RENAME", "MOVE", "COPY"))
          || words.containsAll(List.of("DOWNLOAD", "UPLOAD", "CREATE_FOLDER", "UPLOAD_FOLDER"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return file.toString().replace(File.separatorChar, '/');
  }
}
