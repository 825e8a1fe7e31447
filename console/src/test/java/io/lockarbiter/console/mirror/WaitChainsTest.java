package io.lockarbiter.console.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.ModelArbiter;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.QueuedRequest;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class WaitChainsTest {
  private final EventHub hub = new EventHub(1, 10_000, 1 << 24, System::nanoTime);
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final AccountMirrors mirrors = new AccountMirrors(hub, store, 1 << 26, () -> 0L);
  private final ModelArbiter arbiter = new ModelArbiter(store, hub);

  @Test
  void rootBlocker_comesFirst_withAllThatItHoldsUp() {
    arbiter.acquire("acme", "small", "u1", Operation.UPLOAD, "/else/a");
    arbiter.acquire("acme", "big", "u1", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "delete", "u2", Operation.DELETE, "/d");
    arbiter.acquire("acme", "behind", "u3", Operation.UPLOAD, "/d/b");
    arbiter.acquire("acme", "other", "u2", Operation.DELETE, "/else");
    WaitChains chains = WaitChains.of(mirrors.of("acme"));
    assertThat(chains.roots())
        .extracting(root -> root.lock().lockId(), WaitChains.Root::directly, WaitChains.Root::inAll)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("big", 1, 2),
            org.assertj.core.groups.Tuple.tuple("small", 1, 1));
    assertThat(chains.waiters())
        .extracting(waiter -> waiter.lock().lockId(), WaitChains.Waiter::behind)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("delete", "big"),
            org.assertj.core.groups.Tuple.tuple("behind", "delete"),
            org.assertj.core.groups.Tuple.tuple("other", "small"));
    assertThat(chains.waiters().get(1).behindHeld()).isFalse();
  }

  /** The shown blockers are those of the rules. */
  @Test
  void everyWaiter_isBlockedAsTheModelSays() {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    Operation[] operations = {
      Operation.UPLOAD, Operation.DELETE, Operation.DOWNLOAD, Operation.UPLOAD_FOLDER
    };
    for (int n = 0; n < 400; n++) {
      arbiter.acquire(
          "acme",
          "l" + n,
          "u" + random.nextInt(5),
          operations[random.nextInt(4)],
          List.of("/", "/a", "/a/b", "/a/b/c", "/a/d", "/e").get(random.nextInt(6)));
      if (n % 3 == 0) {
        arbiter.release("acme", "l" + random.nextInt(n + 1), "u" + random.nextInt(5));
      }
    }
    List<QueuedRequest> queue = store.queue(0, "acme", 1_000);
    WaitChains chains = WaitChains.of(mirrors.of("acme"));
    assertThat(chains.waiters()).as("seed=%d", seed).hasSameSizeAs(queue).isNotEmpty();
    for (int n = 0; n < queue.size(); n++) {
      WaitChains.Waiter waiter = chains.waiters().get(n);
      QueuedRequest expected = queue.get(n);
      int blockers = waiter.held() + waiter.earlier();
      assertThat(waiter.lock().lockId()).isEqualTo(expected.request().fields().lockId());
      assertThat(expected.moreBlockers() ? Math.min(blockers, 6) : blockers)
          .as("blockers of %s, seed=%d", waiter.lock().lockId(), seed)
          .isEqualTo(expected.blockedBy().size() + (expected.moreBlockers() ? 1 : 0));
    }
  }

  @Test
  void levels_countWhatIsHeldAndWaits() {
    arbiter.acquire("acme", "a", "u1", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "b", "u1", Operation.UPLOAD, "/d/b/c");
    arbiter.acquire("acme", "w", "u2", Operation.DELETE, "/d");
    TreeLevel root = mirrors.of("acme").look(seen -> TreeLevel.of(seen, LockPath.ROOT, null, 10));
    assertThat(root.self().heldBelow()).isEqualTo(Map.of(Mode.PUT, 2));
    assertThat(root.children()).hasSize(1);
    TreeLevel.Child d = root.children().get(0);
    assertThat(d.name()).isEqualTo("d");
    assertThat(d.counts().waiting()).isEqualTo(Map.of(Mode.DELETE, 1));
    assertThat(d.counts().heldBelow()).isEqualTo(Map.of(Mode.PUT, 2));
    TreeLevel first =
        mirrors.of("acme").look(seen -> TreeLevel.of(seen, LockPath.of("/d"), null, 1));
    assertThat(first.children()).extracting(TreeLevel.Child::name).containsExactly("a");
    assertThat(first.next()).isEqualTo("a");
    TreeLevel second =
        mirrors.of("acme").look(seen -> TreeLevel.of(seen, LockPath.of("/d"), "a", 1));
    assertThat(second.children()).extracting(TreeLevel.Child::name).containsExactly("b");
    assertThat(second.next()).isNull();
  }

  private static LockSearch.Found find(
      AccountMirror mirror, LockSearch search, @Nullable String after, int limit) {
    return search.in(mirror.look(search::candidates), LockSearch.Order.PATH, after, limit);
  }

  @Test
  void moreThanCanBeComparedInTime_isSaidToBeMore() {
    for (int n = 0; n < 100; n++) {
      arbiter.acquire("acme", "l" + n, "u" + n, Operation.RENAME, "/d");
    }
    AccountMirror mirror = mirrors.of("acme");
    WaitChains all = WaitChains.of(mirror);
    assertThat(all.waiters()).hasSize(all.waiting());
    WaitChains some = mirror.look(seen -> WaitChains.in(seen, 1_000));
    assertThat(some.waiters().size()).isLessThan(some.waiting());
    assertThat(some.waiting()).isEqualTo(99);
    assertThat(some.waiters())
        .hasSizeBetween(2, 50)
        .isEqualTo(all.waiters().subList(0, some.waiters().size()));
    assertThat(mirror.look(seen -> WaitChains.in(seen, 0)).waiters()).hasSize(1);
  }

  /** Paths that differ at their end only, on the deepest possible level. */
  private static List<Target> nearMisses(String stem, int n) {
    return IntStream.range(0, 16)
        .mapToObj(k -> new Target(LockPath.of(stem + (k < 15 ? "y/" + n + k : "")), Mode.EXCLUSIVE))
        .toList();
  }

  private static AccountMirror nearMisses(String stem) {
    AccountMirror mirror = new AccountMirror("acme", 0);
    for (int n = 0; n < 40; n++) {
      mirror.add(lock(n, nearMisses(stem, n)));
    }
    return mirror;
  }

  private static LiveLock lock(int n, List<Target> targets) {
    LockFields fields =
        new LockFields(
            "l" + n,
            new Owner("u" + n, null),
            Operation.CUSTOM,
            null,
            null,
            targets,
            30_000,
            60_000,
            List.of(),
            new TreeMap<>());
    return new LiveLock(fields, n > 0, n, 1, 2, 3);
  }

  @Test
  void longPaths_countAsMoreThanOneComparison() {
    String longer = ("/" + "s".repeat(250)).repeat(15) + "/x";
    WaitChains ofShort = nearMisses("/x").look(seen -> WaitChains.in(seen, 100_000));
    WaitChains ofLong = nearMisses(longer).look(seen -> WaitChains.in(seen, 100_000));
    assertThat(ofShort.waiters()).hasSize(39);
    assertThat(ofLong.waiters()).hasSizeLessThan(20);
    assertThat(ofLong.waiting()).isEqualTo(39);
  }

  /** Nobody waits for the lock, but that is only known after all are compared. */
  @Test
  void longPathsInTheQueue_areComparedUpToABound() {
    Consequences ofShort = consequencesBesideNearMisses("/x");
    assertThat(ofShort.more()).isFalse();
    Consequences ofLong = consequencesBesideNearMisses(("/" + "s".repeat(250)).repeat(15) + "/x");
    assertThat(ofLong.more()).isTrue();
    assertThat(List.of(ofShort.waiting(), ofLong.waiting())).containsOnly(0);
  }

  private static Consequences consequencesBesideNearMisses(String stem) {
    AccountMirror mirror = new AccountMirror("acme", 0);
    mirror.add(lock(0, nearMisses(stem + "z", 0)));
    for (int n = 1; n < 200; n++) {
      mirror.add(lock(n, nearMisses(stem, n).subList(0, 15)));
    }
    mirror.reach(0, 10);
    return Consequences.of(mirror, "l0", Settings.DEFAULT);
  }

  @Test
  void ofManyRoots_thoseThatHoldUpMostAreKept_andAllAreCounted() {
    for (int n = 0; n < 120; n++) {
      arbiter.acquire("acme", "few-%03d".formatted(n), "u1", Operation.UPLOAD, "/few/" + n);
      arbiter.acquire("acme", "many-%03d".formatted(n), "u1", Operation.UPLOAD, "/many/" + n);
    }
    arbiter.acquire("acme", "d1", "u2", Operation.DELETE, "/few");
    arbiter.acquire("acme", "d2", "u2", Operation.DELETE, "/many");
    arbiter.acquire("acme", "d3", "u3", Operation.DELETE, "/many");
    WaitChains chains = WaitChains.of(mirrors.of("acme"));
    assertThat(chains.rootsInAll()).isEqualTo(240);
    assertThat(chains.roots())
        .extracting(root -> root.lock().lockId() + " " + root.inAll())
        .startsWith("many-000 2", "many-001 2")
        .endsWith("few-078 1", "few-079 1")
        .hasSize(WaitChains.MOST_ROOTS);
  }

  @Test
  void waitersBehindTheFirstRoot_comeFirst_andThoseOfNoRootThatIsAnsweredLast() {
    arbiter.acquire("acme", "small", "u1", Operation.UPLOAD, "/else/a");
    arbiter.acquire("acme", "other", "u2", Operation.DELETE, "/else");
    arbiter.acquire("acme", "big", "u1", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "delete", "u2", Operation.DELETE, "/d");
    arbiter.acquire("acme", "again", "u4", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "behind", "u3", Operation.UPLOAD, "/d/b");
    WaitChains chains = WaitChains.of(mirrors.of("acme"));
    assertThat(ids(chains.inChains(1, 10))).containsExactly("delete", "behind", "again", "other");
    assertThat(ids(chains.inChains(2, 2))).containsExactly("delete", "behind");
    assertThat(ids(chains.inChains(0, 2))).containsExactly("other", "delete");
    assertThat(chains.inChains(200, 1_000)).containsExactlyInAnyOrderElementsOf(chains.waiters());
  }

  @Test
  void locksOfItsOwnOwner_areNoRoots() {
    arbiter.acquire("acme", "own", "u1", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "strange", "u2", Operation.UPLOAD, "/d/b");
    arbiter.acquire("acme", "delete", "u1", Operation.DELETE, "/d");
    WaitChains chains = WaitChains.of(mirrors.of("acme"));
    assertThat(chains.rootsInAll()).isEqualTo(1);
    assertThat(chains.roots()).extracting(root -> root.lock().lockId()).containsExactly("strange");
    arbiter.acquire("acme", "other", "u3", Operation.DELETE, "/d");
    assertThat(WaitChains.of(mirrors.of("acme")).rootsInAll()).isEqualTo(2);
  }

  private static List<String> ids(List<WaitChains.Waiter> waiters) {
    return waiters.stream().map(waiter -> waiter.lock().lockId()).toList();
  }

  @Test
  void whoAsksWhileNothingHappens_isAnsweredWithTheSame() {
    arbiter.acquire("acme", "held", "u1", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "delete", "u2", Operation.DELETE, "/d");
    AccountMirror mirror = mirrors.of("acme");
    WaitChains first = WaitChains.of(mirror);
    assertThat(WaitChains.of(mirror)).isSameAs(first);
    arbiter.acquire("beta", "else", "u1", Operation.UPLOAD, "/d/a");
    WaitChains later = WaitChains.of(mirror);
    assertThat(later.seq()).isEqualTo(first.seq() + 1);
    assertThat(later.at()).isGreaterThan(first.at());
    assertThat(later.waiters()).isSameAs(first.waiters());
    arbiter.release("acme", "held", "u1");
    assertThat(WaitChains.of(mirror).waiters()).isEmpty();
  }

  @Test
  void whoAskedBeforeALookEnded_isAnsweredWithWhatCameUntilTheQuestion() {
    arbiter.acquire("acme", "held", "u1", Operation.UPLOAD, "/d/a");
    AccountMirror mirror = mirrors.of("acme");
    CompletableFuture<WaitChains> asked =
        mirror.look(
            seen -> {
              arbiter.acquire("acme", "delete", "u2", Operation.DELETE, "/d");
              return CompletableFuture.supplyAsync(
                  () -> WaitChains.of(mirror), ThreadPerTask.EXECUTOR);
            });
    assertThat(asked.join().waiters()).hasSize(1);
    assertThat(asked.join().seq()).isEqualTo(arbiter.seq());
  }

  @Test
  void lookThatTakesLong_holdsUpNobodyWhoBringsEvents() {
    AccountMirror mirror = mirrors.of("acme");
    long before = arbiter.seq();
    long after =
        mirror.look(
            seen -> {
              CompletableFuture.runAsync(
                      () -> arbiter.acquire("acme", "a", "u1", Operation.UPLOAD, "/d/a"),
                      ThreadPerTask.EXECUTOR)
                  .join();
              return seen.seq();
            });
    assertThat(after).as("a look is of one moment").isEqualTo(before);
    assertThat(mirror.<Long>look(AccountMirror::seq)).isEqualTo(before + 1);
    assertThat(mirrors.of("acme")).isSameAs(mirror);
    assertThat(mirror.<Boolean>look(seen -> seen.lock("a") != null)).isTrue();
  }

  @Test
  void search_findsByWhateverIsKnown_andGoesOn() {
    for (int n = 0; n < 25; n++) {
      arbiter.acquire("acme", "id-" + n, "u" + n % 2, Operation.UPLOAD, "/d/Report " + n);
    }
    AccountMirror mirror = mirrors.of("acme");
    LockSearch search = new LockSearch(LockPath.of("/d"), "u1", null, null, Mode.PUT, "report");
    LockSearch.Found first = find(mirror, search, null, 10);
    LockSearch.Found second = find(mirror, search, first.next(), 10);
    assertThat(first.total()).isEqualTo(12);
    assertThat(first.locks()).hasSize(10);
    assertThat(second.locks()).hasSize(2).doesNotContainAnyElementsOf(first.locks());
    assertThat(second.next()).isNull();
    LockSearch byId = new LockSearch(null, null, "id-7", null, null, null);
    assertThat(find(mirror, byId, null, 10).locks()).hasSize(1);
  }

  @Test
  void consequences_areThoseOfTheRules() {
    arbiter.acquire("acme", "a", "u1", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "w", "u2", Operation.DELETE, "/d");
    arbiter.acquire("acme", "x", "u3", Operation.UPLOAD, "/d/b");
    AccountMirror mirror = mirrors.of("acme");
    var settings = java.util.Objects.requireNonNull(store.header(0)).settings();
    Consequences ofHeld = Consequences.of(mirror, "a", settings);
    assertThat(ofHeld.next()).extracting(LiveLock::lockId).containsExactly("w");
    assertThat(ofHeld.waiting()).isEqualTo(1);
    Consequences ofWaiting = Consequences.of(mirror, "w", settings);
    assertThat(ofWaiting.next()).extracting(LiveLock::lockId).containsExactly("x");
    assertThat(ofWaiting.waiting()).isZero();
    assertThat(Consequences.of(mirror, "nix", settings).freed()).isNull();
  }
}
