package io.lockarbiter.console.security;

import java.util.HashMap;
import java.util.Map;

/** A limited number of places for bodies that are awaited, in all and for each client. */
final class BodyPlaces {
  private final int inAll;
  private final int ofEach;
  private final Map<String, Integer> taken = new HashMap<>();
  private int all;

  BodyPlaces(int inAll, int ofEach) {
    this.inAll = inAll;
    this.ofEach = ofEach;
  }

  /** Takes a place if one is free; {@link #release} returns it. */
  synchronized boolean take(String who) {
    if (all >= inAll || taken.getOrDefault(who, 0) >= ofEach) {
      return false;
    }
    all++;
    taken.merge(who, 1, Integer::sum);
    return true;
  }

  synchronized void release(String who) {
    all--;
    taken.computeIfPresent(who, (name, held) -> held == 1 ? null : held - 1);
  }
}
