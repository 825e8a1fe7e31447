package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The waiting requests of a partition: a queue per account, and all of them in the order of their
 * deadlines.
 */
final class WaitingRequests {
  private final Map<String, AccountQueue> byAccount = new HashMap<>();
  private final NavigableSet<WaitingRequest> byDeadline =
      new TreeSet<>(
          Comparator.comparingLong(WaitingRequest::deadline)
              .thenComparingLong(WaitingRequest::arrival));
  private final BoundEntries<WaitingRequest> bound = new BoundEntries<>();
  private long bytes;

  WaitingRequests copy() {
    WaitingRequests copy = new WaitingRequests();
    byDeadline.forEach(copy::add);
    return copy;
  }

  /** Bytes charged for all waiting requests of the partition. */
  long bytes() {
    return bytes;
  }

  void add(WaitingRequest request) {
    bytes +=
        byAccount.computeIfAbsent(request.account(), account -> new AccountQueue()).add(request);
    byDeadline.add(request);
    bound.add(request.account(), request.fields(), request.arrival(), request);
  }

  void remove(WaitingRequest request) {
    byAccount.computeIfPresent(
        request.account(),
        (account, queue) -> {
          bytes -= queue.remove(request);
          return queue.count() == 0 ? null : queue;
        });
    byDeadline.remove(request);
    bound.remove(request.account(), request.fields(), request.arrival());
  }

  /** The requests that are bound to the session of an owner, by arrival. */
  List<WaitingRequest> boundTo(LiveSession session) {
    return bound.of(session.account(), session.owner());
  }

  /** Says whether the session of each bound request is alive. */
  boolean haveTheirSessions(Sessions sessions) {
    return bound.isAllOf(name -> sessions.find(name.account(), name.owner()) != null);
  }

  /** The queue of an account, to be read only. */
  AccountQueue of(String account) {
    AccountQueue queue = byAccount.get(account);
    return queue == null ? AccountQueue.NONE : queue;
  }

  @Nullable WaitingRequest find(String account, String lockId) {
    return of(account).find(lockId);
  }

  /** The request whose wait ends next; of those that end together, the one that came first. */
  @Nullable WaitingRequest nextToTimeOut() {
    return byDeadline.isEmpty() ? null : byDeadline.first();
  }

  int count() {
    return byDeadline.size();
  }

  List<WaitingRequest> inOrderOfArrival() {
    return byDeadline.stream().sorted(Comparator.comparingLong(WaitingRequest::arrival)).toList();
  }
}
