package io.lockarbiter.e2e.process;

import io.lockarbiter.embedded.server.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A main class in a JVM of its own, small and fast to start, with its output in a file. */
public final class JavaProcess implements AutoCloseable {
  private final Process process;
  private final Path output;

  private JavaProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts it with the class path of this JVM. */
  public static JavaProcess start(Class<?> main, String... arguments) {
    return start(System.getProperty("java.class.path"), main.getName(), List.of(arguments));
  }

  /** Starts it. */
  public static JavaProcess start(String classPath, String main, List<String> arguments) {
    return start(builder(classPath, main, arguments));
  }

  /** Starts a program, which need not be in Java, with its output in a file. */
  public static JavaProcess start(ProcessBuilder program) {
    try {
      Path output = Files.createTempFile("lockarbiter-process-", ".log");
      return new JavaProcess(
          program.redirectErrorStream(true).redirectOutput(output.toFile()).start(), output);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the command, for callers that redirect the output themselves. */
  public static ProcessBuilder builder(String classPath, String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", classPath, main));
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }

  /** SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** SIGTERM, but its input stays open, which {@link #terminate} closes. */
  public void stop() {
    signal(process, "TERM");
  }

  /** SIGKILL. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Sends SIGSTOP: the process pauses, and does not notice it. */
  public void pause() {
    signal(process, "STOP");
  }

  /** SIGCONT. */
  public void resume() {
    signal(process, "CONT");
  }

  /** Sends a signal for which Java has no method. */
  public static void signal(Process process, String name) {
    int status = Signals.send(name, process.pid());
    if (status != 0) {
      throw new IllegalStateException("kill -" + name + " ended with status " + status);
    }
  }

  /** Waits until the output matches the expression; returns its first group, if any. */
  public String await(String expression) {
    Pattern pattern = Pattern.compile(expression);
    Awaitility.await(expression + " in the output")
        .until(() -> find(pattern).find() || !process.isAlive());
    Matcher found = find(pattern);
    if (!found.find()) {
      throw new AssertionError("ended without " + expression + ": " + output());
    }
    return found.groupCount() == 0 ? found.group() : found.group(1);
  }

  private Matcher find(Pattern pattern) {
    return pattern.matcher(output());
  }

  /** Waits so long for its end; returns the exit status. */
  public int awaitExit(Duration longest) {
    Awaitility.await("the end of the process").atMost(longest).until(() -> !process.isAlive());
    return process.exitValue();
  }

  /** Says whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end; returns the exit status. */
  public int awaitExit() {
    Awaitility.await("the end of the process").until(() -> !process.isAlive());
    return process.exitValue();
  }

  /** Returns its output so far. */
  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill();
    awaitExit();
    try {
      Files.deleteIfExists(output);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
