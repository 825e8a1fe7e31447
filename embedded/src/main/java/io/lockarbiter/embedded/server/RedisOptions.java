package io.lockarbiter.embedded.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options with which an {@link EmbeddedRedis} starts.
 *
 * @param port for clients; 0 = a free one
 * @param dataDirectory directory of the append-only file, which stays; null = a temporary
 *     directory, deleted at close
 * @param appendOnly whether writes are kept in an append-only file, fsynced every second
 * @param binary which {@code redis-server} runs
 * @param prefix words before the command, such as those of a profiler
 * @param arguments further arguments of {@code redis-server}, such as {@code --requirepass x}, each
 *     word an element
 */
public record RedisOptions(
    int port,
    @Nullable Path dataDirectory,
    boolean appendOnly,
    RedisBinary binary,
    List<String> prefix,
    List<String> arguments) {
  /** A free port, nothing on disk, any binary that runs here. */
  public static final RedisOptions DEFAULT =
      new RedisOptions(0, null, false, RedisBinary.ANY, List.of(), List.of());

  public RedisOptions {
    prefix = List.copyOf(prefix);
    arguments = List.copyOf(arguments);
  }

  /** Returns the same options with another port. */
  public RedisOptions withPort(int newPort) {
    return new RedisOptions(newPort, dataDirectory, appendOnly, binary, prefix, arguments);
  }

  /** Returns the same options with a directory that outlives the process. */
  public RedisOptions withDataDirectory(Path directory) {
    return new RedisOptions(port, directory, appendOnly, binary, prefix, arguments);
  }

  /** Returns the same options with an append-only file. */
  public RedisOptions withAppendOnly() {
    return new RedisOptions(port, dataDirectory, true, binary, prefix, arguments);
  }

  /** Returns the same options with another choice of binary. */
  public RedisOptions withBinary(RedisBinary newBinary) {
    return new RedisOptions(port, dataDirectory, appendOnly, newBinary, prefix, arguments);
  }

  /** Returns the same options with more arguments of {@code redis-server}. */
  public RedisOptions withArguments(String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return new RedisOptions(port, dataDirectory, appendOnly, binary, prefix, all);
  }

  /** Returns the same options with words before the command of the server, which start it. */
  public RedisOptions withPrefix(List<String> words) {
    return new RedisOptions(port, dataDirectory, appendOnly, binary, words, arguments);
  }
}
