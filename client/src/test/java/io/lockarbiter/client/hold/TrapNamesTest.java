package io.lockarbiter.client.hold;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each trap for clients is set for this client too, or says why not. */
class TrapNamesTest {
  private static final Path TRAPS = Path.of("..", "sdk", "traps");
  private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
  private static final Pattern TRAP =
      Pattern.compile(
          "\"name\": %1$s,(?:\\s*\"why\": %1$s,)?(?:\\s*\"java\": %1$s,)?".formatted(TEXT));

  /** The names, and why a trap is none for this client; empty = it is one. */
  private static Map<String, String> traps(String file) throws IOException {
    Map<String, String> traps = new TreeMap<>();
    Matcher trap = TRAP.matcher(Files.readString(TRAPS.resolve(file)));
    while (trap.find()) {
      String why = trap.group(3);
      traps.put(trap.group(1), why == null ? "" : why);
    }
    return traps;
  }

  private static Stream<String> tests(@Nullable Class<?> test) {
    return test == null
        ? Stream.of()
        : Arrays.stream(test.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .map(Method::getName);
  }

  @ParameterizedTest
  @CsvSource({
    "asking.json, io.lockarbiter.client.hold.AskingTrapsTest",
    "faults.json, io.lockarbiter.client.hold.FaultTrapsTest",
    "holding.json, io.lockarbiter.client.hold.HoldingTrapsTest",
    "sessions.json, io.lockarbiter.client.hold.SessionTrapsTest",
    "cuts.json,",
    "events.json,",
    "tokens.json,"
  })
  void trap_isSetOrSaysWhyNot(String file, @Nullable Class<?> test) throws IOException {
    Map<String, String> traps = traps(file);
    assertThat(traps.keySet().stream().filter(name -> "".equals(traps.get(name))))
        .containsExactlyInAnyOrderElementsOf(tests(test).toList());
  }

  @Test
  void everyFile_isLookedAt() throws IOException {
    try (Stream<Path> files = Files.list(TRAPS)) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(f -> f.endsWith(".json")))
          .containsExactlyInAnyOrder(
              "asking.json",
              "cuts.json",
              "faults.json",
              "holding.json",
              "sessions.json",
              "events.json",
              "tokens.json");
    }
    assertThat(traps("asking.json")).hasSizeGreaterThan(10);
  }
}
