package io.lockarbiter.console.mirror;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The wait chains of an account. Each waiting request stands below its first blocker: a held lock,
 * or an earlier request.
 *
 * @param seq last event that is contained in full
 * @param exactFrom before this event it may already contain parts of later ones
 * @param at log time, epoch ms
 * @param roots held locks that block requests, the one that blocks most first, at most {@link
 *     #MOST_ROOTS}
 * @param rootsInAll number of roots, among the examined requests
 * @param waiters the examined waiting requests, in queue order
 * @param waiting number of waiting requests in all
 */
public record WaitChains(
    long seq,
    long exactFrom,
    long at,
    List<Root> roots,
    int rootsInAll,
    List<Waiter> waiters,
    int waiting) {
  /** Most requests that are examined, from the head of the queue. */
  public static final int MOST_WAITERS = 1_000;

  /** Most roots that are kept. */
  public static final int MOST_ROOTS = 200;

  /** Most blockers that are kept of one request. */
  public static final int MOST_IN_THE_WAY = 20;

  /** Takes some tenths of a second; nobody else can look at the account meanwhile. */
  static final long MOST_STEPS = 5_000_000;

  /**
   * A held lock that blocks requests.
   *
   * @param directly number of requests that it blocks itself
   * @param inAll these, and the requests behind them
   * @param oldest the oldest request that waits for it
   * @param elsewhere the first of the requests that it holds up, but that stand below another lock;
   *     null if none does
   */
  public record Root(
      LiveLock lock, int directly, int inAll, LiveLock oldest, @Nullable LiveLock elsewhere) {}

  /**
   * A waiting request.
   *
   * @param behind id of the lock or request below which it stands; null if its blocker is unknown
   * @param behindHeld whether that is a held lock
   * @param held held locks that block it, as many as were searched for
   * @param earlier earlier requests that block it
   * @param inTheWay the first of these locks, and after them of these requests, at most {@link
   *     #MOST_IN_THE_WAY}
   */
  public record Waiter(
      LiveLock lock,
      int position,
      @Nullable String behind,
      boolean behindHeld,
      int held,
      int earlier,
      List<LiveLock> inTheWay) {}

  /**
   * Returns the wait chains of an account as of now. Callers that ask during a search share its
   * result, if it contains all events that had arrived when they asked.
   */
  public static WaitChains of(AccountMirror mirror) {
    return mirror.chains();
  }

  /**
   * Returns the same, with another bound.
   *
   * @param steps most comparisons; at least one request is examined
   */
  static WaitChains in(AccountMirror mirror, long steps) {
    return new ChainSearch(mirror, steps).find();
  }

  /**
   * Returns the first waiting requests in the order of the roots: requests behind the first root
   * come first, each before the requests behind it; those behind none of the roots come last.
   *
   * @param below how many of the first roots count
   * @param limit most requests
   */
  public List<Waiter> inChains(int below, int limit) {
    Map<String, List<Waiter>> behind = new HashMap<>();
    for (Waiter waiter : waiters) {
      if (waiter.behind() != null) {
        behind.computeIfAbsent(waiter.behind(), id -> new ArrayList<>()).add(waiter);
      }
    }
    List<Waiter> found = new ArrayList<>();
    BitSet positions = new BitSet();
    for (Root root : roots.subList(0, Math.min(below, roots.size()))) {
      Deque<Waiter> next = new ArrayDeque<>(behind.getOrDefault(root.lock().lockId(), List.of()));
      while (!next.isEmpty() && found.size() < limit) {
        Waiter waiter = next.pop();
        found.add(waiter);
        positions.set(waiter.position());
        List<Waiter> after = behind.getOrDefault(waiter.lock().lockId(), List.of());
        for (int n = after.size() - 1; n >= 0; n--) {
          next.push(after.get(n));
        }
      }
    }
    waiters.stream()
        .filter(waiter -> !positions.get(waiter.position()))
        .limit(limit - found.size())
        .forEach(found::add);
    return found;
  }

  /**
   * Returns the requests in whose id, owner, paths or attributes each of these words occurs, in
   * queue order.
   */
  public List<Waiter> with(List<String> words) {
    List<LockSearch> searches =
        words.stream().map(word -> new LockSearch(null, null, null, true, null, word)).toList();
    return waiters.stream()
        .filter(waiter -> searches.stream().allMatch(search -> search.matches(waiter.lock())))
        .toList();
  }

  /** Returns the same chains with a later position, if nothing in them has changed. */
  WaitChains asOf(long laterSeq, long laterAt) {
    return new WaitChains(laterSeq, exactFrom, laterAt, roots, rootsInAll, waiters, waiting);
  }
}
