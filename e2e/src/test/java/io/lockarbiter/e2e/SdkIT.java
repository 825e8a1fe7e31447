package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The clients in other languages: against the traps, and against a gateway with an arbiter. */
@EveryFifthDay
@Cluster
@Needs(OptionalTool.NODE)
@Needs(OptionalTool.PYTHON)
class SdkIT {
  private static final Path CLIENTS = Path.of("..", "sdk").toAbsolutePath().normalize();

  private static EmbeddedGateway gateway;

  @TempDir Path folder;

  /** A client, and the program on its page. */
  enum Sdk {
    TYPESCRIPT("adapter.mjs", "js") {
      @Override
      String program() {
        return OptionalTool.NODE.program("node");
      }
    },
    PYTHON("adapter.py", "python") {
      @Override
      String program() {
        return OptionalTool.PYTHON.program("python3");
      }
    };

    private final String adapter;
    private final String language;

    Sdk(String adapter, String language) {
      this.adapter = adapter;
      this.language = language;
    }

    abstract String program();

    Path home() {
      return CLIENTS.resolve(name().toLowerCase(Locale.ROOT));
    }

    /** The first program of its page. */
    String example() throws IOException {
      Matcher block =
          Pattern.compile("(?s)```" + language + "\n(.*?)```")
              .matcher(Files.readString(home().resolve("README.md")));
      assertThat(block.find()).as("a program on the page of %s", this).isTrue();
      return block.group(1);
    }
  }

  @BeforeAll
  static void start(Deployment deployment) {
    deployment.arbiter();
    gateway = deployment.gateway();
  }

  @ParameterizedTest
  @EnumSource
  void everyTrap_isPassed(Sdk sdk) {
    try (JavaProcess traps =
        JavaProcess.start(
            new ProcessBuilder(
                OptionalTool.NODE.program("node"),
                CLIENTS.resolve("traps").resolve("run.mjs").toString(),
                sdk.program(),
                sdk.home().resolve(sdk.adapter).toString()))) {
      assertThat(traps.awaitExit()).as(traps.output()).isZero();
      assertThat(traps.output()).contains(" passed, 0 failed");
    }
  }

  @ParameterizedTest
  @EnumSource
  void twoPrograms_takeTurns(Sdk sdk) throws IOException {
    Path written = folder.resolve("plan.txt");
    try (JavaProcess first = example(sdk, written, 4);
        JavaProcess second = example(sdk, written, 4)) {
      assertThat(first.awaitExit()).as(first.output()).isZero();
      assertThat(second.awaitExit()).as(second.output()).isZero();
    }
    List<String> tokens =
        Files.readAllLines(written).stream().map(line -> line.replaceAll(" .*", "")).toList();
    List<String> turns = new ArrayList<>();
    for (String token : tokens) {
      if (turns.isEmpty() || !turns.get(turns.size() - 1).equals(token)) {
        turns.add(token);
      }
    }
    assertThat(tokens).hasSize(8);
    assertThat(turns).as("%s", tokens).hasSize(2).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void programThatIsKilled_isFollowedByTheOneThatWaits(Sdk sdk) throws IOException {
    Path written = folder.resolve("plan.txt");
    try (JavaProcess killed = example(sdk, written, 10_000)) {
      long token = Long.parseLong(killed.await("granted (\\d+)"));
      try (JavaProcess waits = example(sdk, written, 1)) {
        waits.await("waits for me");
        assertThat(waits.output()).doesNotContain("granted");
        killed.kill();

        assertThat(Long.parseLong(waits.await("granted (\\d+)"))).isGreaterThan(token);
        assertThat(waits.awaitExit()).as(waits.output()).isZero();
      }
    }
  }

  /** Starts the program of the page as a user has it, who has installed the client. */
  private JavaProcess example(Sdk sdk, Path written, int parts) throws IOException {
    Path client = CLIENTS.resolve("typescript");
    Path installed = folder.resolve("node_modules/@lockarbiter/client");
    Files.createDirectories(installed.resolve("src"));
    try (Stream<Path> sources = Files.list(client.resolve("src"))) {
      for (Path file : Stream.concat(Stream.of(client.resolve("package.json")), sources).toList()) {
        Files.copy(
            file, installed.resolve(client.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path source = folder.resolve(sdk == Sdk.PYTHON ? "turns.py" : "turns.mjs");
    Files.writeString(source, sdk.example());
    ProcessBuilder program =
        new ProcessBuilder(
            sdk.program(),
            source.toString(),
            gateway.address(),
            gateway.key(),
            written.toString(),
            Integer.toString(parts));
    program.environment().put("PYTHONPATH", CLIENTS.resolve("python").toString());
    program.environment().put("PYTHONUNBUFFERED", "1");
    program.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    return JavaProcess.start(program);
  }
}
