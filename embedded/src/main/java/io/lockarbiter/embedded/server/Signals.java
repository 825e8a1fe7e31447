package io.lockarbiter.embedded.server;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Sends signals for which Java has no method; every system has {@code kill}. */
public final class Signals {
  private Signals() {}

  /**
   * Sends a signal to a process.
   *
   * @return the status of {@code kill}: 0 unless the process has ended
   */
  public static int send(String signal, long pid) {
    try {
      return new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(signal, pid))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
