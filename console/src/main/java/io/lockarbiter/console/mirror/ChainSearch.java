package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Searches the wait chains of an account, within one look. */
final class ChainSearch {
  private static final int MOST_BLOCKERS = 200;
  private static final Comparator<Tally> MOST_FIRST =
      Comparator.comparingInt((Tally tally) -> tally.inAll)
          .reversed()
          .thenComparingLong(Tally::since)
          .thenComparing(tally -> tally.lock.lockId());

  private final AccountMirror mirror;
  private final Conflicts conflicts;
  private final Map<String, Tally> tallies = new HashMap<>();
  private final Map<List<Target>, Group> groups = new HashMap<>();
  private final Map<String, Integer> places = new HashMap<>();
  private final List<Tally[]> rootsOf = new ArrayList<>();
  private final List<WaitChains.Waiter> waiters = new ArrayList<>();

  /** Counts the requests that a held lock blocks. */
  private static final class Tally {
    private final LiveLock lock;
    private int directly;
    private int inAll;
    private int counted = -1;
    private @Nullable LiveLock oldest;
    private @Nullable LiveLock elsewhere;

    Tally(LiveLock lock) {
      this.lock = lock;
    }

    long since() {
      return oldest == null ? Long.MAX_VALUE : oldest.since();
    }
  }

  /**
   * The held locks that conflict with some targets, of any owner, and the owners of these locks.
   */
  private record Group(Tally[] held, Set<Owner> owners) {}

  /**
   * The root blockers of a request, each once: its own, then those of the requests it waits behind.
   */
  private static final class Own {
    private final int waiter;
    private Tally[] tallies = new Tally[16];
    private int size;

    Own(int waiter) {
      this.waiter = waiter;
    }

    boolean isFull() {
      return size == MOST_BLOCKERS;
    }

    void add(Tally tally) {
      if (tally.counted == waiter || isFull()) {
        return;
      }
      tally.counted = waiter;
      if (size == tallies.length) {
        tallies = Arrays.copyOf(tallies, 2 * size);
      }
      tallies[size++] = tally;
    }

    Tally[] all() {
      return Arrays.copyOf(tallies, size);
    }
  }

  /**
   * Prepares one search.
   *
   * @param steps most comparisons; at least one request is examined
   */
  ChainSearch(AccountMirror mirror, long steps) {
    this.mirror = mirror;
    this.conflicts = new Conflicts(mirror, MOST_BLOCKERS, steps);
  }

  WaitChains find() {
    List<LiveLock> queue = mirror.queue().values().stream().limit(WaitChains.MOST_WAITERS).toList();
    for (LiveLock request : queue) {
      Tally[] held = held(request);
      Map<String, LiveLock> earlier = conflicts.earlier(request);
      if (conflicts.isSpent() && !waiters.isEmpty()) {
        break;
      }
      int[] before =
          earlier.keySet().stream()
              .mapToInt(id -> places.getOrDefault(id, -1))
              .filter(place -> place >= 0)
              .sorted()
              .toArray();
      count(request, held, before);
      String behind =
          held.length > 0
              ? held[0].lock.lockId()
              : before.length > 0 ? queue.get(before[0]).lockId() : null;
      places.put(request.lockId(), waiters.size());
      waiters.add(
          new WaitChains.Waiter(
              request,
              waiters.size() + 1,
              behind,
              held.length > 0,
              held.length,
              earlier.size(),
              inTheWay(held, earlier)));
    }
    return new WaitChains(
        mirror.seq(),
        mirror.exactFrom(),
        mirror.at(),
        roots(),
        (int) tallies.values().stream().filter(tally -> tally.inAll > 0).count(),
        waiters,
        mirror.queue().size());
  }

  private static List<LiveLock> inTheWay(Tally[] held, Map<String, LiveLock> earlier) {
    return Stream.concat(
            Arrays.stream(held).map(tally -> tally.lock),
            earlier.values().stream().sorted(Comparator.comparingLong(LiveLock::number)))
        .limit(WaitChains.MOST_IN_THE_WAY)
        .toList();
  }

  /** Many requests have the same target, mostly a folder; its blockers are searched once. */
  private Tally[] held(LiveLock request) {
    Group group =
        groups.computeIfAbsent(
            request.fields().targets(),
            targets -> {
              Map<String, LiveLock> found = conflicts.heldByAnybody(request);
              return new Group(
                  tallies(found),
                  found.values().stream().map(LiveLock::owner).collect(Collectors.toSet()));
            });
    Owner member = new Owner(request.owner().subAccount(), null);
    boolean mayAdmit = group.owners().contains(request.owner()) || group.owners().contains(member);
    return mayAdmit ? tallies(conflicts.held(request)) : group.held();
  }

  private Tally[] tallies(Map<String, LiveLock> found) {
    return found.values().stream()
        .map(lock -> tallies.computeIfAbsent(lock.lockId(), id -> new Tally(lock)))
        .toArray(Tally[]::new);
  }

  private void count(LiveLock request, Tally[] held, int[] before) {
    Own own = new Own(waiters.size());
    for (Tally tally : held) {
      tally.directly++;
      own.add(tally);
    }
    for (int place : before) {
      Tally[] theirs = rootsOf.get(place);
      if (own.isFull() || !conflicts.spend(theirs.length)) {
        break;
      }
      for (Tally tally : theirs) {
        own.add(tally);
      }
    }
    Tally[] distinct = own.all();
    for (Tally tally : distinct) {
      tally.inAll++;
      if (request.since() < tally.since()) {
        tally.oldest = request;
      }
      // It stands below the first of them.
      if (tally != distinct[0] && tally.elsewhere == null) {
        tally.elsewhere = request;
      }
    }
    rootsOf.add(distinct);
  }

  private List<WaitChains.Root> roots() {
    PriorityQueue<Tally> first = new PriorityQueue<>(MOST_FIRST.reversed());
    for (Tally tally : tallies.values()) {
      if (tally.oldest == null) {
        continue;
      }
      if (first.size() < WaitChains.MOST_ROOTS) {
        first.add(tally);
      } else if (MOST_FIRST.compare(tally, first.element()) < 0) {
        first.remove();
        first.add(tally);
      }
    }
    return first.stream()
        .sorted(MOST_FIRST)
        .map(
            tally ->
                new WaitChains.Root(
                    tally.lock,
                    tally.directly,
                    tally.inAll,
                    Objects.requireNonNull(tally.oldest),
                    tally.elsewhere))
        .toList();
  }
}
