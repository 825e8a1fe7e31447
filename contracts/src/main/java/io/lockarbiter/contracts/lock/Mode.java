package io.lockarbiter.contracts.lock;

import java.util.List;

/**
 * The use that a lock makes of a target; {@link Compatibility} says which modes exclude each other.
 */
public enum Mode {
  /** Read the existing content (download). */
  READ(1),
  /** Add entries somewhere below this folder; protects no single entry. */
  ADD(1),
  /** Create or replace this entry and the tree below it. */
  PUT(1),
  /** Remove this subtree. */
  DELETE(1),
  /** Sole use of this subtree (source of a rename or move). */
  EXCLUSIVE(1),
  /**
   * Keep this subtree from being changed by others, and change nothing oneself (a check-out). A
   * lock has only such targets, or none.
   */
  GUARD(1),
  /**
   * Keep this subtree from being changed by anybody, and change nothing oneself (a freeze). A lock
   * has only such targets, or none.
   */
  FREEZE(1),
  /**
   * Keep everybody from using the account in any way, and change nothing oneself (a closed
   * account). The only target of its lock, and of the path {@code /}.
   */
  CLOSE(1),
  /**
   * A mode that only newer arbiters know, in one of their events; its word stands beside it. It
   * counts as {@link #EXCLUSIVE} where conflicts are judged.
   */
  UNKNOWN(1);

  private static final List<Mode> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  private static final List<Mode> ACTING = KNOWN.stream().filter(Mode::acts).toList();

  private final int sinceRules;

  Mode(int sinceRules) {
    this.sinceRules = sinceRules;
  }

  /** All modes except {@link #UNKNOWN}: those that a request may ask for. */
  public static List<Mode> known() {
    return KNOWN;
  }

  /** Those of them that {@link #acts act}. */
  public static List<Mode> acting() {
    return ACTING;
  }

  /**
   * Says whether somebody acts on targets of this mode: of all but {@link #GUARD}, {@link #FREEZE}
   * and {@link #CLOSE}, which only keep others away.
   */
  public boolean acts() {
    return this != GUARD && this != FREEZE && this != CLOSE;
  }

  /** The first version of the rules that has this mode; it is unknown in a log of earlier rules. */
  public int sinceRules() {
    return sinceRules;
  }

  /**
   * The mode of a word, such as {@code PUT}; {@link #UNKNOWN} if only newer versions know the word.
   */
  public static Mode ofWord(String word) {
    for (Mode mode : KNOWN) {
      if (mode.name().equals(word)) {
        return mode;
      }
    }
    return UNKNOWN;
  }

  /** The mode as which it counts where conflicts are judged: itself, unless it is unknown. */
  public Mode judgedAs() {
    return this == UNKNOWN ? EXCLUSIVE : this;
  }
}
