package io.lockarbiter.arbiter.kafka;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** An admin client that connects at the first use. Thread-safe. */
final class OpenedAdmin implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final Supplier<Admin> source;
  private @Nullable Admin opened;

  OpenedAdmin(Supplier<Admin> source) {
    this.source = source;
  }

  synchronized Admin get() {
    if (opened == null) {
      opened = source.get();
    }
    return opened;
  }

  @Override
  public synchronized void close() {
    if (opened != null) {
      opened.close(CLOSE);
      opened = null;
    }
  }
}
