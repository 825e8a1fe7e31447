package io.lockarbiter.lua.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A path that is gone stays so until something may have brought it back. */
class RememberedPathsTest extends MovedSteps {
  private static final Owner LATE = new Owner("late", null);
  private static final long MINUTE = 60_000;

  /** Two delete a folder at once; the second one finds nothing and says that it failed. */
  @Test
  void secondDeletionThatFails_leavesThePathGone() {
    String one = acquire(MOVER, Operation.DELETE, "/docs", null, null, 0);
    String two = acquire(LATE, Operation.DELETE, "/docs", null, null, 0);
    release(one, MOVER, WorkOutcome.GONE);
    release(two, LATE, FAILED);

    assertThat(upload("/docs/f", NOW)).isEqualTo("PATH_GONE null");
  }

  @Test
  void firstDeletionThatFails_leavesThePathGone() {
    String one = acquire(MOVER, Operation.DELETE, "/docs", null, null, 0);
    String two = acquire(LATE, Operation.DELETE, "/docs", null, null, 0);
    release(two, LATE, FAILED);
    release(one, MOVER, WorkOutcome.GONE);

    assertThat(upload("/docs/f", NOW)).isEqualTo("PATH_GONE null");
  }

  /** Somebody who does not know of the move deletes the old path in vain. */
  @Test
  void deletionOfAMovedPathThatFails_leavesThePlace() {
    move("/docs", "/old");
    fails(LATE, Operation.DELETE, "/docs", null);
    fails(LATE, Operation.DELETE, "/docs/a", null);

    assertThat(upload("/docs/f", NOW)).isEqualTo("PATH_GONE /old/f");
    assertThat(upload("/docs/a/f", NOW)).isEqualTo("PATH_GONE /old/a/f");
  }

  /** It might hide what was done before the move. */
  @Test
  void secondRemovalInVain_makesThePlaceUncertain() {
    move("/docs", "/old");
    fails(LATE, Operation.DELETE, "/docs/a", null);
    fails(LATE, Operation.DELETE, "/docs/a", null);

    assertThat(upload("/docs/f", NOW)).isEqualTo("PATH_GONE /old/f");
    assertThat(upload("/docs/a/f", NOW)).isEqualTo("PATH_GONE null");
  }

  /** It may be gone already, and not at the new place. */
  @Test
  void removalThatFailedBeforeTheMove_makesThePlaceUncertain() {
    long before = done(Operation.CREATE_FOLDER, "/docs/a", null);
    fails(LATE, Operation.DELETE, "/docs/a", null);
    long known = events.get(0).head().seq();
    move("/docs", "/old");
    fails(LATE, Operation.DELETE, "/docs/a", null);

    assertThat(upload("/docs/a/f", NOW)).isEqualTo("PATH_GONE null");
    assertThat(upload("/docs/a/f", before)).isEqualTo("PATH_GONE null");
    assertThat(upload("/docs/b/f", known)).isEqualTo("PATH_GONE /old/b/f");
  }

  @Test
  void deletionOfAMovedPathThatExpires_leavesThePlace() {
    move("/docs", "/old");
    acquire(LATE, Operation.DELETE, "/docs", null, null, 0);
    at += 30_000;

    assertThat(upload("/docs/f", NOW)).isEqualTo("PATH_GONE /old/f");
  }

  /** The removal of an absent path is a success to most programs. */
  @Test
  void deletionOfAMovedPathThatIsSaidToBeGone_leavesThePathGoneWithoutAPlace() {
    move("/docs", "/old");
    delete("/docs");

    assertThat(upload("/docs/f", NOW)).isEqualTo("PATH_GONE null");
  }

  @Test
  void renameOfAMovedPathThatFails_leavesThePlace() {
    move("/docs", "/old");
    fails(LATE, Operation.RENAME, "/docs", "/docs2");

    assertThat(upload("/docs/f", NOW)).isEqualTo("PATH_GONE /old/f");
  }

  /** It was there to be renamed, so somebody had made it, under no lock. */
  @Test
  void renameOfAMovedPathThatIsDone_makesThePlaceUncertain() {
    long first = move("/docs", "/old");
    move("/docs", "/docs2");

    assertThat(upload("/docs/f", NOW)).isEqualTo("PATH_GONE null");
    assertThat(upload("/docs/f", first)).isEqualTo("PATH_GONE /docs2/f");
  }

