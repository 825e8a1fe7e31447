package io.lockarbiter.lua.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A partition remembers moved paths, and refuses requests for it. */
class MovedRulesTest extends MovedSteps {
  @Test
  void movedFolder_refusesWhoSaysThatItExists() {
    move("/docs", "/old");

    assertThat(upload("/docs/a/b", NOW)).isEqualTo("PATH_GONE /old/a/b");
    assertThat(answer(Operation.DOWNLOAD, "/docs", NOW)).isEqualTo("PATH_GONE /old");
    assertThat(upload("/docs", NOW)).as("it makes the entry anew").isEqualTo("granted");
    assertThat(upload("/docs2/a", NOW)).isEqualTo("granted");
    assertThat(upload("/old/a", NOW)).isEqualTo("granted");
  }

  @Test
  void deletedFolder_hasNoPlace() {
    delete("/docs");

    assertThat(upload("/docs/a", NOW)).isEqualTo("PATH_GONE null");
    assertThat(upload("/docs/a", null)).isEqualTo("granted");
    assertThat(upload("/docs/a", NOW)).as("somebody may have made it").isEqualTo("granted");
  }

  /** A download or a deletion makes nothing. */
  @Test
  void onlyWhoMakesSomething_bringsAFolderBack() {
    delete("/docs");
    for (Operation operation : List.of(Operation.DOWNLOAD, Operation.DELETE, Operation.FREEZE)) {
      assertThat(answer(operation, "/docs/a", null)).isEqualTo("granted");
      assertThat(upload("/docs/a", NOW)).isEqualTo("PATH_GONE null");
    }
    assertThat(answer(Operation.UPLOAD_FOLDER, "/docs/a", null)).isEqualTo("granted");
    assertThat(upload("/docs/a", NOW)).isEqualTo("granted");
  }

  @Test
  void whoSaysThatItExists_bringsNothingBack() {
    delete("/a/b");
    assertThat(upload("/a/c", NOW)).isEqualTo("granted");
    assertThat(upload("/a/b/x", NOW)).isEqualTo("PATH_GONE null");
  }

  @Test
  void folderMadeAnew_refusesWhoKnewTheFormerOne() {
    long gone = move("/docs", "/old");
    upload("/docs/new", null);

    assertThat(upload("/docs/a", gone - 1)).isEqualTo("PATH_GONE null");
    assertThat(upload("/docs/a", NOW)).isEqualTo("granted");
    assertThat(upload("/docs/a", events.get(0).head().seq())).isEqualTo("granted");
  }

  @Test
  void severalMoves_areToldStepByStep() {
    long first = move("/a", "/b");
    long second = move("/b/x", "/c");
    long third = move("/b", "/d");

    assertThat(upload("/a/f", NOW)).isEqualTo("PATH_GONE /b/f");
    assertThat(((Rejected) last()).movedSeq()).isEqualTo(first);
    assertThat(upload("/b/f", first)).isEqualTo("PATH_GONE /d/f");
    assertThat(((Rejected) last()).movedSeq()).isEqualTo(third);
    assertThat(upload("/d/f", third)).isEqualTo("granted");
    assertThat(upload("/b/x/f", first)).isEqualTo("PATH_GONE /c/f");
    assertThat(((Rejected) last()).movedSeq()).isEqualTo(second);
  }

  @Test
  void placeThatIsNotThereAnyMore_isRefusedInItsTurn() {
    long moved = move("/a", "/b");
    delete("/b");
    assertThat(upload("/a/f", NOW)).isEqualTo("PATH_GONE /b/f");
    assertThat(upload("/b/f", moved)).as("it was deleted there").isEqualTo("PATH_GONE null");
    upload("/b/f", null);
    assertThat(upload("/b/f", moved)).as("it was made anew there").isEqualTo("PATH_GONE null");
  }

