package io.lockarbiter.spring.boot3;

import java.util.Map;

/** The health of an application's client and workers; asks no server. */
public interface LockHealthSource {
  /** Takes a look at the health. */
  Look look();

  /**
   * The health at one moment.
   *
   * @param isUp whether no problem is known
   * @param details the details for people; they name no accounts, paths or ids
   */
  record Look(boolean isUp, Map<String, Object> details) {
    public Look {
      details = Map.copyOf(details);
    }
  }
}
