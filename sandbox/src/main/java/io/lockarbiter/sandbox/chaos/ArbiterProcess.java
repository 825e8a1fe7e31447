package io.lockarbiter.sandbox.chaos;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.sandbox.bench.stage.BenchStage;
import io.lockarbiter.sandbox.bench.stage.ChildJvm;
import java.nio.file.Path;
import java.util.List;

/** One of three arbiters, in a process that can be killed, halted and started again. */
final class ArbiterProcess implements AutoCloseable {
  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final int number;
  private final Path directory;
  private final List<String> arguments;
  private ChildJvm process;
  private int lives;

  /** Starts it; does not wait. */
  ArbiterProcess(int number, Path directory, List<String> arguments) {
    this.number = number;
    this.directory = directory;
    this.arguments = arguments;
    this.process = started();
  }

  private ChildJvm started() {
    return ChildJvm.start(
        LockArbiterCommand.class,
        OPTIONS,
        arguments,
        directory.resolve("arbiter-%d-%d.log".formatted(number, ++lives)));
  }

  int number() {
    return number;
  }

  /** Waits until it has started; answers its HTTP port. */
  int awaitStarted() throws InterruptedException {
    return BenchStage.awaitStarted(process);
  }

  void kill() {
    process.kill();
    process.close();
  }

  void start() {
    process = started();
  }

  void pause() {
    process.pause();
  }

  void resume() {
    process.resume();
  }

  @Override
  public void close() {
    process.resume();
    process.close();
  }
}
