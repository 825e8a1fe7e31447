package io.lockarbiter.contracts.testing;

import java.lang.management.ManagementFactory;

/** Measures the heap for tests that compare counted bytes with those taken. */
public final class Heap {
  /** Bytes by which a look must be smaller than the least one before to count as progress. */
  private static final long NOISE = 50_000;

  private Heap() {}

  /** Bytes in use once collections find nothing more, such as what other tests have left. */
  public static long used() {
    long least = Long.MAX_VALUE;
    for (int same = 0; same < 3; ) {
      System.gc();
      long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      same = now < least - NOISE ? 0 : same + 1;
      least = Math.min(least, now);
    }
    return least;
  }
}
