package io.lockarbiter.embedded.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One process of {@code redis-server}; it ends with this JVM at the latest. */
final class RedisProcess {
  private static final Duration START = Duration.ofSeconds(20);
  private static final Duration STOP = Duration.ofSeconds(10);

  private final Process process;
  private final @Nullable Watchdog watchdog;

  private RedisProcess(Process process, @Nullable Watchdog watchdog) {
    this.process = process;
    this.watchdog = watchdog;
  }

  /** Starts a server; returns when it answers. */
  static RedisProcess start(List<String> command, int port, Path log, @Nullable Path temporary) {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    } catch (IOException e) {
      throw failure(port, e.toString(), log);
    }
    RedisProcess started = new RedisProcess(process, Watchdog.over(process.toHandle(), temporary));
    if (started.watchdog == null) {
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }
    try {
      started.awaitAnswer(port, log);
      return started;
    } catch (EmbeddedStartException e) {
      started.kill();
      throw e;
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal, as {@code kill -STOP} and {@code -CONT} do. */
  void signal(String name) {
    Signals.send(name, process.pid());
  }

  /** Ends it in order (SIGTERM), by force if that takes too long. */
  void stop() {
    process.destroy();
    awaitEnd();
  }

  /** Ends it at once (SIGKILL). */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
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

  private void awaitAnswer(int port, Path log) {
    long deadline = System.nanoTime() + START.toNanos();
    while (System.nanoTime() - deadline < 0) {
      if (answers(port)) {
        return;
      }
      try {
        if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
          throw failure(port, "redis-server ended with code " + process.exitValue(), log);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure(port, "interrupted while waiting for its first answer", log);
      }
    }
    throw failure(port, "no answer to PING within " + START.toSeconds() + " s", log);
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(Ports.HOST, port), 1_000);
      socket.setSoTimeout(1_000);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII);
      return answer.equals("+PONG") || answer.equals("-NOAU");
    } catch (IOException e) {
      return false;
    }
  }

  private static EmbeddedStartException failure(int port, String cause, Path log) {
    return new EmbeddedStartException(
        "the embedded Redis did not start: port=%d, cause: %s. Its last words: %s. Fix: see the cause; choose another port (0 = a free one) or another binary"
            .formatted(port, cause, lastLines(log)));
  }

  private static String lastLines(Path log) {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      return String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
    } catch (IOException e) {
      return "none (" + log + ")";
    }
  }
}
