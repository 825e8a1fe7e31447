package io.lockarbiter.e2e.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.e2e.docs.SourceTree;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The folder of a release, docs/RELEASE.md: the same bytes from two copies of the tree, with the
 * licences of all that is in it; the README's examples run from it alone.
 */
class ReleaseFolderIT {
  private static final String VERSION = "0.1.0";
  private static final List<String> JARS =
      List.of("lockarbiter.jar", "lockarbiter-console.jar", "lockarbiter-gateway.jar");
  private static final Pattern LISTED =
      Pattern.compile("<artifactId>lock-arbiter-([a-z0-9-]+)</artifactId>");
  private static final Pattern LICENCE = Pattern.compile("(?m)^  [^:]+:([^: ]+):([^: ]+)  \\S.*$");

  @TempDir private Path directory;

  /** This takes minutes, because it builds both copies. */
  @Tag("nightly")
  @Needs(OptionalTool.NODE)
  @Needs(OptionalTool.PYTHON)
  @Test
  void folder_isMadeTwiceAlike_isWhole_andRuns() throws Exception {
    String base = "-Dlockarbiter.base-image=tar://" + baseImage();
    Path first = make("first", base);
    Path second = make("second", base);

    String sums = Files.readString(first.resolve("SHA256SUMS"));
    assertThat(Files.readString(second.resolve("SHA256SUMS"))).isEqualTo(sums);
    List<String> names = sums.lines().map(line -> line.substring(66)).toList();
    assertThat(names)
        .containsAll(expected())
        .allSatisfy(name -> assertThat(name).doesNotContain("SNAPSHOT"));
    for (String jar : JARS) {
      checkLicences(first, jar);
    }
    assertThat(
            new Helm(first.resolve("chart/lock-arbiter-" + VERSION + ".tgz"))
                .template()
                .withName("locks")
                .withKubeVersion("1.25.0")
                .set("kafka.bootstrapServers", "kafka:9092")
                .set("redis.addresses", "redis://redis:6379")
                .call())
        .contains("kind: Deployment");
    assertThat(run(first, "./install", directory.resolve("machine").toString()))
        .contains("all of it ran from ");
  }

