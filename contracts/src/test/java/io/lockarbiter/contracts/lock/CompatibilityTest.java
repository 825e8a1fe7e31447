package io.lockarbiter.contracts.lock;

import static io.lockarbiter.contracts.lock.Mode.ADD;
import static io.lockarbiter.contracts.lock.Mode.DELETE;
import static io.lockarbiter.contracts.lock.Mode.EXCLUSIVE;
import static io.lockarbiter.contracts.lock.Mode.FREEZE;
import static io.lockarbiter.contracts.lock.Mode.GUARD;
import static io.lockarbiter.contracts.lock.Mode.PUT;
import static io.lockarbiter.contracts.lock.Mode.READ;
import static io.lockarbiter.contracts.lock.Relation.ANCESTOR;
import static io.lockarbiter.contracts.lock.Relation.DESCENDANT;
import static io.lockarbiter.contracts.lock.Relation.SAME;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the table of RULES.md, Modes and their compatibility, written out pair by pair. */
class CompatibilityTest {
  private record Pair(Mode ours, Relation relation, Mode theirs) {}

  private static final Set<Pair> COMPATIBLE =
      Set.of(
          // READ and ADD are compatible with each other everywhere.
          new Pair(READ, SAME, READ),
          new Pair(READ, ANCESTOR, READ),
          new Pair(READ, DESCENDANT, READ),
          new Pair(READ, SAME, ADD),
          new Pair(READ, ANCESTOR, ADD),
          new Pair(READ, DESCENDANT, ADD),
          new Pair(ADD, SAME, READ),
          new Pair(ADD, ANCESTOR, READ),
          new Pair(ADD, DESCENDANT, READ),
          new Pair(ADD, SAME, ADD),
          new Pair(ADD, ANCESTOR, ADD),
          new Pair(ADD, DESCENDANT, ADD),
          // READ and ADD are compatible with a PUT strictly below them.
          new Pair(READ, DESCENDANT, PUT),
          new Pair(ADD, DESCENDANT, PUT),
          new Pair(PUT, ANCESTOR, READ),
          new Pair(PUT, ANCESTOR, ADD),
          // ADD is so with a check-out, and READ with any.
          new Pair(ADD, DESCENDANT, GUARD),
          new Pair(GUARD, ANCESTOR, ADD),
          new Pair(READ, SAME, GUARD),
          new Pair(READ, ANCESTOR, GUARD),
          new Pair(READ, DESCENDANT, GUARD),
          new Pair(GUARD, SAME, READ),
          new Pair(GUARD, ANCESTOR, READ),
          new Pair(GUARD, DESCENDANT, READ),
          // READ and GUARD are so with a freeze wherever they are, and so is another freeze.
          new Pair(READ, SAME, FREEZE),
          new Pair(READ, ANCESTOR, FREEZE),
          new Pair(READ, DESCENDANT, FREEZE),
          new Pair(FREEZE, SAME, READ),
          new Pair(FREEZE, ANCESTOR, READ),
          new Pair(FREEZE, DESCENDANT, READ),
          new Pair(GUARD, SAME, FREEZE),
          new Pair(GUARD, ANCESTOR, FREEZE),
          new Pair(GUARD, DESCENDANT, FREEZE),
          new Pair(FREEZE, SAME, GUARD),
          new Pair(FREEZE, ANCESTOR, GUARD),
          new Pair(FREEZE, DESCENDANT, GUARD),
          new Pair(FREEZE, SAME, FREEZE),
          new Pair(FREEZE, ANCESTOR, FREEZE),
          new Pair(FREEZE, DESCENDANT, FREEZE),
          // Many delete at once.
          new Pair(DELETE, SAME, DELETE),
          new Pair(DELETE, ANCESTOR, DELETE),
          new Pair(DELETE, DESCENDANT, DELETE));

  @Test
  void everyPairAndRelation_isAsInTheRules() {
    for (Mode ours : Mode.known()) {
      for (Relation relation : Relation.known()) {
        for (Mode theirs : Mode.known()) {
          Pair pair = new Pair(ours, relation, theirs);
          assertThat(Compatibility.conflictsWith(ours, relation, theirs))
              .as("conflict of %s", pair)
              .isEqualTo(!COMPATIBLE.contains(pair));
        }
      }
    }
  }

  @Test
  void conflictingModes_areThoseThatConflictInOrder() {
    for (Mode ours : Mode.known()) {
      for (Relation relation : Relation.known()) {
        List<Mode> expected = new ArrayList<>();
        for (Mode theirs : Mode.known()) {
          if (!COMPATIBLE.contains(new Pair(ours, relation, theirs))) {
            expected.add(theirs);
          }
        }
        expected.add(Mode.UNKNOWN);
        assertThat(Compatibility.conflictingModes(ours, relation))
            .containsExactlyElementsOf(expected);
      }
    }
  }

  /** This version does not know what the mode is compatible with. */
  @Test
  void modeOfNewerArbiters_conflictsWithAll() {
    for (Mode mode : Mode.values()) {
      for (Relation relation : Relation.values()) {
        assertThat(Compatibility.conflictsWith(mode, relation, Mode.UNKNOWN)).isTrue();
        assertThat(Compatibility.conflictsWith(Mode.UNKNOWN, relation, mode)).isTrue();
      }
    }
  }

  @Test
  void seenFromTheOtherSide_itIsTheSame() {
    for (Mode ours : Mode.known()) {
      for (Mode theirs : Mode.known()) {
        assertThat(Compatibility.conflictsWith(ours, SAME, theirs))
            .isEqualTo(Compatibility.conflictsWith(theirs, SAME, ours));
        assertThat(Compatibility.conflictsWith(ours, ANCESTOR, theirs))
            .isEqualTo(Compatibility.conflictsWith(theirs, DESCENDANT, ours));
      }
    }
    assertThat(Compatibility.conflictsWith(EXCLUSIVE, DESCENDANT, READ)).isTrue();
  }
}
