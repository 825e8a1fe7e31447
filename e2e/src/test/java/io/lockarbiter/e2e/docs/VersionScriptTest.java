package io.lockarbiter.e2e.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that writes another version wherever the version stands. */
class VersionScriptTest {
  /** Pages that tell of a version, which somebody rewrites. */
  private static final List<Path> BY_HAND =
      List.of(Path.of("CHANGELOG.md"), Path.of("docs/COMPARED.md"));

  @TempDir private Path copy;

  @BeforeEach
  void copyTheTree() throws IOException {
    SourceTree.copyTo(copy);
  }

  @Test
  void releasedVersion_standsEverywhere() throws Exception {
    String before = version();

    assertThat(run("9.8.7")).contains(before + " is now 9.8.7");

    assertThat(version()).isEqualTo("9.8.7");
    assertThat(filesWith(before)).isSubsetOf(BY_HAND);
    assertThat(text("sdk/python/pyproject.toml")).contains("version = \"9.8.7\"");
  }

  @Test
  void nextVersion_replacesTheReleasedOne() throws Exception {
    run("9.8.7");

    run("9.9.0-SNAPSHOT");

    assertThat(version()).isEqualTo("9.9.0-SNAPSHOT");
    assertThat(filesWith("9.8.7")).isEmpty();
    assertThat(text("sdk/python/pyproject.toml")).contains("version = \"9.9.0.dev0\"");
    assertThat(text("sdk/typescript/package.json")).contains("\"version\": \"9.9.0-SNAPSHOT\"");
  }

  /** The library of tus servers has the version 1.0.0-3.0, and the protocol 1.0.0. */
  @Test
  void libraryOfTheSameVersion_keepsItsOwn() throws Exception {
    run("1.0.0");

    run("1.1.0-SNAPSHOT");

    assertThat(version()).isEqualTo("1.1.0-SNAPSHOT");
    assertThat(text("pom.xml")).contains("<tus-java-server.version>1.0.0-3.0<");
    assertThat(text("tus/README.md"))
        .contains("Tus-Resumable:1.0.0", "<version>1.1.0-SNAPSHOT</version>");
  }

  @Test
  void textThatIsNoVersion_isRefused() throws Exception {
    String before = version();

    assertThat(run("1.0")).contains("usage: ");

    assertThat(version()).isEqualTo(before);
  }

  private String run(String version) throws Exception {
    Process script =
        new ProcessBuilder("./release/version", version)
            .directory(copy.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(script.getInputStream().readAllBytes(), UTF_8);
    script.waitFor();
    return output;
  }

  private String version() throws IOException {
    String pom = text("bom/pom.xml");
    int from = pom.indexOf("<version>") + "<version>".length();
    return pom.substring(from, pom.indexOf("</version>"));
  }

  private String text(String file) throws IOException {
    return Files.readString(copy.resolve(file));
  }

  private List<Path> filesWith(String version) throws IOException {
    Pattern pattern = Pattern.compile("(?<![0-9.])" + Pattern.quote(version) + "(?![0-9])");
    List<Path> found = new ArrayList<>();
    for (Path file : SourceTree.files()) {
      boolean isThis = file.endsWith("VersionScriptTest.java");
      String text = new String(Files.readAllBytes(copy.resolve(file)), UTF_8);
      if (!isThis && pattern.matcher(text).find()) {
        found.add(file);
      }
    }
    return found;
  }
}