  @Test
  void changedFile_isNotInstalled() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("folder"));
    Files.copy(Path.of("../release/install"), folder.resolve("install"));
    Files.writeString(folder.resolve("a.jar"), "changed");
    Files.writeString(folder.resolve("SHA256SUMS"), "0".repeat(64) + "  a.jar\n");

    String path = Objects.requireNonNull(System.getenv("PATH"));
    Process process = start(path, folder, "./install", directory.resolve("machine").toString());

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .contains("a.jar: FAILED", "the files are not those of SHA256SUMS");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void fileThatHasNoSum_isNotInstalled() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("folder"));
    Files.copy(Path.of("../release/install"), folder.resolve("install"));
    Path packages = Files.createDirectory(folder.resolve("npm"));
    Files.writeString(packages.resolve("a.tgz"), "");
    Files.writeString(packages.resolve("b.tgz"), "");
    String empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    Files.writeString(folder.resolve("SHA256SUMS"), empty + "  npm/a.tgz\n");

    String path = Objects.requireNonNull(System.getenv("PATH"));
    Process process = start(path, folder, "./install", directory.resolve("machine").toString());

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .contains("npm/b.tgz", "SHA256SUMS does not have these files");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  private Path make(String name, String base) throws Exception {
    Path tree = directory.resolve(name);
    SourceTree.copyTo(tree);
    run(tree, "./release/version", VERSION);
    run(tree, "./release/make", base);
    return tree.resolve("target/release");
  }

  /** Returns a base of images, as {@code docker save} writes it, without anything in it. */
  private Path baseImage() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("base"));
    Path layer = folder.resolve("layer.tar");
    Files.write(layer, new byte[10_240]); // the end of an archive, and nothing before it
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(layer));
    Files.writeString(
        folder.resolve("config.json"),
        """
        {"architecture": "amd64", "os": "linux", "config": {},
         "rootfs": {"type": "layers", "diff_ids": ["sha256:%s"]}}
        """
            .formatted(HexFormat.of().formatHex(sum)));
    Files.writeString(
        folder.resolve("manifest.json"),
        """
        [{"Config": "config.json", "RepoTags": ["base:1"], "Layers": ["layer.tar"]}]
        """);
    run(folder, "tar", "-cf", "base.tar", "manifest.json", "config.json", "layer.tar");
    return folder.resolve("base.tar");
  }

  /** Returns names of files that must be there. */
  private static List<String> expected() throws IOException {
    List<String> names = new ArrayList<>(List.of("LICENSE", "LICENSES.txt", "install"));
    JARS.forEach(jar -> names.add("bin/" + jar));
    List.of("arbiter", "console", "gateway")
        .forEach(image -> names.add("images/lockarbiter-%s-image.tar".formatted(image)));
    names.add("chart/lock-arbiter-%s.tgz".formatted(VERSION));
    names.add("npm/lockarbiter-client-%s.tgz".formatted(VERSION));
    names.add("python/lockarbiter-%s-py3-none-any.whl".formatted(VERSION));
    LISTED
        .matcher(Files.readString(Path.of("../bom/pom.xml")))
        .results()
        .map(match -> match.group(1))
        .forEach(
            artifact -> {
              Stream<String> ends =
                  artifact.equals("bom")
                      ? Stream.of(".pom")
                      : Stream.of(".pom", ".jar", "-sources.jar", "-javadoc.jar");
              ends.map(
                      end ->
                          "maven/io/lockarbiter/lock-arbiter-%1$s/%2$s/lock-arbiter-%1$s-%2$s%3$s"
                              .formatted(artifact, VERSION, end))
                  .forEach(names::add);
            });
    return names;
  }

  /**
   * Each library in a jar has a line with a licence in the part of that jar. The text above tells
   * the licence of Spring Boot's own, which no list has.
   */
  private static void checkLicences(Path folder, String jar) throws IOException {
    String part =
        Files.readString(folder.resolve("LICENSES.txt"))
            .split("(?m)^" + Pattern.quote(jar) + "$")[1]
            .split("\n\n")[0];
    List<String> licensed =
        LICENCE.matcher(part).results().map(line -> line.group(1) + "-" + line.group(2)).toList();
    try (ZipFile zip = new ZipFile(folder.resolve("bin").resolve(jar).toFile())) {
      List<String> libraries =
          zip.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.startsWith("BOOT-INF/lib/") && name.endsWith(".jar"))
              .map(name -> name.substring("BOOT-INF/lib/".length(), name.length() - 4))
              .filter(name -> !name.matches("(lock-arbiter|spring-boot-jarmode-tools)-.*"))
              .toList();
      assertThat(libraries)
          .isNotEmpty()
          .allMatch(
              library ->
                  licensed.stream()
                      .anyMatch(name -> library.equals(name) || library.startsWith(name + "-")));
    }
  }

  private String run(Path tree, String... command) throws Exception {
    Process process = start(path(), tree, command);
    try {
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor(1, TimeUnit.HOURS)).isTrue();
      assertThat(process.exitValue()).as(output).isZero();
      return output;
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private static Process start(String path, Path tree, String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(tree.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", path);
    return builder.start();
  }

  /** The PATH with the folders of Node.js, beside which npm lies, and Python. */
  private static String path() {
    return Stream.of(
            OptionalTool.NODE.program("node"),
            OptionalTool.PYTHON.program("python3"),
            System.getProperty("java.home") + "/bin/java")
        .map(program -> Path.of(program).toAbsolutePath().resolve("..").normalize().toString())
        .collect(joining(File.pathSeparator, "", File.pathSeparator + System.getenv("PATH")));
  }
}
