package io.lockarbiter.client.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.fence.FencingRefusal.Done;
import io.lockarbiter.client.fence.FencingRefusal.Forgotten;
import io.lockarbiter.client.fence.FencingRefusal.Overtaken;
import io.lockarbiter.client.fence.FencingRefusal.TakenOver;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The requirements of every guard; a subclass provides the guard. */
public abstract class FencingGuardKit {
  /** An account that no other test uses. */
  protected final String account = "acc-" + UUID.randomUUID();

  /** Does the work with the guard; its memory stays. */
  protected abstract void with(Consumer<FencingGuard> work);

  /** Number of random histories. */
  protected abstract int histories();

  @Test
  void pairsOfModes_areRefusedAsTheTableOfLocksSays() {
    List<Mode> modes = new ArrayList<>(Mode.acting());
    modes.add(Mode.UNKNOWN);
    for (Mode ours : modes) {
      for (Mode theirs : modes) {
        for (Relation relation : Relation.known()) {
          String tree = account + ours + theirs + relation;
          admitted(FencingAction.of(tree, 6, theirs, pathAt(relation)));
          assertThat(admit(FencingAction.of(tree, 5, ours, "/d/e")).isPresent())
              .as("%s 5 at /d/e, after %s 6, %s", ours, theirs, relation)
              .isEqualTo(Compatibility.conflictsWith(ours, relation, theirs));
          admitted(FencingAction.of(tree, 7, ours, "/d/e"));
        }
      }
    }
  }

  /** A path with this relation to {@code /d/e}. */
  private static String pathAt(Relation relation) {
    return switch (relation) {
      case SAME, UNKNOWN -> "/d/e";
      case ANCESTOR -> "/d";
      case DESCENDANT -> "/d/e/f";
    };
  }

  @Test
  void lateDeleter_removesNoNewerUpload() {
    admitted(action(6, Mode.PUT, "/docs/a/b/new.pdf"));
    Overtaken refusal = (Overtaken) refused(action(5, Mode.DELETE, "/docs"));
    assertThat(refusal.relation()).isEqualTo(Relation.DESCENDANT);
    assertThat(refusal.actedMode()).isEqualTo(Mode.PUT);
    assertThat(refusal.actedToken()).isEqualTo(6);
    assertThat(refusal.message())
        .isEqualTo(
            "DELETE of path=/docs account=%s token=5 refused: token=6 has already acted there, below it, with PUT. If that lock is somebody else's, this one had ended before: acting now would undo newer work. Acquire again, read the present state, and repeat with the new token. If both are live locks of one owner, which do not exclude each other, give their actions one holder."
                .formatted(account));
  }

  /** The account has moved to another deployment, which counts from far beyond. */
  @Test
  void laterEpoch_goesOnBehindTheEarlierOne() {
    long last = Epoch.begin(Epoch.LAST + 1) - 1;
    admitted(action(1_000_000, Mode.PUT, "/docs/plan.pdf"));
    admitted(action(Epoch.begin(1) + 1, Mode.PUT, "/docs/plan.pdf"));
    Overtaken refusal = (Overtaken) refused(action(1_000_001, Mode.PUT, "/docs/plan.pdf"));
    assertThat(refusal.actedToken()).isEqualTo(Epoch.begin(1) + 1);
    admitted(action(last, Mode.PUT, "/docs/plan.pdf"));
    assertThat(((Overtaken) refused(action(last - 1, Mode.DELETE, "/docs"))).actedToken())
        .isEqualTo(last);
  }

  @Test
  void lateUploader_writesIntoNoFolderDeletedSince() {
    admitted(action(6, Mode.DELETE, "/docs"));
    Overtaken refusal = (Overtaken) refused(action(5, Mode.PUT, "/docs/a/b/old.pdf"));
    assertThat(refusal.relation()).isEqualTo(Relation.ANCESTOR);
    admitted(action(5, Mode.PUT, "/docs-2/old.pdf"));
  }

  /** Events say so, and an action of a lease takes it over. */
  @Test
  void namesWithoutCase_areOneName() {
    admitted(action(6, Mode.PUT, "/Docs/Straße").withoutCase());
    Overtaken refusal = (Overtaken) refused(action(5, Mode.PUT, "/docs/STRASSE").withoutCase());
    assertThat(refusal.relation()).isEqualTo(Relation.SAME);
    refused(action(5, Mode.DELETE, "/DOCS").withoutCase());
    refused(action(5, Mode.PUT, "/DOCS").withoutCase().on(Mode.PUT, "/docs/strasse/x"));
    admitted(action(5, Mode.PUT, "/docs-2/Straße").withoutCase());
  }

