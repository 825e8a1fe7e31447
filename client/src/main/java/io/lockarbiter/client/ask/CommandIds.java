package io.lockarbiter.client.ask;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Ids that no other client chooses: random per client, counted within it. */
public final class CommandIds {
  private final String prefix;
  private final AtomicLong last = new AtomicLong();

  /** Counts within this id, which must be nobody else's. */
  public CommandIds(UUID client) {
    this.prefix = client + "-";
  }

  /** The next one. */
  public String next() {
    return prefix + Long.toString(last.incrementAndGet(), Character.MAX_RADIX);
  }
}
