package io.lockarbiter.console.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PathTreeTest {
  private static final List<String> PATHS =
      List.of("/", "/a", "/a/b", "/a/b/c", "/a/bb", "/d", "/d/e/f", "/d/e/g");

  private final PathTree tree = new PathTree();

  private static LiveLock lock(String id, boolean waiting, List<String> paths) {
    List<Target> targets =
        paths.stream().map(path -> new Target(LockPath.of(path), Mode.READ)).toList();
    LockFields fields =
        new LockFields(
            id,
            new Owner("goro", null),
            Operation.CUSTOM,
            null,
            null,
            targets,
            30_000,
            60_000,
            List.of(),
            new TreeMap<>());
    return new LiveLock(fields, waiting, 1, 0, 0, 0);
  }

  private int locks(String path, boolean waiting) {
    PathNode node = tree.find(LockPath.of(path));
    return node == null ? 0 : node.locks(waiting);
  }

  @Test
  void lockOnTwoPaths_countsOnceWhereBothAreBelow() {
    LiveLock lock = lock("l", false, List.of("/a/b", "/a/bb", "/d/e/f"));
    tree.add(lock);
    assertThat(locks("/", false)).isEqualTo(1);
    assertThat(locks("/a", false)).isEqualTo(1);
    assertThat(locks("/a/b", false)).isEqualTo(1);
    assertThat(locks("/d", false)).isEqualTo(1);
    assertThat(locks("/", true)).isZero();
    tree.remove(lock);
    assertThat(locks("/", false)).isZero();
    assertThat(tree.nodes()).isEqualTo(1);
  }

  @Test
  void namesWithoutCase_areOneLevel() {
    tree.add(withoutCase(lock("one", false, List.of("/Docs/a"))));
    LiveLock other = withoutCase(lock("other", true, List.of("/DOCS/A")));
    tree.add(other);
    PathNode node = tree.find(LockPath.of("/docs/a").withoutCase());

    if (node == null) {
      throw new AssertionError("no level");
    }
    assertThat(node.locks()).extracting(LiveLock::lockId).containsExactly("one", "other");
    assertThat(tree.nodes()).isEqualTo(3);
    tree.remove(other);
    assertThat(node.locks()).extracting(LiveLock::lockId).containsExactly("one");
  }

  private static LiveLock withoutCase(LiveLock lock) {
    List<Target> targets =
        lock.fields().targets().stream()
            .map(target -> new Target(target.path().withoutCase(), target.mode()))
            .toList();
    return new LiveLock(lock.fields().withPaths(null, null, targets), lock.waiting(), 1, 0, 0, 0);
  }

  @Test
  void everyLevel_countsEachLockOnce() {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    List<LiveLock> live = new ArrayList<>();
    for (int n = 0; n < 500; n++) {
      if (!live.isEmpty() && random.nextInt(3) == 0) {
        tree.remove(live.remove(random.nextInt(live.size())));
      } else {
        List<String> paths =
            random
                .ints(1 + random.nextInt(4), 0, PATHS.size())
                .distinct()
                .mapToObj(PATHS::get)
                .toList();
        LiveLock lock = lock("l" + n, random.nextBoolean(), paths);
        live.add(lock);
        tree.add(lock);
      }
    }
    for (String path : PATHS) {
      for (boolean waiting : new boolean[] {true, false}) {
        long expected =
            live.stream()
                .filter(lock -> lock.waiting() == waiting)
                .filter(
                    lock ->
                        lock.fields().targets().stream()
                            .anyMatch(target -> LockPath.of(path).isAtOrAbove(target.path())))
                .count();
        assertThat(locks(path, waiting)).as("%s, seed=%d", path, seed).isEqualTo((int) expected);
      }
    }
    live.forEach(tree::remove);
    assertThat(tree.nodes()).as("seed=%d", seed).isEqualTo(1);
  }
}
