package io.lockarbiter.trial.bench.stage;

import io.lockarbiter.embedded.server.Signals;
import io.lockarbiter.embedded.server.Watchdog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A JVM beside this one, with its output in a file; ends with this one at the latest. */
public final class ChildJvm implements AutoCloseable {
  private static final Duration END = Duration.ofSeconds(45);
  private static final int LAST_LINES = 5;

  private final Process process;
  private final Path log;
  private final @Nullable Watchdog watchdog;

  private ChildJvm(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.watchdog = Watchdog.over(process.toHandle(), null);
  }

  /** Starts a main class of this JVM's class path. */
  public static ChildJvm start(
      Class<?> main, List<String> options, List<String> arguments, Path log) {
    List<String> command = new ArrayList<>(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return start(command, log);
  }

  /** Starts a jar that can be run by itself. */
  static ChildJvm start(Path jar, List<String> options, List<String> arguments, Path log) {
    List<String> command = new ArrayList<>(options);
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(arguments);
    return start(command, log);
  }

  private static ChildJvm start(List<String> words, Path log) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(words);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return new ChildJvm(process, log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start a JVM: " + String.join(" ", command), e);
    }
  }

  /**
   * Waits until it has written what the expression finds; answers the first group.
   *
   * @throws IllegalStateException if it ends before, or does not write it in time; with its last
   *     words
   */
  public String await(Pattern expression, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      boolean alive = process.isAlive();
      Matcher found = expression.matcher(output());
      if (found.find()) {
        return found.group(1);
      }
      if (!alive || System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "a process of the benchmark %s before it wrote \"%s\"; its last words: %s"
                .formatted(
                    alive ? "was waited for for " + patience.toSeconds() + " s" : "ended",
                    expression,
                    lastWords()));
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** Everything that it has written so far. */
  public String output() {
    try {
      return Files.readString(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String lastWords() {
    List<String> lines = output().lines().toList();
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  /** Says whether it still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL. */
  public void kill() {
    process.destroyForcibly();
  }

  /** SIGSTOP: stands still, its connections stay. */
  public void pause() {
    Signals.send("STOP", process.pid());
  }

  /** SIGCONT. */
  public void resume() {
    Signals.send("CONT", process.pid());
  }

  /** Writes a line to its standard input. */
  public void tell(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Processor time of all its threads since it started, as the system counts it; 0 if unknown. */
  public Duration processorTime() {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Its memory in RAM, MB, as the system counts it; 0 where that is not told. */
  public long residentMb() {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Its id in the system. */
  public long pid() {
    return process.pid();
  }

  /** Ends it in order, by force if that takes too long. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    if (watchdog != null) {
      watchdog.close();
    }
  }
}