  @Test
  void pathThatWasGoneBefore_hasNoPlaceForWhoKnewTheFormerOne() {
    long first = move("/a", "/b");
    upload("/a/new", null);
    move("/a", "/c");

    assertThat(upload("/a/f", first - 1)).isEqualTo("PATH_GONE null");
    assertThat(upload("/a/f", NOW)).isEqualTo("PATH_GONE null");
    assertThat(upload("/a/f", first)).isEqualTo("PATH_GONE /c/f");
  }

  @Test
  void lockThatEndsWithoutAWord_leavesDoubt() {
    long before = move("/x", "/y");
    String id = acquire(MOVER, Operation.MOVE, "/a", "/b", null, 0);
    release(id, MOVER, FAILED);

    assertThat(upload("/a/f", NOW)).isEqualTo("granted");
    assertThat(upload("/a/f", before)).isEqualTo("PATH_GONE null");
    assertThat(upload("/b/f", before)).isEqualTo("PATH_GONE null");
    assertThat(upload("/a/f", events.get(0).head().seq())).isEqualTo("granted");
    assertThat(upload("/else/f", before)).isEqualTo("granted");
  }

  @Test
  void expiredAndForcedLocks_leaveDoubt() {
    long before = move("/x", "/y");
    String forced = acquire(MOVER, Operation.DELETE, "/a", null, null, 0);
    decide(new ForceRelease("f", "acme", MOVER, null, forced, null));
    acquire(MOVER, Operation.DELETE, "/b", null, null, 0);
    at += 30_000;

    assertThat(upload("/a/f", before)).isEqualTo("PATH_GONE null");
    assertThat(upload("/b/f", before)).isEqualTo("PATH_GONE null");
    assertThat(upload("/c/f", before)).isEqualTo("granted");
  }

  @Test
  void lockThatIsReleasedAsDone_saysNothingOfItsPath() {
    long before = move("/x", "/y");
    String id = acquire(MOVER, Operation.DELETE, "/a", null, null, 0);
    release(id, MOVER, WorkOutcome.DONE);

    assertThat(upload("/a/f", before)).isEqualTo("granted");
  }

  @Test
  void uploadThatExpires_leavesNoDoubt() {
    long before = move("/x", "/y");
    acquire(MOVER, Operation.UPLOAD, "/a", null, null, 0);
    at += 30_000;

    assertThat(upload("/a/f", before)).isEqualTo("granted");
  }

  @Test
  void failedMoveWhoseSourceIsGone_hasNoPlace() {
    String id = acquire(MOVER, Operation.MOVE, "/a", "/b", null, 0);
    release(id, MOVER, new WorkOutcome(true, true, null));

    assertThat(upload("/a/f", NOW)).isEqualTo("PATH_GONE null");
  }

  @Test
  void renameOfTheSpelling_leavesEverythingWhereItIs() {
    move("/a", "/a");

    assertThat(upload("/a/f", NOW)).isEqualTo("granted");
  }

  @Test
  void moves_areRememberedForTenMinutes() {
    move("/docs", "/old");
    at += 599_999;
    assertThat(upload("/docs/a", NOW)).isEqualTo("PATH_GONE null");
    at += 1;
    assertThat(upload("/docs/a", NOW)).isEqualTo("granted");
  }

  @Test
  void moreThanAThousand_forgetTheEarliestAndKnowLess() {
    long first = delete("/d0");
    for (int n = 1; n <= 1_000; n++) {
      delete("/d" + n);
    }

    assertThat(upload("/d0/f", NOW)).as("it is forgotten").isEqualTo("granted");
    assertThat(upload("/d1/f", NOW)).isEqualTo("PATH_GONE null");
    assertThat(upload("/else/f", first - 1))
        .as("older than what is known")
        .isEqualTo("PATH_GONE null");
    assertThat(upload("/else/f", first)).isEqualTo("granted");

    long moved = move("/m", "/n");
    assertThat(upload("/m/f", NOW)).as("it may have gone before").isEqualTo("PATH_GONE null");
    assertThat(upload("/m/f", moved - 1)).isEqualTo("PATH_GONE /n/f");
  }

