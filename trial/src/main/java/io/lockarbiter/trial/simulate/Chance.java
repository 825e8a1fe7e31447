package io.lockarbiter.trial.simulate;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** All that is left to chance in one schedule, from one seed. */
final class Chance {
  private static final int THOUSAND = 1_000;

  /** Who resets the group where commands are missing accepts what is lost by that. */
  private static final List<Fault> NOT_BOTH = List.of(Fault.GROUP_RESET, Fault.COMMANDS_CUT);

  private final Random random;
  private final Set<Fault> possible = EnumSet.noneOf(Fault.class);
  private final Map<Fault, Integer> happened = new EnumMap<>(Fault.class);
  private final int intensity;
  private boolean isOver;

  /** A random subset of the faults is possible, sometimes none. */
  Chance(long seed) {
    random = new Random(seed);
    for (Fault fault : Fault.values()) {
      if (random.nextBoolean()) {
        possible.add(fault);
      }
    }
    if (possible.containsAll(NOT_BOTH)) {
      possible.remove(NOT_BOTH.get(random.nextInt(NOT_BOTH.size())));
    }
    intensity = 1 + random.nextInt(3);
  }

  /** A number from 0 to before the bound. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Claims something that is true so often of a thousand times. */
  boolean perThousand(int times) {
    return random.nextInt(THOUSAND) < times;
  }

  /** Claims that a fault happens now. */
  boolean happens(Fault fault) {
    if (isOver || !possible.contains(fault) || !perThousand(fault.perThousand() * intensity)) {
      return false;
    }
    happened.merge(fault, 1, Integer::sum);
    return true;
  }

  /** No fault happens from now on. */
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
