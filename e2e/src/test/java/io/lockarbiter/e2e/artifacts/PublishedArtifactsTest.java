package io.lockarbiter.e2e.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The poms agree on the published artifacts: listed in the BOM, flattened, named on the module
 * path.
 */
class PublishedArtifactsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>(lock-arbiter-[a-z-]+)</artifactId>");
  private static final Pattern OWN_ARTIFACT =
      Pattern.compile("</parent>\\s*<artifactId>(lock-arbiter-[a-z-]+)</artifactId>");
  private static final Pattern MODULE =
      Pattern.compile("<module.name>(io(?:\\.[a-z][a-z0-9]*)+)</module.name>");
  private static final Pattern VERSION = Pattern.compile("<version>([0-9][^<]*)</version>");

  @Test
  void bom_listsWhatIsPublishedAndNothingElse() throws IOException {
    List<String> published = new ArrayList<>();
    for (String pom : poms()) {
      if (pom.contains("<artifactId>flatten-maven-plugin</artifactId>")) {
        published.addAll(all(OWN_ARTIFACT, pom));
      }
    }
    List<String> listed = all(ARTIFACT, Files.readString(ROOT.resolve("bom/pom.xml")));
    assertThat(listed.remove("lock-arbiter-bom")).isTrue();
    assertThat(listed).isNotEmpty().containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void release_hasWhatTheBomLists() throws IOException {
    List<String> published = new ArrayList<>();
    for (String dependency :
        all(
            Pattern.compile("(?s)<dependency>(.*?)</dependency>"),
            Files.readString(ROOT.resolve("release/pom.xml")))) {
      if (!dependency.contains("<scope>")) {
        published.addAll(all(ARTIFACT, dependency));
      }
    }
    assertThat(published)
        .containsExactlyInAnyOrderElementsOf(
            all(ARTIFACT, Files.readString(ROOT.resolve("bom/pom.xml"))));
  }

  @Test
  void bom_hasTheVersionOfTheHouse() throws IOException {
    String module = Files.readString(ROOT.resolve("client/pom.xml"));
    String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
    assertThat(all(VERSION, bom)).hasSize(1).containsExactly(all(VERSION, module).get(0));
  }

  @Test
  void everyModule_hasANameOfItsOwnOnTheModulePath() throws IOException {
    List<String> names = new ArrayList<>();
    for (String pom : poms()) {
      assertThat(all(MODULE, pom)).as("%s", all(OWN_ARTIFACT, pom)).hasSize(1);
      names.addAll(all(MODULE, pom));
    }
    assertThat(names).doesNotHaveDuplicates();
  }

  /** Returns the poms of all modules that are jars. */
  private static List<String> poms() throws IOException {
    List<String> poms = new ArrayList<>();
    for (String module :
        all(
            Pattern.compile("<module>([^<]+)</module>"),
            Files.readString(ROOT.resolve("pom.xml")))) {
      String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
      if (!pom.contains("<packaging>pom</packaging>")) {
        poms.add(pom);
      }
    }
    return poms;
  }

  private static List<String> all(Pattern pattern, String text) {
    Stream<String> found = pattern.matcher(text).results().map(match -> match.group(1));
    return new ArrayList<>(found.toList());
  }
}
