package io.lockarbiter.embedded.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A shell that outlives this JVM for a moment. If its standard input ends without a word, however
 * the JVM ended, it kills a process and deletes a temporary directory.
 */
public final class Watchdog implements AutoCloseable {
  private static final String SCRIPT =
      "trap '' INT TERM HUP; read -r word && exit 0; kill -9 \"$1\"; "
          + "if [ -n \"$2\" ]; then rm -rf -- \"$2\"; fi";

  private final Process shell;

  private Watchdog(Process shell) {
    this.shell = shell;
  }

  /** Starts to watch a process; null if there is no shell. */
  public static @Nullable Watchdog over(ProcessHandle process, @Nullable Path temporary) {
    String directory = temporary == null ? "" : temporary.toString();
    try {
      return new Watchdog(
          new ProcessBuilder(
                  "sh", "-c", SCRIPT, "watchdog", Long.toString(process.pid()), directory)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      return null;
    }
  }

  /** Ends the shell without killing or deleting anything. */
  @Override
  public void close() {
    try (var input = shell.getOutputStream()) {
      input.write("done\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      shell.destroyForcibly();
    }
  }
}
