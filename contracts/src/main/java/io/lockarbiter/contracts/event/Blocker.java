package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A lock or earlier waiting request that stands in the way, with the first pair of targets found.
 *
 * @param operationWord the operation as it stands in the event, also if it is {@link
 *     Operation#UNKNOWN}
 * @param path the path of the blocker's target
 * @param modeWord the mode as it stands in the event
 * @param pathCut whether the path lacks its middle
 * @param expiresAt log time, epoch ms; null if it waits
 * @param relation the position of its path, seen from the requested one
 * @param relationWord the relation as it stands in the event
 * @param note the note of the lock; null if it has none, or the answer has no room for it
 */
public record Blocker(
    String lockId,
    Owner owner,
    Operation operation,
    String operationWord,
    LockPath path,
    boolean pathCut,
    Mode mode,
    String modeWord,
    @Nullable Long expiresAt,
    Relation relation,
    String relationWord,
    boolean waiting,
    @Nullable String note) {
  /** Most blockers named in one event. */
  public static final int MAX_LISTED = 5;

  /** A blocker with no word that this version does not know. */
  public Blocker(
      String lockId,
      Owner owner,
      Operation operation,
      LockPath path,
      boolean pathCut,
      Mode mode,
      @Nullable Long expiresAt,
      Relation relation,
      boolean waiting,
      @Nullable String note) {
    this(
        lockId,
        owner,
        operation,
        operation.name(),
        path,
        pathCut,
        mode,
        mode.name(),
        expiresAt,
        relation,
        relation.name(),
        waiting,
        note);
  }

  /** The blocker as answers show it: a long path lacks its middle, a long note its end. */
  Blocker shortened() {
    String whole = path.toString();
    String shown = AnswerBounds.shortened(whole);
    return shown.equals(whole)
        ? with(path, pathCut, AnswerBounds.shownNote(note))
        : with(
            LockPath.of(shown).comparedAs(path), /* isCut= */ true, AnswerBounds.shownNote(note));
  }

  Blocker withoutNote() {
    return with(path, pathCut, /* shownNote= */ null);
  }

  private Blocker with(LockPath shownPath, boolean isCut, @Nullable String shownNote) {
    return new Blocker(
        lockId,
        owner,
        operation,
        operationWord,
        shownPath,
        isCut,
        mode,
        modeWord,
        expiresAt,
        relation,
        relationWord,
        waiting,
        shownNote);
  }
}
