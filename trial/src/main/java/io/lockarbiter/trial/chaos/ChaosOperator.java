package io.lockarbiter.trial.chaos;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An operator who checks the partitions, and repairs those that need it. */
final class ChaosOperator {
  private final ChaosStage stage;

  ChaosOperator(ChaosStage stage) {
    this.stage = stage;
  }

  /**
   * Repairs halted partitions.
   *
   * @return what was done or refused, a line for each partition
   */
  List<String> repair() {
    List<String> done = new ArrayList<>();
    for (JsonNode partition : partitions()) {
      if (partition.hasNonNull("halt")) {
        done.add(
            "partition %d, %s: %s"
                .formatted(
                    partition.get("partition").asInt(),
                    partition.path("reason").asString(),
                    repair(
                        partition.get("partition").asString(), partition.get("halt").asString())));
      }
    }
    return done;
  }

  private JsonNode partitions() {
    return JsonMapper.shared()
        .readTree(
            run(
                Stream.concat(
                    Stream.of("partitions", "--json"),
                    stage.arbiters().stream()
                        .flatMap(arbiter -> Stream.of("--arbiter", arbiter.address())))));
  }

  private String repair(String partition, String halt) {
    return run(Stream.concat(
            Stream.of("repair", "--yes", "--partition", partition, "--halt", halt),
            stage.settings().stream()))
        .strip()
        .replaceAll("\\s*\\R\\s*", " | ");
  }

  private static String run(Stream<String> arguments) {
    StringWriter text = new StringWriter();
    CommandLine command = LockArbiterCommand.commandLine(StopSignal.never());
    command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text, true));
    command.execute(arguments.toArray(String[]::new));
    return text.toString();
  }
}