  /** An action of a token and a path does not know how names are compared. */
  @Test
  void guardWithoutCase_comparesAllActionsSo() {
    with(guard -> guard.withoutCase().require(action(6, Mode.PUT, "/Docs/Straße")));
    with(
        guard ->
            assertThat(guard.withoutCase().admit(action(5, Mode.PUT, "/docs/STRASSE")))
                .isPresent());
    refused(action(5, Mode.DELETE, "/DOCS").withoutCase());
    with(guard -> guard.withoutCase().forgetBelow(account, 8));
    refused(action(7, Mode.PUT, "/other"));
  }

  /** Its lock was granted while case still counted, and events of it say so. */
  @Test
  void lateActionFromBeforeCaseWasLeftOut_isRefusedByTheGuardWithoutCase() {
    FencingAction newer = action(9, Mode.PUT, "/F").withoutCase();
    with(guard -> guard.withoutCase().require(newer));
    FencingAction late = action(5, Mode.PUT, "/F");
    with(guard -> assertThat(guard.withoutCase().admit(late)).isPresent());
    with(guard -> assertThat(guard.withoutCase().admit(late.on(Mode.PUT, "/F/x"))).isPresent());
    with(guard -> guard.withoutCase().require(action(8, Mode.PUT, "/D/f")));
    with(guard -> assertThat(guard.withoutCase().admit(action(7, Mode.PUT, "/d/F"))).isPresent());
  }

  @Test
  void adders_areBothRight() {
    admitted(action(6, Mode.ADD, "/docs"));
    admitted(action(5, Mode.ADD, "/docs"));
    admitted(action(4, Mode.PUT, "/docs/new.pdf"));
  }

  @Test
  void sameToken_passesAgain() {
    admitted(action(5, Mode.PUT, "/docs/a"));
    admitted(action(5, Mode.DELETE, "/docs"));
    admitted(action(5, Mode.PUT, "/docs/a"));
  }

  @Test
  void highestToken_isNotHiddenByALowerOneThatActsLater() {
    admitted(action(9, Mode.READ, "/docs"));
    admitted(action(5, Mode.READ, "/docs"));
    refused(action(7, Mode.DELETE, "/docs"));
  }

  @Test
  void refusalOfOneTarget_leavesNothingOfTheOthers() {
    admitted(action(6, Mode.PUT, "/b/x"));
    Target first = new Target(LockPath.of("/a"), Mode.EXCLUSIVE);
    Target second = new Target(LockPath.of("/b"), Mode.EXCLUSIVE);
    Overtaken refusal = (Overtaken) refused(FencingAction.of(account, 5, List.of(first, second)));
    assertThat(refusal.target()).isEqualTo(second);
    admitted(action(4, Mode.PUT, "/a"));
  }

  @Test
  void targetsOfOneAction_doNotRefuseEachOther() {
    admitted(
        FencingAction.of(
            account,
            5,
            List.of(
                new Target(LockPath.of("/a"), Mode.EXCLUSIVE),
                new Target(LockPath.of("/a/b"), Mode.PUT))));
  }

  @Test
  void longestAndDeepestPaths_areRemembered() {
    String deep = "/d".repeat(LockPath.MAX_SEGMENTS);
    String wide = "/" + "é".repeat((LockPath.MAX_BYTES - 1) / 2);
    admitted(action(6, Mode.PUT, deep));
    admitted(action(6, Mode.PUT, wide));
    refused(action(5, Mode.PUT, deep));
    refused(action(5, Mode.PUT, wide));
    refused(action(5, Mode.DELETE, "/"));
  }

  @Test
  void otherAccount_isAnotherTree() {
    admitted(action(6, Mode.DELETE, "/"));
    admitted(FencingAction.of(account + "x", 5, Mode.PUT, "/a"));
  }

  @Test
  void ownLocks_refuseEachOtherUnlessOneHolderUsesThem() {
    admitted(action(6, Mode.PUT, "/d/x"));
    refused(action(5, Mode.DELETE, "/d"));

    admitted(action(8, Mode.PUT, "/e/x").holder("unit-1"));
    admitted(action(7, Mode.DELETE, "/e").holder("unit-1"));
    refused(action(7, Mode.DELETE, "/e").holder("unit-2"));
    refused(action(7, Mode.DELETE, "/e"));
  }

  @Test
  void othersBetweenTheLocksOfOneHolder_stillRefuseTheOlder() {
    admitted(action(5, Mode.PUT, "/d/x").holder("unit-1"));
    admitted(action(6, Mode.PUT, "/d/x"));
    admitted(action(7, Mode.PUT, "/d/x").holder("unit-1"));
    Overtaken refusal = (Overtaken) refused(action(5, Mode.DELETE, "/d").holder("unit-1"));
    assertThat(refusal.actedToken()).isEqualTo(6);
  }

