package io.lockarbiter.sandbox.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link ChunkWorker} in a process of its own, which can be killed or stopped in its tracks. */
final class ChunkWorkerProcess implements AutoCloseable {
  private final Process process;
  private final Path output;

  private ChunkWorkerProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static ChunkWorkerProcess start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(ChunkWorker.class.getName());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("lockarbiter-worker-", ".log");
    return new ChunkWorkerProcess(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  void kill() {
    process.destroyForcibly();
  }

  /** SIGSTOP: it does nothing any more, and knows nothing of it. */
  void pause() throws IOException, InterruptedException {
    signal("-STOP");
  }

  /** SIGCONT. */
  void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int status = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    if (status != 0) {
      throw new IOException("kill " + signal + " ended with status " + status);
    }
  }

  /** What it has written so far. */
  String output() throws IOException {
    return Files.readString(output);
  }

  @Override
  public void close() throws IOException {
    kill();
    process.onExit().join();
    Files.delete(output);
  }
}
