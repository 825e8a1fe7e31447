package io.lockarbiter.trial.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses by a seed the faults that happen together: random subsets, sometimes none, and each kind
 * in its turn. It also says when no more come.
 */
final class ChaosPlan {
  private static final int MOST_AT_ONCE = 3;

  private final long seed;
  private final List<ChaosFault> kinds;
  private final int mostAtOnce;
  private final @Nullable Duration length;
  private final Random random;
  private final List<ChaosFault> bag = new ArrayList<>();
  private final Set<ChaosFault> chosen = EnumSet.noneOf(ChaosFault.class);

  /**
   * Creates a plan.
   *
   * @param only the kinds to use; all if empty
   * @param alone one fault at a time, so that its effects can be told from those of others
   * @param length how long faults come; null: until each kind has come
   */
  ChaosPlan(long seed, List<ChaosFault> only, boolean alone, @Nullable Duration length) {
    this.seed = seed;
    this.length = length;
    kinds = only.isEmpty() ? List.of(ChaosFault.values()) : List.copyOf(only);
    mostAtOnce = alone ? 1 : MOST_AT_ONCE;
    random = new Random(seed);
  }

  long seed() {
    return seed;
  }

  /** Says whether each fault must meet a deployment that is whole. */
  boolean isAlone() {
    return mostAtOnce == 1;
  }

  /** Returns the faults of the next round, of different parts; one round in eight has none. */
  List<ChaosFault> next() {
    int number = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(mostAtOnce);
    List<ChaosFault> round = new ArrayList<>();
    Set<ChaosFault.Part> parts = EnumSet.noneOf(ChaosFault.Part.class);
    while (round.size() < number) {
      if (bag.isEmpty()) {
        bag.addAll(kinds);
        Collections.shuffle(bag, random);
      }
      ChaosFault next = bag.get(bag.size() - 1);
      if (!parts.add(next.part())) {
        break;
      }
      bag.remove(bag.size() - 1);
      round.add(next);
      chosen.add(next);
    }
    return round;
  }

  /** Says whether no more faults come after so long a time. */
  boolean isOver(Duration time) {
    return length == null ? chosen.containsAll(kinds) : time.compareTo(length) >= 0;
  }

  /** Returns a random number from {@code least} to {@code most}, such as milliseconds. */
  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  Random random() {
    return random;
  }
}
