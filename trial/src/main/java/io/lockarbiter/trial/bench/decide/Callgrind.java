package io.lockarbiter.trial.bench.decide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Counts the instructions of a Redis server that runs within Valgrind: the same however busy the
 * machine is. Counting makes the server some fifty times as slow, waiting to count some five times.
 */
final class Callgrind implements Cost {
  private static final Pattern THREAD = Pattern.compile("Th\\s+\\d+\\s+([\\d,]+)");
  private static final long ANSWER_S = 60;

  private final String processId;

  /** Counts for a process that was started with {@link #prefix(Path)}. */
  Callgrind(String processId) {
    this.processId = processId;
  }

  /** The words before the command of the server. */
  static List<String> prefix(Path profile) {
    return List.of(
        "valgrind", "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=" + profile);
  }

  @Override
  public String unit() {
    return "instructions";
  }

  @Override
  public double of(Runnable work) {
    control("--instr=on");
    long before = counted();
    work.run();
    long spent = counted() - before;
    control("--instr=off");
    return spent;
  }

  private long counted() {
    return THREAD
        .matcher(control("-e"))
        .results()
        .map(MatchResult::group)
        .mapToLong(line -> Long.parseLong(line.replaceAll("Th\\s+\\d+|[\\s,]", "")))
        .sum();
  }

  private String control(String option) {
    try {
      Process process =
          new ProcessBuilder("callgrind_control", option, processId)
              .redirectErrorStream(true)
              .start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      if (!process.waitFor(ANSWER_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(
            "callgrind_control %s %s failed: %s".formatted(option, processId, output));
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException("callgrind_control does not run. Fix: install Valgrind", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
