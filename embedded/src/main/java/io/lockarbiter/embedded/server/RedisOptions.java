package io.lockarbiter.embedded.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to start an {@link EmbeddedRedis}.
 *
 * @param port where clients connect; 0 = a free one
 * @param dataDirectory where the append-only file lives and stays; null = a temporary directory,
 *     deleted at close
 * @param appendOnly whether writes are kept in an append-only file, fsynced every second
 * @param binary which {@code redis-server} runs
 * @param prefix words before the command, such as those of a profiler
 * @param arguments further arguments of {@code redis-server}, such as {@code --requirepass x}, each
 *     word on its own
 */
public record RedisOptions(
    int port,
    @Nullable Path dataDirectory,
    boolean appendOnly,
    RedisBinary binary,
    List<String> prefix,
    List<String> arguments) {
  /** A free port, nothing on disk, whichever binary runs here. */
  public static final RedisOptions DEFAULT =
      new RedisOptions(0, null, false, RedisBinary.ANY, List.of(), List.of());

  /** Copies the words. */
  public RedisOptions {
    prefix = List.copyOf(prefix);
    arguments = List.copyOf(arguments);
  }

  /** The same on another port. */
  public RedisOptions withPort(int newPort) {
    return new RedisOptions(newPort, dataDirectory, appendOnly, binary, prefix, arguments);
  }

  /** The same in a directory that outlives the process. */
  public RedisOptions withDataDirectory(Path directory) {
    return new RedisOptions(port, directory, appendOnly, binary, prefix, arguments);
  }

  /** The same with an append-only file. */
  public RedisOptions withAppendOnly() {
    return new RedisOptions(port, dataDirectory, true, binary, prefix, arguments);
  }

  /** The same with another choice of binary. */
  public RedisOptions withBinary(RedisBinary newBinary) {
    return new RedisOptions(port, dataDirectory, appendOnly, newBinary, prefix, arguments);
  }

  /** The same with more arguments of {@code redis-server}. */
  public RedisOptions withArguments(String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return new RedisOptions(port, dataDirectory, appendOnly, binary, prefix, all);
  }

  /** The same started by another command, which gets that of the server. */
  public RedisOptions withPrefix(List<String> words) {
    return new RedisOptions(port, dataDirectory, appendOnly, binary, words, arguments);
  }
}
