package io.lockarbiter.contracts.lock;

import java.util.List;

/** How a target is used; what goes together with what is said by {@link Compatibility}. */
public enum Mode {
  /** Use what is there (download). */
  READ(1),
  /** Add entries somewhere below this folder; protects no single entry. */
  ADD(1),
  /** Create or replace this entry and what is below it. */
  PUT(1),
  /** Remove this subtree. */
  DELETE(1),
  /** Sole use of this subtree (source of a rename or move). */
  EXCLUSIVE(1),
  /**
   * One that only newer arbiters know, in an event of theirs; its word stands beside it. It counts
   * as {@link #EXCLUSIVE} where conflicts are judged.
   */
  UNKNOWN(1);

  private static final List<Mode> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  private final int sinceRules;

  Mode(int sinceRules) {
    this.sinceRules = sinceRules;
  }

  /** All but {@link #UNKNOWN}: those that may be asked for. */
  public static List<Mode> known() {
    return KNOWN;
  }

  /** The first version of the rules that has it: in a log of earlier ones nobody knows it. */
  public int sinceRules() {
    return sinceRules;
  }

  /** The mode of a word, such as {@code PUT}; {@link #UNKNOWN} of one that only newer ones know. */
  public static Mode ofWord(String word) {
    for (Mode mode : KNOWN) {
      if (mode.name().equals(word)) {
        return mode;
      }
    }
    return UNKNOWN;
  }

  /** As which mode it counts where conflicts are judged: itself, unless it is not known. */
  public Mode judgedAs() {
    return this == UNKNOWN ? EXCLUSIVE : this;
  }
}
