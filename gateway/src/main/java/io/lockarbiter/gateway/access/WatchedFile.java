package io.lockarbiter.gateway.access;

import io.lockarbiter.service.StartupRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that is read anew when it has changed. A changed file that cannot be read leaves what was
 * read before in force, with an ERROR: a half-written file must not lock everybody out.
 */
public final class WatchedFile<T> {
  private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);
  private static final long MOST_BYTES = 4 << 20;

  private final Path file;
  private final String setting;
  private final Function<List<String>, T> reader;
  private volatile T content;
  private List<String> lines;
  private @Nullable String problem;

  /**
   * Reads the file.
   *
   * @param setting the setting that names it
   * @param reader makes the content of the lines; refuses them by IllegalArgumentException
   * @throws StartupRefusedException if it cannot be read
   */
  public WatchedFile(Path file, String setting, Function<List<String>, T> reader) {
    this.file = file;
    this.setting = setting;
    this.reader = reader;
    try {
      this.lines = lines();
      this.content = reader.apply(lines);
    } catch (IOException | IllegalArgumentException e) {
      throw new StartupRefusedException(
          "%s=%s cannot be used: %s; nobody could be told apart, so the gateway does not start. Fix the file: gateway/README.md, Who may"
              .formatted(setting, file, text(e)));
    }
  }

  /** The content as it was last read. */
  public T content() {
    return content;
  }

  /**
   * Reads the file again; its lines are compared, because times of files are coarse.
   *
   * @return whether the content has changed
   */
  public synchronized boolean look() {
    boolean isNew = false;
    try {
      List<String> now = lines();
      if (!now.equals(lines)) {
        content = reader.apply(now);
        lines = now;
        isNew = true;
        LOG.info("{}={} was read anew", setting, file);
      }
      problem = null;
    } catch (IOException | IllegalArgumentException e) {
      String text = text(e);
      if (!text.equals(problem)) {
        LOG.error(
            "{}={} has changed and cannot be used: {}; what was read before stays in force, revoked keys and rights too. Fix the file",
            setting,
            file,
            text);
      }
      problem = text;
    }
    return isNew;
  }

  private static String text(Exception e) {
    return e instanceof IOException ? e.toString() : String.valueOf(e.getMessage());
  }

  private List<String> lines() throws IOException {
    if (Files.size(file) > MOST_BYTES) {
      throw new IllegalArgumentException("it has more than " + MOST_BYTES + " bytes");
    }
    List<String> read = Files.readAllLines(file);
    if (read.stream().allMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          "it is empty, as a file that is being written; a line that begins with # is enough if nobody is meant");
    }
    return read;
  }
}
