package io.lockarbiter.lua.model;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The index beside a search through everything. */
class PathIndexTest {
  /** {@code Aa} and {@code BB} have one hash; a long segment makes a long path. */
  private static final List<String> SEGMENTS =
      List.of("Aa", "BB", "a", "a-b", "b", "\u00e4", "\ud83d\ude00", "\uffee", "long".repeat(80));

  private static final int STEPS = 4_000;

  private record Found(long number, LockPath path, Relation relation) {}

  @Test
  void visits_findWhatASearchFindsInItsOrder() {
    Random random = new Random(Seeds.fresh());
    PathIndex<LockFields> index = new PathIndex<>();
    TreeMap<Long, LockFields> present = new TreeMap<>();
    for (long number = 0; number < STEPS; number++) {
      if (random.nextInt(20) < present.size()) {
        Long old = List.copyOf(present.keySet()).get(random.nextInt(present.size()));
        index.remove(present.remove(old), old);
      }
      LockFields lock = lock(random);
      present.put(number, lock);
      index.add(lock, number, lock);
      LockPath asked = path(random);
      assertThat(found(index, asked, present)).as("%s", asked).isEqualTo(searched(asked, present));
    }
    present.forEach((number, lock) -> index.remove(lock, number));
    assertThat(found(index, LockPath.ROOT, new TreeMap<>())).isEmpty();
  }

  private static List<Found> found(
      PathIndex<LockFields> index, LockPath asked, TreeMap<Long, LockFields> present) {
    List<Found> found = new ArrayList<>();
    index.visitOverlapping(
        asked,
        (lock, path, relation) -> found.add(new Found(number(lock, present), path, relation)));
    return found;
  }

  private static long number(LockFields lock, TreeMap<Long, LockFields> present) {
    return present.entrySet().stream()
        .filter(entry -> entry.getValue() == lock)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private static List<Found> searched(LockPath asked, TreeMap<Long, LockFields> present) {
    List<Found> all = new ArrayList<>();
    present.forEach(
        (number, lock) -> {
          for (LockPath path : lock.targets().stream().map(Target::path).distinct().toList()) {
            Relation relation = asked.relationOf(path);
            if (relation != null) {
              all.add(new Found(number, path, relation));
            }
          }
        });
    all.sort(comparing(Found::path).thenComparing(Found::number));
    return all;
  }

  /** A visitor that has enough is not asked again. */
  @Test
  void visitorThatHasEnough_endsTheVisit() {
    PathIndex<LockFields> index = new PathIndex<>();
    for (long number = 0; number < 5; number++) {
      LockFields lock = lock(List.of(LockPath.of("/a/" + number)));
      index.add(lock, number, lock);
    }
    List<LockPath> visited = new ArrayList<>();
    boolean all =
        index.visitOverlapping(
            LockPath.of("/a"),
            (lock, path, relation) -> {
              visited.add(path);
              return visited.size() < 2;
            });
    assertThat(all).isFalse();
    assertThat(visited).containsExactly(LockPath.of("/a/0"), LockPath.of("/a/1"));
  }

  /** Names with one hash can be chosen by whoever names the files. */
  @Test
  @Timeout(600)
  void manyNamesWithOneHash_areFoundAtOnce() {
    PathIndex<LockFields> index = new PathIndex<>();
    List<LockFields> locks =
        IntStream.range(0, 1 << 17)
            .mapToObj(n -> lock(List.of(LockPath.of("/" + same(n)))))
            .toList();
    for (int number = 0; number < locks.size(); number++) {
      index.add(locks.get(number), number, locks.get(number));
    }
    for (int number = 0; number < locks.size(); number++) {
      index.remove(locks.get(number), number);
    }
    assertThat(found(index, LockPath.ROOT, new TreeMap<>())).isEmpty();
  }

  private static String same(int n) {
    StringBuilder name = new StringBuilder();
    for (int bit = 0; bit < 17; bit++) {
      name.append((n >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return name.toString();
  }

  private static LockFields lock(Random random) {
    List<LockPath> paths = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      paths.add(path(random));
    }
    return lock(paths);
  }

  private static LockFields lock(List<LockPath> paths) {
    return new LockFields(
        "lock",
        new Owner("u1", null),
        Operation.CUSTOM,
        null,
        null,
        paths.stream().map(path -> new Target(path, Mode.READ)).toList(),
        /* leaseMs= */ 1_000,
        /* waitMs= */ 0,
        List.of(),
        Collections.emptySortedMap());
  }

  private static LockPath path(Random random) {
    StringBuilder path = new StringBuilder();
    for (int depth = random.nextInt(4); depth > 0; depth--) {
      path.append('/').append(SEGMENTS.get(random.nextInt(SEGMENTS.size())));
    }
    return LockPath.of(path.isEmpty() ? "/" : path.toString());
  }
}
