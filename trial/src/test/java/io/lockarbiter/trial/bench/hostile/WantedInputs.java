package io.lockarbiter.trial.bench.hostile;

import java.util.List;

/** The inputs that {@code -Dlockarbiter.only=NAME,NAME} names; all if it names none. */
final class WantedInputs {
  private static final String NAMES = System.getProperty("lockarbiter.only", "");
  private static final List<String> ONLY = List.of(NAMES.split(","));

  private WantedInputs() {}

  /** As they were given; empty if all are wanted. */
  static String names() {
    return NAMES;
  }

  static boolean have(String name) {
    return NAMES.isEmpty() || ONLY.contains(name);
  }
}
