package io.lockarbiter.embedded.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DemoIT {
  private static final Duration SHORT = Duration.ofSeconds(5);

  /** So long that even on a busy machine somebody waits for a deletion. */
  private static final Duration LONG = Duration.ofSeconds(15);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void withLocks_noFileIsDamagedAndLocksAreGrantedAndRefused() throws Exception {
    boolean good = stage(LONG).run(Locking.PATHS);

    assertThat(good).as(output()).isTrue();
    assertThat(output())
        .contains("No damage")
        .containsPattern(
            "(?m)^Kafka 127.0.0.1:\\d+  Redis 127.0.0.1:\\d+  HTTP http://127.0.0.1:\\d+  Console"
                + " http://127.0.0.1:\\d+$")
        .containsPattern("operations  [0-9,.]*[1-9][0-9,.]*/s, ")
        .containsPattern("PATH_GONE=\\d+")
        .containsPattern("[1-9]\\d* after waiting; 0 still held, 0 waiting");
  }

  @Test
  void withoutLocks_filesAreDamagedByThemselves() throws Exception {
    stage(SHORT).run(Locking.NONE);

    assertThat(output())
        .containsPattern("Without the arbiter: [0-9,]*[1-9][0-9,]* cases of damage");
  }

  @Test
  void serial_noFileIsDamagedAndEverybodyWaits() throws Exception {
    boolean good = stage(SHORT).run(Locking.SERIAL);

    assertThat(good).as(output()).isTrue();
    assertThat(output())
        .contains("No damage", "--serial")
        .doesNotContain("PATH_GONE")
        .containsPattern("[1-9]\\d* after waiting; 0 still held, 0 waiting");
  }

  @Test
  @Tag("nightly")
  void redisThatLosesAllAndItsLastWrites_harmsNobody() throws Exception {
    boolean good = stage(Duration.ofSeconds(20)).runLosing();

    assertThat(good).as(output()).isTrue();
    assertThat(output())
        .contains("No damage")
        .containsPattern("everything \\(FLUSHALL\\) 1 times, silent for \\d+[.]\\d\\d s at most")
        .containsPattern("its last writes \\(fail-over\\) 1 times, silent for")
        .contains("0 unanswered, 0 answered twice; all decided by the rules; Redis holds what");
  }

  private DemoStage stage(Duration length) {
    return new DemoStage(
        new Screen(new PrintStream(out, false, StandardCharsets.UTF_8), 0),
        StopSignal.never(),
        length);
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }
}
