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
 * Who waits for whom in an account. Each waiting request stands below the first that it waits for:
 * a held lock, or an earlier request.
 *
 * @param seq last event that is in it
 * @param exactFrom below this event it shows something of later ones already
 * @param at log time, epoch ms
 * @param roots held locks that somebody waits for, the one that holds up most first, at most {@link
 *     #MOST_ROOTS}
 * @param rootsInAll how many there are, of what was looked at
 * @param waiters waiting requests in queue order, those that were looked at
 * @param waiting how many wait in all
 */
public record WaitChains(
    long seq,
    long exactFrom,
    long at,
    List<Root> roots,
    int rootsInAll,
    List<Waiter> waiters,
    int waiting) {
  /** Requests that are looked at, from the queue's beginning. */
  public static final int MOST_WAITERS = 1_000;

  /** Roots that are kept. */
  public static final int MOST_ROOTS = 200;

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

  /**
   * Those of an account, as of now. Who asks while others do is answered with the same, if all
   * events are in it that were brought before the question.
   */
  public static WaitChains of(AccountMirror mirror) {
    return mirror.chains();
  }

  /**
   * The same.
   *
   * @param steps comparisons that may be made; at least one request is looked at
   */
  static WaitChains in(AccountMirror mirror, long steps) {
    return new ChainSearch(mirror, steps).find();
  }

  /**
   * The first that wait, as they stand below roots: what is behind the first of the roots comes
   * first, each request before those behind it; what is behind none of them comes last.
   *
   * @param below of the roots, so many of the first
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

  /** The same as of later, when nothing of it has changed. */
  WaitChains asOf(long laterSeq, long laterAt) {
    return new WaitChains(laterSeq, exactFrom, laterAt, roots, rootsInAll, waiters, waiting);
  }
}
