package io.lockarbiter.trial.bench.tus;

import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.examples.TusServer;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** One of the servers, the example's, in a process that is killed and started again. */
final class TusServerProcess implements AutoCloseable {
  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final Pattern STARTED = Pattern.compile("listening on port (\\d+)");
  private static final Duration START = Duration.ofSeconds(60);

  /** Small, so that many a piece is being written when its server dies. */
  private static final int PIECE_BYTES = 32 << 10;

  private final int port = Ports.free();
  private final String bootstrapServers;
  private final Path directory;
  private final Duration lease;
  private ChildJvm process;
  private int lives;

  /** Starts it over the folder {@code files} of a directory; does not wait. */
  TusServerProcess(String bootstrapServers, Path directory, Duration lease) {
    this.bootstrapServers = bootstrapServers;
    this.directory = directory;
    this.lease = lease;
    this.process = started();
  }

  private ChildJvm started() {
    return ChildJvm.start(
        TusServer.class,
        OPTIONS,
        List.of(
            bootstrapServers,
            Integer.toString(port),
            directory.resolve("files").toString(),
            Long.toString(lease.toSeconds()),
            Integer.toString(PIECE_BYTES)),
        directory.resolve("server-%d-%d.log".formatted(port, ++lives)));
  }

  void awaitStarted() throws InterruptedException {
    process.await(STARTED, START);
  }

  URI address() {
    return URI.create("http://" + Ports.HOST + ":" + port);
  }

  /** SIGKILL. */
  void kill() {
    process.kill();
    process.close();
  }

  void start() {
    process = started();
  }

  @Override
  public void close() {
    process.close();
  }
}
