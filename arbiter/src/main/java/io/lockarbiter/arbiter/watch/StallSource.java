package io.lockarbiter.arbiter.watch;

import java.util.Map;

/** Tells which partitions are stalled for one reason; may be asked by any thread. */
@FunctionalInterface
public interface StallSource {
  /** The stalls that the last look has found, by partition. */
  Map<Integer, Stall> stalls();
}