  @Test
  void earlierRun_isRefusedOnceALaterOneActed() {
    admitted(action(5, Mode.ADD, "/d").run(10));
    admitted(action(5, Mode.ADD, "/d").run(20));
    admitted(action(6, Mode.ADD, "/d"));
    TakenOver refusal = (TakenOver) refused(action(5, Mode.ADD, "/d").run(10));
    assertThat(refusal.actedRun()).isEqualTo(20);
    assertThat(refusal.message())
        .isEqualTo(
            "path=/d account=%s token=5 refused: run=20 of the same lock has already acted, this is run=10. Another worker has taken the job over; two runs would mix. Stop this run."
                .formatted(account));
    refused(action(5, Mode.ADD, "/elsewhere"));
    admitted(action(5, Mode.ADD, "/d").run(20));
  }

  @Test
  void lastAction_isTheLastOfEveryRun() {
    admitted(action(5, Mode.PUT, "/d").run(10));
    admitted(action(5, Mode.PUT, "/d").run(10).asLast());
    refused(action(5, Mode.PUT, "/d").run(10));
    Done refusal = (Done) refused(action(5, Mode.PUT, "/d").run(20));
    assertThat(refusal.message())
        .isEqualTo(
            "path=/d account=%s token=5 refused: run=10 has already made the last action of this lock. The work is done; repeating it could undo newer work. Stop this run, and release the lock if it is still held."
                .formatted(account));
    admitted(action(6, Mode.PUT, "/d"));
  }

  @Test
  void forgottenTokens_areRefusedAndYoungerOnesRemembered() {
    admitted(action(5, Mode.PUT, "/d").run(10).asLast());
    admitted(action(9, Mode.PUT, "/d/x"));
    with(guard -> guard.forgetBelow(account, 7));
    with(guard -> guard.forgetBelow(account, 3));
    Forgotten refusal = (Forgotten) refused(action(6, Mode.READ, "/free"));
    assertThat(refusal.message())
        .isEqualTo(
            "path=/free account=%s token=6 refused: tokens below 7 are forgotten. Whether it was overtaken can no longer be told, so it counts as late. Acquire again, and repeat with the new token; if the lock is still held, forgetBelow was given too high a token."
                .formatted(account));
    admitted(action(7, Mode.READ, "/free"));
    refused(action(8, Mode.DELETE, "/d"));
  }

  @Test
  void require_throwsWhatAdmitAnswers() {
    admitted(action(6, Mode.DELETE, "/d"));
    FencingAction late = action(5, Mode.PUT, "/d/x");
    FencingRefusal refusal = refused(late);
    assertThatThrownBy(() -> with(guard -> guard.require(late)))
        .isInstanceOfSatisfying(
            FencedException.class, e -> assertThat(e.refusal()).isEqualTo(refusal))
        .hasMessage(refusal.message());
  }

  @TestFactory
  Stream<DynamicTest> randomHistories_areDecidedAsByTheNaiveGuard() {
    return Seeds.fresh(histories())
        .map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> randomHistory(seed)));
  }

  private void randomHistory(long seed) {
    Random random = new Random(seed);
    RandomActions actions = new RandomActions(random);
    NaiveFencingGuard naive = new NaiveFencingGuard();
    String tree = account + seed;
    int refused = 0;
    for (long step = 1; step <= 300; step++) {
      if (random.nextInt(30) == 0) {
        long floor = Math.max(1, step / 2 - 8);
        with(guard -> guard.forgetBelow(tree, floor));
        naive.forgetBelow(floor);
      }
      FencingAction action = actions.next(tree, step / 2);
      Optional<FencingRefusal> refusal = admit(action);
      assertThat(refusal.isEmpty())
          .as("-Dseed=%d step=%d %s: %s", seed, step, action, refusal)
          .isEqualTo(naive.admits(action));
      refused += refusal.isPresent() ? 1 : 0;
    }
    assertThat(refused).as("refusals with -Dseed=%d", seed).isBetween(20, 290);
  }

  private FencingAction action(long token, Mode mode, String path) {
    return FencingAction.of(account, token, mode, path);
  }

  protected void admitted(FencingAction action) {
    assertThat(admit(action)).as("%s", action).isEmpty();
  }

  protected FencingRefusal refused(FencingAction action) {
    return admit(action).orElseThrow(() -> new AssertionError("admitted: " + action));
  }

  private Optional<FencingRefusal> admit(FencingAction action) {
    Object[] answer = new Object[1];
    with(guard -> answer[0] = guard.admit(action).orElse(null));
    return Optional.ofNullable((FencingRefusal) answer[0]);
  }
}
