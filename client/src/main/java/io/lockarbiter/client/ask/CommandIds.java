package io.lockarbiter.client.ask;

import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Ids that nobody else chooses, and that nobody can tell beforehand: whoever reads the events could
 * otherwise use up the next one.
 */
public final class CommandIds {
  private final RandomGenerator random;

  /** Takes 128 bits for each id; safe for many threads if the generator is. */
  public CommandIds(RandomGenerator random) {
    this.random = random;
  }

  /** The next one. */
  public String next() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
