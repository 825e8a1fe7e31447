package io.lockarbiter.embedded.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real {@code redis-server} process on the loopback address, with {@code noeviction} and no
 * snapshots. Not thread-safe.
 */
public final class EmbeddedRedis implements RedisServer {
  private static final int ATTEMPTS = 3;

  private final RedisOptions options;
  private final Path temporary;
  private final Path data;
  private final String executable;
  private final int port;
  private @Nullable RedisProcess process;

  private EmbeddedRedis(
      RedisOptions options, Path temporary, Path data, String executable, int port) {
    this.options = options;
    this.temporary = temporary;
    this.data = data;
    this.executable = executable;
    this.port = port;
  }

  /** Starts a server on a free port, with nothing stored. */
  public static EmbeddedRedis start() {
    return start(RedisOptions.DEFAULT);
  }

  /**
   * Starts a server; returns when it answers.
   *
   * @throws EmbeddedStartException if the port is taken or no binary runs here
   */
  public static EmbeddedRedis start(RedisOptions options) {
    EmbeddedStartException last = null;
    int attempts = options.port() == 0 ? ATTEMPTS : 1;
    for (int i = 0; i < attempts; i++) {
      Path temporary = Directories.given(null, "lockarbiter-redis-");
      try {
        return start(options, temporary);
      } catch (EmbeddedStartException e) {
        Directories.delete(temporary);
        last = e;
      }
    }
    throw last != null ? last : new IllegalStateException();
  }

  private static EmbeddedRedis start(RedisOptions options, Path temporary) {
    String executable = RedisExecutable.find(options.binary(), temporary);
    Path data =
        options.dataDirectory() == null
            ? temporary
            : Directories.given(options.dataDirectory(), "");
    int port = options.port() == 0 ? Ports.free() : options.port();
    EmbeddedRedis redis = new EmbeddedRedis(options, temporary, data, executable, port);
    redis.restart();
    return redis;
  }

  /** Returns the address of the server, {@code redis://host:port}. */
  @Override
  public String address() {
    return "redis://" + Ports.HOST + ":" + port;
  }

  /** Returns the port for clients. */
  public int port() {
    return port;
  }

  /** Says whether the process runs. */
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Stops the process in order; the append-only file stays for {@link #restart()}. */
  public void stop() {
    RedisProcess running = process;
    process = null;
    if (running != null) {
      running.stop();
    }
  }

  /** Ends the process at once, as a crash would. */
  public void kill() {
    RedisProcess running = process;
    process = null;
    if (running != null) {
      running.kill();
    }
  }

  /** Pauses the process; its connections stay. */
  public void pause() {
    if (process != null) {
      process.signal("STOP");
    }
  }

  /** Resumes the process. */
  public void resume() {
    if (process != null) {
      process.signal("CONT");
    }
  }

  /** Stops the process if it runs and starts it on the same port and data. */
  public void restart() {
    stop();
    if (!Ports.isFree(port)) {
      throw new EmbeddedStartException(
          "the embedded Redis cannot listen on port=%d: another process does. Fix: stop it, or choose another port (0 = a free one)"
              .formatted(port));
    }
    process = RedisProcess.start(command(), port, data.resolve("redis.log"), temporary);
  }

  /** Stops the process and deletes its data, unless the data directory was given. */
  @Override
  public void close() {
    stop();
    Directories.delete(temporary);
  }

  private List<String> command() {
    List<String> command = new ArrayList<>(ownSession());
    command.addAll(options.prefix());
    command.add(executable);
    command.addAll(List.of("--port", Integer.toString(port), "--bind", Ports.HOST));
    command.addAll(List.of("--dir", data.toString(), "--save", ""));
    command.addAll(List.of("--appendonly", options.appendOnly() ? "yes" : "no"));
    command.addAll(List.of("--appendfsync", "everysec", "--maxmemory-policy", "noeviction"));
    command.addAll(options.arguments());
    return command;
  }

  /**
   * Returns the prefix of the command that keeps a terminal's Ctrl-C away from the process; empty
   * if the system has none.
   */
  private static List<String> ownSession() {
    Path setsid = Path.of("/usr/bin/setsid");
    return Files.isExecutable(setsid) ? List.of(setsid.toString()) : List.of();
  }
}
