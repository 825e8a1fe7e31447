package io.lockarbiter.client.ask;

import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Makes ids that nobody else chooses and nobody can guess; otherwise a reader of the events could
 * use up the next one.
 */
public final class CommandIds {
  private final RandomGenerator random;

  /** Ids of 128 random bits each; safe for many threads if the generator is. */
  public CommandIds(RandomGenerator random) {
    this.random = random;
  }

  /** The next id. */
  public String next() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
