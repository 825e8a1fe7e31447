package io.lockarbiter.contracts.lock;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The compatibility of modes on overlapping paths, as data and defined only here; the Lua scripts
 * get their copy rendered from {@link #conflictingModes}.
 */
public final class Compatibility {
  /**
   * Row and column as in {@link Mode}; {@code above}: compatible only if the READ or ADD lies
   * strictly above the PUT or GUARD.
   */
  private static final String TABLE =
      """
      READ      ok    ok    above no no ok    ok no
      ADD       ok    ok    above no no above no no
      PUT       above above no    no no no    no no
      DELETE    no    no    no    ok no no    no no
      EXCLUSIVE no    no    no    no no no    no no
      GUARD     ok    above no    no no no    ok no
      FREEZE    ok    no    no    no no ok    ok no
      CLOSE     no    no    no    no no no    no no
      """;

  /** By the mode of our target, and by the position of others: above it, at it or below it. */
  private static final Map<Mode, Map<Relation, Set<Mode>>> CONFLICTS = parse();

  private Compatibility() {}

  /**
   * Says whether one of our targets conflicts with an overlapping target of another owner that lies
   * at {@code relation} from ours. {@link Mode#UNKNOWN} conflicts with every mode.
   */
  public static boolean conflictsWith(Mode ours, Relation relation, Mode theirs) {
    return conflictingModes(ours, relation).contains(theirs);
  }

  /**
   * The modes that, at {@code relation} from a target of mode {@code ours}, conflict with it; in
   * the order of {@link Mode}.
   */
  public static Set<Mode> conflictingModes(Mode ours, Relation relation) {
    Map<Relation, Set<Mode>> byRelation = Objects.requireNonNull(CONFLICTS.get(ours.judgedAs()));
    return Objects.requireNonNull(byRelation.get(judged(relation)));
  }

  /**
   * The relation whose row of the table applies; equal paths conflict wherever any relation does.
   */
  private static Relation judged(Relation relation) {
    return relation == Relation.UNKNOWN ? Relation.SAME : relation;
  }

  private static Map<Mode, Map<Relation, Set<Mode>>> parse() {
    Map<Mode, Map<Relation, Set<Mode>>> conflicts = new EnumMap<>(Mode.class);
    for (String line : TABLE.lines().toList()) {
      List<String> cells = List.of(line.split(" +"));
      Mode ours = Mode.valueOf(cells.get(0));
      for (Relation relation : Relation.known()) {
        Set<Mode> modes = EnumSet.of(Mode.UNKNOWN);
        Iterator<String> cell = cells.listIterator(1);
        for (Mode theirs : Mode.known()) {
          if (conflicts(ours, relation, theirs, cell.next())) {
            modes.add(theirs);
          }
        }
        conflicts
            .computeIfAbsent(ours, mode -> new EnumMap<>(Relation.class))
            .put(relation, Collections.unmodifiableSet(modes));
      }
    }
    return conflicts;
  }

  private static boolean conflicts(Mode ours, Relation relation, Mode theirs, String cell) {
    return switch (cell) {
      case "ok" -> false;
      case "no" -> true;
      case "above" ->
          relation
              != (theirs == Mode.READ || theirs == Mode.ADD
                  ? Relation.ANCESTOR
                  : Relation.DESCENDANT);
      default -> throw new IllegalStateException("cell " + cell + " of " + ours + " and " + theirs);
    };
  }
}