  /** It knows that the folder has left, and asks all the same. */
  @Test
  void whoKnowsOfTheMove_isToldNoPlace() {
    long moved = move("/docs", "/old");
    assertThat(upload("/docs/a", moved)).isEqualTo("PATH_GONE null");
    assertThat(upload("/docs/a", moved - 1)).isEqualTo("PATH_GONE /old/a");
  }

  /** One owner moves a folder and what is in it, the one or the other first. */
  @Test
  void folderThatHadLeftBefore_makesThePlaceUncertain() {
    String inner = acquire(MOVER, Operation.MOVE, "/a/b", "/y", null, 0);
    String outer = acquire(MOVER, Operation.MOVE, "/a", "/x", null, 0);
    release(outer, MOVER, WorkOutcome.GONE);
    release(inner, MOVER, WorkOutcome.GONE);
    assertThat(upload("/a/b/f", NOW)).isEqualTo("PATH_GONE null");

    String first = acquire(MOVER, Operation.MOVE, "/c/d", "/z", null, 0);
    String second = acquire(MOVER, Operation.MOVE, "/c", "/w", null, 0);
    release(first, MOVER, WorkOutcome.GONE);
    release(second, MOVER, WorkOutcome.GONE);
    assertThat(upload("/c/d/f", NOW)).isEqualTo("PATH_GONE /z/f");
  }

  /** Each is charged 500 bytes and its path key twice, and a place likewise. */
  @Test
  void moreThanAMegabyte_forgetsTheEarliestUntilTheTenMinutesAreOver() {
    String name = "/" + "n".repeat(4_000);
    long first = delete(name + 100);
    int fit = (1 << 20) / (500 + 2 * (name.length() + 3));
    for (int n = 101; n < 100 + fit; n++) {
      delete(name + n);
    }
    assertThat(upload("/else/f", first - 1)).isEqualTo("granted");
    delete(name + 900);

    assertThat(upload("/else/f", first - 1)).isEqualTo("PATH_GONE null");
    at += 600_000;
    assertThat(upload("/else/f", first - 1)).as("that is over too").isEqualTo("granted");
  }

  @Test
  void requestOfSeveralPaths_isToldNoPlace() {
    move("/docs", "/old");
    acquire(new Owner("u", null), Operation.MOVE, "/docs/a", "/docs/b", NOW, 0);

    assertThat(((Rejected) last()).movedTo()).isNull();
    assertThat(((Rejected) last()).reason()).hasToString("PATH_GONE");
  }

  /** It waits for a file, and meanwhile the work on the folder above ends without a word. */
  @Test
  void requestWhoseTurnComes_isLookedAtAgain() {
    long before = move("/x", "/y");
    String held = acquire(MOVER, Operation.UPLOAD, "/docs/a", null, null, 0);
    String mover = acquire(MOVER, Operation.MOVE, "/docs", "/old", null, 0);
    String first = acquire(new Owner("b", null), Operation.UPLOAD, "/docs/a", null, before, 60_000);
    String second = acquire(new Owner("c", null), Operation.UPLOAD, "/docs/a", null, null, 60_000);
    decide(new ForceRelease("f", "acme", MOVER, null, mover, null));
    release(held, MOVER, WorkOutcome.DONE);

    assertThat(events).hasSize(3);
    assertThat(events.get(1))
        .isInstanceOfSatisfying(
            Rejected.class,
            refused -> {
              assertThat(refused.reason()).hasToString("PATH_GONE");
              assertThat(refused.head().commandId()).isEqualTo(first);
            });
    assertThat(last().type().text() + " " + last().head().commandId())
        .as("the next one, which waited behind it")
        .isEqualTo("granted " + second);
  }

  @Test
  void whatNobodyRemembers_isNothingToAnybody() {
    decide(new Tick());
    assertThat(upload("/docs/a", NOW)).isEqualTo("granted");
    assertThat(upload("/docs/a", 1L)).isEqualTo("granted");
  }
}
