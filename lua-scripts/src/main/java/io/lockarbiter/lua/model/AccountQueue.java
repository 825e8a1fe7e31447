package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The waiting requests of one account, first come first; also by id and by path. */
final class AccountQueue {
  private final NavigableMap<Long, WaitingRequest> byArrival = new TreeMap<>();
  private final Map<String, WaitingRequest> byId = new HashMap<>();
  private final PathIndex<WaitingRequest> byPathAndArrival = new PathIndex<>();
  private final Map<String, Integer> countBySubAccount = new HashMap<>();
  private final Map<String, Long> bytesBySubAccount = new HashMap<>();
  private long bytes;

  void add(WaitingRequest request) {
    byArrival.put(request.arrival(), request);
    byId.put(request.fields().lockId(), request);
    byPathAndArrival.add(request.fields(), request.arrival(), request);
    countBySubAccount.merge(request.fields().owner().subAccount(), 1, Integer::sum);
    charge(request, 1);
  }

  void remove(WaitingRequest request) {
    byArrival.remove(request.arrival());
    byId.remove(request.fields().lockId());
    byPathAndArrival.remove(request.fields(), request.arrival());
    countBySubAccount.computeIfPresent(
        request.fields().owner().subAccount(), (name, count) -> count == 1 ? null : count - 1);
    charge(request, -1);
  }

  private void charge(WaitingRequest request, int by) {
    long charged = by * bytes(request);
    bytes += charged;
    bytesBySubAccount.merge(
        request.fields().owner().subAccount(),
        charged,
        (before, change) -> before + change == 0 ? null : before + change);
  }

  static long bytes(WaitingRequest request) {
    return LockCharge.of(request.account(), request.fields(), request.replyTo()).waiting();
  }

  @Nullable WaitingRequest find(String lockId) {
    return byId.get(lockId);
  }

  @Nullable WaitingRequest arrivedAs(long arrival) {
    return byArrival.get(arrival);
  }

  /** The requests in the order of the queue. */
  Collection<WaitingRequest> all() {
    return byArrival.values();
  }

  /** The place in the queue, 1 = next. */
  int position(WaitingRequest request) {
    return byArrival.headMap(request.arrival(), true).size();
  }

  int count() {
    return byId.size();
  }

  int countOf(String subAccount) {
    return countBySubAccount.getOrDefault(subAccount, 0);
  }

  /** Bytes charged for them. */
  long bytes() {
    return bytes;
  }

  long bytesOf(String subAccount) {
    return bytesBySubAccount.getOrDefault(subAccount, 0L);
  }

  PathIndex<WaitingRequest> byPath() {
    return byPathAndArrival;
  }
}
