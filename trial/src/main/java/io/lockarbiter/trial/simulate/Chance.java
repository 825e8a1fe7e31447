package io.lockarbiter.trial.simulate;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/** All random choices of one schedule, from one seed. */
final class Chance {
  private static final int THOUSAND = 1_000;

  /**
   * Faults that exclude each other. An operator who resets the group while commands are missing
   * accepts the loss; without the position nothing tells a stranger's event, or a lost one. Of two
   * harms to the events one hides the other.
   */
  private static final List<List<Fault>> NOT_BOTH =
      List.of(
          List.of(Fault.GROUP_RESET, Fault.COMMANDS_CUT),
          List.of(Fault.GROUP_RESET, Fault.STRANGERS_EVENT),
          List.of(Fault.GROUP_RESET, Fault.EVENTS_LOST),
          List.of(Fault.GROUP_RESET, Fault.EVENTS_LOST_AMID),
          List.of(Fault.STRANGERS_EVENT, Fault.EVENTS_LOST),
          List.of(Fault.STRANGERS_EVENT, Fault.EVENTS_LOST_AMID),
          List.of(Fault.EVENTS_LOST, Fault.EVENTS_LOST_AMID));

  private final Random random;
  private final Set<Fault> possible = EnumSet.noneOf(Fault.class);
  private final Map<Fault, Integer> happened = new EnumMap<>(Fault.class);
  private final int intensity;
  private boolean isOver;

  /** Makes a random subset of the faults possible, sometimes none. */
  Chance(long seed) {
    // Random alone would make the same first choice for thousands of seeds that follow each other.
    random = new Random(new SplittableRandom(seed).nextLong());
    for (Fault fault : Fault.values()) {
      if (random.nextBoolean()) {
        possible.add(fault);
      }
    }
    for (List<Fault> pair : NOT_BOTH) {
      if (possible.containsAll(pair)) {
        possible.remove(pair.get(random.nextInt(pair.size())));
      }
    }
    intensity = 1 + random.nextInt(3);
  }

  /** Returns a number from 0 to before the bound. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Returns true this many times in a thousand. */
  boolean perThousand(int times) {
    return random.nextInt(THOUSAND) < times;
  }

  /** Says whether a fault happens now. */
  boolean happens(Fault fault) {
    if (isOver || !possible.contains(fault) || !perThousand(fault.perThousand() * intensity)) {
      return false;
    }
    happened.merge(fault, 1, Integer::sum);
    return true;
  }

  /** Says whether none of these faults can happen in this schedule. */
  boolean isWithout(Fault... faults) {
    return List.of(faults).stream().noneMatch(possible::contains);
  }

  /** Returns how many faults have happened. */
  int count() {
    return happened.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Ends all faults. */
  void end() {
    isOver = true;
  }

  boolean isOver() {
    return isOver;
  }

  Map<Fault, Integer> happened() {
    return happened;
  }
}
