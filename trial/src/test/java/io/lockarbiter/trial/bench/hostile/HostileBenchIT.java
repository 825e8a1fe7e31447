package io.lockarbiter.trial.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures hostile but legal input, one after the other. It goes to a deployment of processes, in
 * one partition, while other accounts ask in all. Nobody's command may be lost or refused; delays
 * and memory are figures, which the test prints and does not judge.
 *
 * <p>Small inputs by default. At full size: {@code -Dlockarbiter.share=1
 * -Dlockarbiter.partitions=12 -Dlockarbiter.interval-ms=20}.
 */
@Tag("nightly")
class HostileBenchIT {
  private static final int SMALL = 500;

  /** One in so many of the locks and requests. */
  private static final int SHARE = Integer.getInteger("lockarbiter.share", SMALL);

  private static final int PARTITIONS = Integer.getInteger("lockarbiter.partitions", 2);

  /** The time between two commands of an account that does no harm. */
  private static final Duration INTERVAL =
      Duration.ofMillis(Integer.getInteger("lockarbiter.interval-ms", 40));

  private final List<String> out = new ArrayList<>();
  private final Figures figures =
      new Figures("input", "harm ms", "same partition, worst ms", "others, worst ms", "MB", "bars");

  @Test
  void allInputs_areMeasuredAndNoPingIsLost() throws InterruptedException {
    List<ServedInput> inputs =
        ServedInputs.all().stream().filter(input -> WantedInputs.have(input.name())).toList();
    assertThat(inputs).as("inputs named " + WantedInputs.names()).isNotEmpty();

    assertThat(isEachPingAnswered(inputs)).as(String.join("\n", out)).isTrue();

    figures.lines().forEach(System.out::println);
    assertThat(figures.rows()).hasSameSizeAs(inputs);
    if (SHARE == SMALL && WantedInputs.names().isEmpty()) {
      assertThat(String.join("\n", out))
          .contains("200 answers {granted=200}")
          .contains("40 answers {released EXPIRED=40}")
          .contains("11 answers {rejected PATH_GONE=10, released RELEASED=1}")
          .contains("1,200 answers {granted=600, released RELEASED=600}");
    }
  }

  private boolean isEachPingAnswered(List<ServedInput> inputs) throws InterruptedException {
    try (BenchStage stage = BenchStage.start(null, StopSignal.never())) {
      ChildJvm arbiter =
          stage.arbiter(
              List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"),
              Map.of("lockarbiter.topics.partitions", Integer.toString(PARTITIONS)));
      BenchStage.awaitStarted(arbiter);
      try (ServedRun run =
          new ServedRun(stage, arbiter, PARTITIONS, SHARE, INTERVAL, inputs.size(), this::print)) {
        for (ServedInput input : inputs) {
          run.measure(input, figures);
        }
        return run.end();
      }
    }
  }

  private void print(String line) {
    out.add(line);
    System.out.println(line);
  }
}
