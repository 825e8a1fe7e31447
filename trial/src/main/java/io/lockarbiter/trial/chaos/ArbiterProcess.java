package io.lockarbiter.trial.chaos;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** One of three arbiters, in a process that can be killed, paused and restarted. */
final class ArbiterProcess implements AutoCloseable {
  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final int number;
  private final int port;
  private final Path directory;
  private final List<String> arguments;
  private ChildJvm process;
  private int lives;

  /** Starts it, without waiting for it. */
  ArbiterProcess(int number, int port, Path directory, List<String> settings) {
    this.number = number;
    this.port = port;
    this.directory = directory;
    this.arguments =
        Stream.of(List.of("serve"), settings, List.of("--server.port=" + port))
            .flatMap(List::stream)
            .toList();
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

  /** Returns the address of its HTTP views. */
  String address() {
    return "http://127.0.0.1:" + port;
  }

  void awaitStarted() throws InterruptedException {
    BenchStage.awaitStarted(process);
  }

  void kill() {
    process.kill();
    process.close();
  }

  /** Stops it with SIGTERM; returns when it has ended. */
  void stop() {
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
