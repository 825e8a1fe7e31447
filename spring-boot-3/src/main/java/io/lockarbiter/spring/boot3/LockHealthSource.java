package io.lockarbiter.spring.boot3;

import java.util.Map;

/** How client and workers of an application stand; asks nobody. */
public interface LockHealthSource {
  /** Looks. */
  Look look();

  /**
   * How they stood.
   *
   * @param isUp nothing is known to be wrong
   * @param details for people: no accounts, paths or ids
   */
  record Look(boolean isUp, Map<String, Object> details) {
    public Look {
      details = Map.copyOf(details);
    }
  }
}
