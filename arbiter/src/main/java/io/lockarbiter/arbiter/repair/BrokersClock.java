package io.lockarbiter.arbiter.repair;

import java.time.Instant;

/** The clock of a partition's broker, as the append times of its commands show it. */
public interface BrokersClock {
  /**
   * The time by that clock: the append time of a {@code tick}, which this call appends to the
   * partition. A silent deployment has no other record of it, and the last record of another
   * partition may be from a moment when a clock was wrong.
   */
  Instant appendTick();

  /**
   * The append time of the first retained command behind an offset that was not appended later than
   * a moment; that moment if there is none.
   */
  Instant firstAppend(long after, Instant latest);
}
