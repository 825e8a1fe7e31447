package io.lockarbiter.sandbox.e2e;

import io.lockarbiter.arbiter.ArbiterApplication;
import io.lockarbiter.sandbox.embedded.Infrastructure;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An arbiter in a process of its own, which can be killed. */
final class ArbiterProcess implements AutoCloseable {
  private final Process process;
  private final Path output;

  private ArbiterProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static ArbiterProcess start(Infrastructure infrastructure, Map<String, String> settings) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(classPath());
    command.add(ArbiterApplication.class.getName());
    ArbiterNode.arguments(infrastructure, settings)
        .forEach((name, value) -> command.add("--" + name + "=" + value));
    try {
      Path output = Files.createTempFile("lockarbiter-arbiter-", ".log");
      return new ArbiterProcess(
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start(),
          output);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What an arbiter has in production: nothing of the sandbox, its log settings least of all. */
  private static String classPath() {
    Set<Path> sandbox = Set.of(home(Infrastructure.class), home(ArbiterProcess.class));
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !sandbox.contains(Path.of(entry).toAbsolutePath().normalize()))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly();
  }

  /** Waits for the end; answers the exit status. */
  int awaitExit() {
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the arbiter did not end: " + output());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What it has written so far. */
  String output() {
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
      Files.delete(output);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