  @Test
  void deletionThatFailsAfterThePathWasMadeAnew_leavesDoubt() {
    long gone = delete("/docs");
    upload("/docs/f", null);
    fails(LATE, Operation.DELETE, "/docs", null);

    assertThat(upload("/docs/f", gone)).isEqualTo("PATH_GONE null");
    assertThat(upload("/docs/f", NOW)).isEqualTo("granted");
  }

  /** Put and deleted under one lock, in both orders. */
  @Test
  void pathThatIsPutAndDeletedByAFailedLock_isGoneInBothOrders() {
    LockPath path = LockPath.of("/p");
    Target put = new Target(path, Mode.PUT);
    Target deleted = new Target(path, Mode.DELETE);
    List<String> answers = new ArrayList<>();
    for (List<Target> targets : List.of(List.of(put, deleted), List.of(deleted, put))) {
      String id = ask(MOVER, Operation.CUSTOM, null, null, targets, null, 0);
      release(id, MOVER, new WorkOutcome(true, true, null));
      answers.add(upload("/p/f", NOW));
    }

    assertThat(answers).containsExactly("PATH_GONE null", "PATH_GONE null");
  }

  /** A backup is copied over the folder: what was deleted from it is there again. */
  @Test
  void folderCopiedFromABackup_bringsBackWhatIsBelow() {
    long gone = delete("/docs/a");
    move("/docs/b", "/archive/b");
    long copied = done(Operation.COPY, "/backup", "/docs");

    assertThat(upload("/docs/a/f", copied)).as("who saw it after the copy").isEqualTo("granted");
    assertThat(upload("/docs/a/f", NOW)).isEqualTo("granted");
    assertThat(upload("/docs/b/f", NOW)).as("not the former one").isEqualTo("granted");
    assertThat(upload("/docs/a/f", gone - 1)).as("another folder").isEqualTo("PATH_GONE null");
  }

  @Test
  void copyBesideAFolder_bringsBackNothingOfIt() {
    delete("/docs/a");
    delete("/docs2");
    done(Operation.COPY, "/backup", "/doc");
    done(Operation.COPY, "/backup", "/docs/b");

    assertThat(upload("/docs/a/f", NOW)).isEqualTo("PATH_GONE null");
    assertThat(upload("/docs2/f", NOW)).isEqualTo("PATH_GONE null");
  }

  /** An upload writes one file, and a new folder is empty. */
  @Test
  void singleEntry_bringsBackNothingBelow() {
    delete("/docs/a");
    done(Operation.CREATE_FOLDER, "/docs", null);

    assertThat(upload("/docs/a/f", NOW)).isEqualTo("PATH_GONE null");
  }

  /** A new version of a tree takes the place of the former one, by two renames. */
  @Test
  void followerOfASwap_isGrantedTheNewPlace() {
    delete("/docs/a");
    move("/docs", "/docs-1");
    long swapped = move("/docs-2", "/docs");

    assertThat(upload("/docs-2/a/f", NOW)).isEqualTo("PATH_GONE /docs/a/f");
    assertThat(upload("/docs/a/f", swapped)).isEqualTo("granted");
    assertThat(upload("/docs/a/f", NOW)).isEqualTo("granted");
  }

  /** A bulk upload may write any entry below, also if its folder must be there. */
  @Test
  void bulkUploadAbove_bringsAPathBack() {
    move("/docs/a", "/archive/a");
    assertThat(answer(Operation.UPLOAD_FOLDER, "/docs", NOW)).isEqualTo("granted");

    assertThat(upload("/docs/a/f", NOW)).isEqualTo("granted");
  }

  @Test
  void targetsOfACustomLock_bringBackWhatIsBelow() {
    for (Mode mode : List.of(Mode.PUT, Mode.ADD, Mode.EXCLUSIVE)) {
      LockPath path = LockPath.of("/" + mode);
      delete(path + "/a");
      List<Target> targets = List.of(new Target(path, mode));
      release(ask(MOVER, Operation.CUSTOM, null, null, targets, null, 0), MOVER, WorkOutcome.DONE);

      assertThat(upload(path + "/a/f", NOW)).as(mode.toString()).isEqualTo("granted");
    }
  }

