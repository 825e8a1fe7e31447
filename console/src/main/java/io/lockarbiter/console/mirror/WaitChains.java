package io.lockarbiter.console.mirror;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for whom in an account. Each waiting request stands below the first that it waits for:
 * a held lock, or an earlier request.
 *
 * @param roots held locks that somebody waits for, the one that holds up most first
 * @param waiters waiting requests in queue order
 * @param waiting how many wait in all
 * @param more whether there are more waiting requests than were looked at
 */
public record WaitChains(List<Root> roots, List<Waiter> waiters, int waiting, boolean more) {
  /** Requests that are looked at, from the queue's beginning. */
  public static final int MOST_WAITERS = 1_000;

  private static final int MOST_BLOCKERS = 200;

  /** Some tenths of a second: nobody else sees the account meanwhile. */
  static final long MOST_STEPS = 5_000_000;

  /**
   * A held lock in the way of others.
   *
   * @param directly requests that it stands in the way of itself
   * @param inAll these, and those that wait behind them
   * @param since when the one asked that waits for it the longest, log time, epoch ms
   */
  public record Root(LiveLock lock, int directly, int inAll, long since) {}

  /**
   * A request that waits.
   *
   * @param behind lock id of what it stands below; null if what it waits for is not known
   * @param behindHeld whether that is held
   * @param held held locks in its way, as many as were looked for
   * @param earlier earlier requests in its way
   */
  public record Waiter(
      LiveLock lock,
      int position,
      @Nullable String behind,
      boolean behindHeld,
      int held,
      int earlier) {}

  private static final class Tally {
    private final LiveLock lock;
    private int directly;
    private int inAll;
    private long since = Long.MAX_VALUE;

    Tally(LiveLock lock) {
      this.lock = lock;
    }
  }

  /** Those of an account, as of one moment. */
  public static WaitChains of(AccountMirror mirror) {
    return mirror.look(seen -> in(seen, MOST_STEPS));
  }

  /**
   * The same.
   *
   * @param steps comparisons that may be made; at least one request is looked at
   */
  static WaitChains in(AccountMirror mirror, long steps) {
    Conflicts conflicts = new Conflicts(mirror, MOST_BLOCKERS, steps);
    List<LiveLock> queue = mirror.queue().values().stream().limit(MOST_WAITERS).toList();
    Map<String, Tally> tallies = new LinkedHashMap<>();
    Map<Integer, List<Tally>> rootsOf = new HashMap<>();
    Map<String, Integer> places = new HashMap<>();
    List<Waiter> waiters = new ArrayList<>();
    for (int n = 0; n < queue.size(); n++) {
      LiveLock request = queue.get(n);
      Map<String, LiveLock> held = conflicts.held(request);
      BitSet roots = new BitSet();
      String first = held.isEmpty() ? null : held.keySet().iterator().next();
      Map<String, LiveLock> earlier = conflicts.earlier(request);
      for (String id : earlier.keySet()) {
        Integer before = places.get(id);
        if (before != null) {
          roots.set(before);
        }
      }
      if (first == null && !roots.isEmpty()) {
        first = queue.get(roots.nextSetBit(0)).lockId();
      }
      if (conflicts.isSpent() && n > 0) {
        break;
      }
      Set<Tally> own = new LinkedHashSet<>();
      for (LiveLock blocker : held.values()) {
        Tally tally = tallies.computeIfAbsent(blocker.lockId(), id -> new Tally(blocker));
        tally.directly++;
        own.add(tally);
      }
      for (int before = roots.nextSetBit(0); before >= 0; before = roots.nextSetBit(before + 1)) {
        List<Tally> theirs = rootsOf.getOrDefault(before, List.of());
        if (own.size() >= MOST_BLOCKERS || !conflicts.spend(theirs.size())) {
          break;
        }
        own.addAll(theirs);
      }
      List<Tally> distinct = own.stream().limit(MOST_BLOCKERS).toList();
      for (Tally tally : distinct) {
        tally.inAll++;
        tally.since = Math.min(tally.since, request.since());
      }
      rootsOf.put(n, distinct);
      places.put(request.lockId(), n);
      waiters.add(new Waiter(request, n + 1, first, !held.isEmpty(), held.size(), earlier.size()));
    }
    List<Root> roots =
        tallies.values().stream()
            .map(tally -> new Root(tally.lock, tally.directly, tally.inAll, tally.since))
            .sorted(
                Comparator.comparingInt(Root::inAll)
                    .reversed()
                    .thenComparingLong(Root::since)
                    .thenComparing(root -> root.lock().lockId()))
            .toList();
    return new WaitChains(
        roots, waiters, mirror.queue().size(), mirror.queue().size() > waiters.size());
  }
}
