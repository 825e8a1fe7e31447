package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The held locks and waiting requests of an account, as plain lists in their order. */
record NaiveQueue(List<HeldLock> held, List<WaitingRequest> waiting) {
  /** Most nodes of a search for deadlocks: RULES.md, Waiting. */
  private static final int MOST_NODES = 64;

  /** An arrival behind all others. */
  static final long LAST = Long.MAX_VALUE;

  /** The part of a partition's lists that belongs to an account. */
  static NaiveQueue of(String account, List<HeldLock> held, List<WaitingRequest> waiting) {
    return new NaiveQueue(
        held.stream().filter(lock -> lock.account().equals(account)).toList(),
        waiting.stream().filter(request -> request.account().equals(account)).toList());
  }

  /** The blockers of a request with the given {@code arrival}, in listing order. */
  List<Blocker> blockers(LockFields request, long arrival) {
    List<HeldLock> replaced = held.stream().filter(lock -> replaces(request, lock)).toList();
    List<HeldLock> others = held.stream().filter(lock -> !replaced.contains(lock)).toList();
    List<Blocker> blockers = new ArrayList<>(NaiveConflicts.blockers(others, request));
    for (WaitingRequest earlier : waiting) {
      Blocker blocker = NaiveConflicts.blocker(earlier, request);
      if (earlier.arrival() < arrival
          && !NaiveConflicts.admits(earlier.fields(), request.owner())
          && blocker != null
          && !waitsForOneOf(named(request, arrival), earlier)
          && !waitsForOneOf(replaced, earlier)) {
        blockers.add(blocker);
      }
    }
    return blockers;
  }

  /** The blockers of a request that are held. */
  List<Blocker> heldBlockers(LockFields request) {
    return NaiveConflicts.blockers(held, request);
  }

  /** The freezes that refuse a new request, as an answer lists them; none if it may wait. */
  BlockedBy refusingFreezes(LockFields request, long at) {
    BlockedBy freezes =
        NaiveConflicts.freezes(
            held.stream().filter(lock -> !replaces(request, lock)).toList(), request);
    boolean refuse =
        freezes.listed().stream()
            .anyMatch(
                freeze -> Objects.requireNonNull(freeze.expiresAt()) >= at + request.waitMs());
    return refuse ? freezes : new BlockedBy(List.of(), false);
  }

  /** The locks that close the account to a request, as an answer lists them; none if it is open. */
  BlockedBy closes(LockFields request) {
    return NaiveConflicts.closes(
        held.stream().filter(lock -> !replaces(request, lock)).toList(), request);
  }

  List<Blocker> blockers(WaitingRequest request) {
    return blockers(request.fields(), request.arrival());
  }

  /** Says whether a new request names a lock as the one that it replaces. */
  static boolean replaces(LockFields request, HeldLock lock) {
    return request.replaces() != null
        && request.replaces().lockId().equals(lock.fields().lockId())
        && request.replaces().owner().equals(lock.fields().owner());
  }

  /** The locks that the request named in {@code holding} and that are still held. */
  private List<HeldLock> named(LockFields request, long arrival) {
    return held.stream()
        .filter(lock -> request.holding().contains(lock.fields().lockId()))
        .filter(lock -> lock.token() < arrival)
        .toList();
  }

  private static boolean waitsForOneOf(List<HeldLock> locks, WaitingRequest request) {
    return locks.stream().anyMatch(l -> NaiveConflicts.isInTheWay(l.fields(), request.fields()));
  }

  /**
   * The shortest cycle, the first found, from the blockers of a new request to a lock in its {@code
   * holding}.
   */
  List<String> cycle(LockFields request) {
    List<List<String>> ways = new ArrayList<>();
    Set<String> found = new HashSet<>();
    extend(List.of(), ids(blockers(request, LAST)), ways, found);
    for (int i = 0; i < ways.size(); i++) {
      List<String> way = ways.get(i);
      String last = way.get(way.size() - 1);
      if (request.holding().contains(last)) {
        return way;
      }
      extend(way, waitsFor(last), ways, found);
    }
    return List.of();
  }

  private static void extend(
      List<String> way, List<String> next, List<List<String>> ways, Set<String> found) {
    for (String lockId : next) {
      if (found.size() < MOST_NODES && found.add(lockId)) {
        List<String> longer = new ArrayList<>(way);
        longer.add(lockId);
        ways.add(longer);
      }
    }
  }

  private List<String> waitsFor(String lockId) {
    for (WaitingRequest request : waiting) {
      if (request.fields().lockId().equals(lockId)) {
        return ids(blockers(request));
      }
    }
    return waiting.stream()
        .filter(
            request ->
                named(request.fields(), request.arrival()).stream()
                    .anyMatch(lock -> lock.fields().lockId().equals(lockId)))
        .map(request -> request.fields().lockId())
        .toList();
  }

  private static List<String> ids(List<Blocker> blockers) {
    return blockers.stream().map(Blocker::lockId).toList();
  }
}