  /** So whoever is told it has as long to ask there. */
  @Test
  void place_isToldForFiveMinutes() {
    move("/a", "/b");
    at += 5 * MINUTE - 1;
    assertThat(upload("/a/f", NOW)).isEqualTo("PATH_GONE /b/f");
    at += 1;
    assertThat(upload("/a/f", NOW)).isEqualTo("PATH_GONE null");
    at += 5 * MINUTE - 1;
    assertThat(upload("/a/f", NOW)).isEqualTo("PATH_GONE null");
  }

  /** A user reads the refusal, and asks there minutes later. */
  @Test
  void placeThatIsToldLast_isCheckedForFiveMinutes() {
    long moved = move("/a", "/b");
    at += 1;
    delete("/b");
    upload("/b/new", null);
    at += 5 * MINUTE - 2;
    assertThat(upload("/a/f", NOW)).isEqualTo("PATH_GONE /b/f");
    at += 5 * MINUTE;

    assertThat(upload("/b/f", moved)).as("a stranger's folder").isEqualTo("PATH_GONE null");
  }

  /** The folder is in doubt since a deletion that expired; then the folder above is moved. */
  @Test
  void whoWaitsAndIsInDoubt_isToldNoPlace() {
    long known = done(Operation.CREATE_FOLDER, "/docs/a", null);
    acquire(LATE, Operation.DELETE, "/docs/a", null, null, 0);
    at += 20_000;
    String mover = acquire(MOVER, Operation.MOVE, "/docs", "/old", null, MINUTE);
    acquire(new Owner("w", null), Operation.UPLOAD, "/docs/a/f", null, known, MINUTE);
    at += 10_000;
    decide(new Tick());
    release(mover, MOVER, WorkOutcome.GONE);
    Rejected refused = (Rejected) last();

    assertThat(refused.reason() + " " + refused.movedTo()).isEqualTo("PATH_GONE null");
    assertThat(upload("/docs/a/f", known)).as("as who asks later").isEqualTo("PATH_GONE null");
  }

  @Test
  void whoWaitsAndSaysExisting_isToldTheEventOfThePlace() {
    String mover = acquire(MOVER, Operation.MOVE, "/docs", "/old", null, 0);
    acquire(new Owner("w", null), Operation.UPLOAD, "/docs/f", null, NOW, MINUTE);
    acquire(new Owner("x", null), Operation.UPLOAD, "/docs/f", null, null, MINUTE);
    release(mover, MOVER, WorkOutcome.GONE);

    assertThat(events).hasSize(3);
    assertThat(events.subList(1, 3))
        .extracting(event -> ((Rejected) event).movedTo() + " " + ((Rejected) event).movedSeq())
        .containsExactly("/old/f " + events.get(0).head().seq(), "/old/f null");
  }

  @Test
  void numberOfTheFuture_isRefused() {
    upload("/a/e", null);
    long last = events.get(0).head().seq();

    assertThat(upload("/a/f", last)).isEqualTo("granted");
    for (long future :
        new long[] {last + 100, 1_800_000_000_000L, (1L << 53) + 1, Long.MAX_VALUE}) {
      assertThat(upload("/a/f", future)).isEqualTo("PATH_GONE null");
    }
  }

  /** It waited while the setting was on, and is told by the release alone. */
  @Test
  void whoWaitsWhenTheMemoryIsTurnedOff_isToldThePlace() {
    String mover = acquire(MOVER, Operation.MOVE, "/docs", "/old", null, 0);
    acquire(new Owner("w", null), Operation.UPLOAD, "/docs/f", null, NOW, MINUTE);
    decide(SettingsChange.NOTHING.with(Setting.REMEMBERS_MOVES, 0));
    release(mover, MOVER, WorkOutcome.GONE);
    Event refused = last();

    assertThat(((Rejected) refused).movedTo()).hasToString("/old/f");
    assertThat(((Rejected) refused).movedSeq()).isNull();
  }
}
