package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds the waiting requests whose turn has come after something ended. Whoever waits was blocked
 * before, so only those come into question that what ended stood in the way of.
 */
final class Promotion {
  private final Partition partition;

  /** Arrivals of those in question, by account; the accounts as they were touched. */
  private final Map<String, NavigableSet<Long>> inQuestion = new LinkedHashMap<>();

  Promotion(Partition partition) {
    this.partition = partition;
  }

  /** Notes that a lock or a waiting request is there no longer. */
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

  /** Hands out, one by one, the requests that nothing blocks any more; they are granted at once. */
  void run(Consumer<WaitingRequest> grant) {
    inQuestion.forEach(
        (account, arrivals) -> {
          for (long arrival : arrivals) {
            AccountQueue queue = partition.waiting().of(account);
            WaitingRequest request = queue.arrivedAs(arrival);
            if (request != null
                && !new ConflictSearch(partition.held().of(account), queue).isBlocked(request)) {
              grant.accept(request);
            }
          }
        });
    inQuestion.clear();
  }
}
