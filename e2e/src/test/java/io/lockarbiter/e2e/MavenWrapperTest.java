package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The behaviour of mvnw with a downloaded Maven if there is no unzip, wget or curl. */
class MavenWrapperTest {
  private static final String SUM = "distributionTarGzSha256Sum=";
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "basename",
          "dirname",
          "env",
          "gzip",
          "ls",
          "mkdir",
          "mktemp",
          "mv",
          "rm",
          "tar",
          "tr",
          "uname",
          "cat",
          "sha256sum");

  private final Path home;
  private final Path properties;
  private final Path repository;

  MavenWrapperTest(@TempDir Path directory) throws IOException {
    home = Files.createDirectories(directory.resolve("home"));
    properties = home.resolve(".mvn/wrapper/maven-wrapper.properties");
    repository = directory.resolve("repository");
    Files.createDirectories(properties.getParent());
    Files.copy(Path.of("../.mvn/wrapper/maven-wrapper.properties"), properties);
    Files.copy(Path.of("../mvnw"), home.resolve("mvnw"));
    Path tools = Files.createDirectories(home.resolve("tools"));
    for (String tool : TOOLS) {
      writeScript(tools.resolve(tool), "exec %s \"$@\"".formatted(find(tool)));
    }
  }

  @Test
  void distributionWithAnotherChecksum_isNotRun() throws Exception {
    publish();

    Run run = mvnw();

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("Failed to validate Maven distribution SHA-256");
  }

  @Test
  void distributionWithTheChecksum_isRun() throws Exception {
    writeSum(SUM + sha256(publish()));

    Run run = mvnw();

    assertThat(run.out()).isEqualTo("maven verify\n");
    assertThat(run.code()).isZero();
  }

  @Test
  void missingChecksum_isNamed() throws Exception {
    publish();
    writeSum("");

    Run run = mvnw();

    assertThat(run.code()).isNotZero();
    assertThat(run.out()).contains("distributionTarGzSha256Sum").contains("unzip is not installed");
  }

  private void writeSum(String line) throws IOException {
    Files.writeString(
        properties, Files.readString(properties).replaceAll("(?m)^" + SUM + ".*$", line));
  }

  /**
   * Publishes a Maven that only prints that it was called, at the address from which mvnw downloads
   * the real one.
   */
  private Path publish() throws Exception {
    String url =
        Files.readAllLines(properties).stream()
            .filter(line -> line.startsWith("distributionUrl="))
            .findFirst()
            .orElseThrow();
    String path = url.substring(url.indexOf("/org/apache/maven/") + 1).replace(".zip", ".tar.gz");
    Path archive = repository.resolve(path);
    Files.createDirectories(archive.getParent());
    String name = archive.getFileName().toString().replace("-bin.tar.gz", "");
    Path mvn = home.resolve(name).resolve("bin/mvn");
    Files.createDirectories(mvn.getParent());
    writeScript(mvn, "echo \"maven $*\"");
    Run tar = run(Map.of(), "tar", "czf", archive.toString(), "-C", home.toString(), name);
    assertThat(tar.code()).as(tar.out()).isZero();
    return archive;
  }

  private static void writeScript(Path file, String command) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + command + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Run mvnw() throws Exception {
    return run(
        Map.of(
            "PATH", home.resolve("tools").toString(),
            "JAVA_HOME", System.getProperty("java.home"),
            "MAVEN_USER_HOME", home.resolve("m2").toString(),
            "MVNW_REPOURL", repository.toUri().toString().replaceAll("/$", "")),
        find("sh").toString(),
        home.resolve("mvnw").toString(),
        "verify");
  }

  private static Run run(Map<String, String> environment, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Run(process.waitFor(), out);
  }

  private static String sha256(Path file) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(hash);
  }

  private static Path find(String tool) {
    return Stream.of(Objects.requireNonNull(System.getenv("PATH")).split(":"))
        .map(directory -> Path.of(directory, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private record Run(int code, String out) {}
}
