package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds the waiting requests that can be granted after something ended. Every waiting request was
 * blocked before, so only those can be free now that the ended lock or request blocked.
 */
final class Promotion {
  private final Partition partition;

  /**
   * Arrivals of the requests to look at, by account, in the order in which the accounts were
   * touched.
   */
  private final Map<String, NavigableSet<Long>> inQuestion = new LinkedHashMap<>();

  /** Accounts that were closed by a lock in the place of another. */
  private final Set<String> closing = new HashSet<>();

  Promotion(Partition partition) {
    this.partition = partition;
  }

  /** Notes that a lock or a waiting request has ended. */
  void noteEnd(String account, LockFields ended) {
    AccountQueue queue = partition.waiting().of(account);
    if (queue.count() == 0) {
      return;
    }
    NavigableSet<Long> arrivals = inQuestion.computeIfAbsent(account, touched -> new TreeSet<>());
    for (Target target : ended.targets()) {
      queue
          .byPath()
          .visitOverlapping(
              target.path(),
              (request, path, relation) -> {
                if (ConflictingPair.firstAt(path, relation, target, request.fields()) != null) {
                  arrivals.add(request.arrival());
                }
                return true;
              });
    }
  }

  /** Notes that a lock was granted which closes its account, where another one ended for it. */
  void noteClosing(String account) {
    NavigableSet<Long> arrivals = inQuestion.get(account);
    if (arrivals != null) {
      closing.add(account);
      partition.waiting().of(account).all().forEach(other -> arrivals.add(other.arrival()));
    }
  }

  private boolean isHeld(String account, LockFields lock) {
    return partition.held().find(account, lock.lockId()) != null;
  }

  /**
   * Passes on, one by one, the requests that nothing blocks any more; each is granted at once, or
   * refused. One that is refused may unblock later ones. Once an account is closed, all others that
   * wait there are refused.
   *
   * @param refuse refuses a request whose account was just closed
   */
  void run(Consumer<WaitingRequest> grant, Consumer<WaitingRequest> refuse) {
    inQuestion.forEach(
        (account, arrivals) -> {
          boolean isClosing = closing.contains(account);
          for (Long arrival = arrivals.pollFirst();
              arrival != null;
              arrival = arrivals.pollFirst()) {
            AccountQueue queue = partition.waiting().of(account);
            WaitingRequest request = queue.arrivedAs(arrival);
            if (request == null) {
              continue;
            }
            if (!new ConflictSearch(partition.held().of(account), queue).isBlocked(request)) {
              grant.accept(request);
              if (request.fields().isClose() && isHeld(account, request.fields())) {
                isClosing = true;
                queue.all().forEach(other -> arrivals.add(other.arrival()));
              }
            } else if (isClosing) {
              refuse.accept(request);
            }
          }
        });
    inQuestion.clear();
    closing.clear();
  }
}
