package io.lockarbiter.embedded.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.model.ReferenceLockStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ScenariosCommandTest {
  private static final String GOOD = scenario("good", "granted");
  private static final String BAD = scenario("bad", "rejected");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> redisUrls = new ArrayList<>();

  private Path folder;

  ScenariosCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void everythingPasses_endsWithTotalsAndCode0() throws Exception {
    write("one.json", GOOD, GOOD);

    assertThat(run("--store", "reference")).isZero();
    assertThat(out.toString().lines()).containsExactly("2 passed, 0 failed");
  }

  @Test
  void oneFails_isShownAndCode1() throws Exception {
    write("one.json", GOOD, BAD);
    write("two.json", GOOD);

    assertThat(run("--store", "reference")).isEqualTo(1);
    assertThat(out.toString().lines())
        .contains("FAILED one.json \"bad\"")
        .contains("event 1.type: expected \"rejected\", got \"granted\"")
        .endsWith("2 passed, 1 failed");
  }

  @Test
  void malformedFile_countsAsFailedAndOthersRun() throws Exception {
    Files.writeString(folder.resolve("broken.json"), "[{\"name\": \"n\"}]");
    write("fine.json", GOOD);

    assertThat(run("--store", "reference")).isEqualTo(1);
    assertThat(out.toString().lines())
        .contains(
            "MALFORMED broken.json: scenario 1 \"n\": steps: expected an array, found nothing")
        .endsWith("1 passed, 1 failed");
  }

  @Test
  void storeLeftOut_isRedisAndEachScenarioGetsItsOwn() throws Exception {
    write("one.json", GOOD, GOOD);

    assertThat(run("--redis", "redis://localhost:1")).isZero();
    assertThat(redisUrls).containsExactly("redis://localhost:1", "redis://localhost:1");
  }

  @Test
  void folderWithoutFiles_isMisuse() {
    assertThat(run("--store", "reference")).isEqualTo(2);
    assertThat(err.toString()).contains("DIR=" + folder + " holds no scenario file (*.json)");
  }

  @Test
  void unknownStore_isMisuse() throws Exception {
    write("one.json", GOOD);

    assertThat(run("--store", "postgres")).isEqualTo(2);
    assertThat(err.toString()).contains("--store=postgres, expected redis or reference");
  }

  @Test
  void missingFolder_isMisuse() {
    folder = folder.resolve("missing");

    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("DIR=" + folder + " is no folder");
  }

  private int run(String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add(folder.toString());
    EmptyStores redis =
        url -> {
          redisUrls.add(url);
          return new ReferenceLockStore();
        };
    return new CommandLine(new ScenariosCommand(redis))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.toArray(String[]::new));
  }

  private void write(String file, String... scenarios) throws Exception {
    Files.writeString(folder.resolve(file), "[" + String.join(",", scenarios) + "]");
  }

  private static String scenario(String name, String eventType) {
    return """
        {"name": "%s", "steps": [{"at": 0, "events": [{"type": "%s"}], "command":
          {"type": "acquire", "commandId": "a", "account": "acme", "subAccount": "u1",
           "operation": "UPLOAD", "path": "/f"}}]}
        """
        .formatted(name, eventType);
  }
}
