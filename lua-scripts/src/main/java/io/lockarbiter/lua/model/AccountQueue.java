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
  /** The queue of an account in which nobody waits; to be read only. */
  static final AccountQueue NONE = new AccountQueue();

  private final NavigableMap<Long, WaitingRequest> byArrival = new TreeMap<>();
  private final Map<String, WaitingRequest> byId = new HashMap<>();
  private final PathIndex<WaitingRequest> byPathAndArrival = new PathIndex<>();
  private final AccountTotals totals = new AccountTotals();
  private final BySubAccount<WaitingRequest> bySubAccount = new BySubAccount<>();

  /** Adds a request; returns the bytes charged for it, as {@link #remove} does. */
  long add(WaitingRequest request) {
    byArrival.put(request.arrival(), request);
    byId.put(request.fields().lockId(), request);
    byPathAndArrival.add(request.fields(), request.arrival(), request);
    long charged = bytes(request);
    totals.add(request.fields(), charged);
    bySubAccount.add(request.fields(), request);
    return charged;
  }

  long remove(WaitingRequest request) {
    byArrival.remove(request.arrival());
    byId.remove(request.fields().lockId());
    byPathAndArrival.remove(request.fields(), request.arrival());
    long charged = bytes(request);
    totals.remove(request.fields(), charged);
    bySubAccount.remove(request.fields());
    return charged;
  }

  private static long bytes(WaitingRequest request) {
    return LockCharge.of(request.account(), request.fields(), request.replyTo()).waiting();
  }

  /** Those of a sub-account, in no order; to be read only. */
  Collection<WaitingRequest> of(String subAccount) {
    return bySubAccount.of(subAccount);
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
    return totals.countOf(subAccount);
  }

  /** The kept ones. */
  int kept() {
    return totals.kept();
  }

  int keptOf(String subAccount) {
    return totals.keptOf(subAccount);
  }

  /** Bytes charged for all requests of the account. */
  long bytes() {
    return totals.bytes();
  }

  long bytesOf(String subAccount) {
    return totals.bytesOf(subAccount);
  }

  PathIndex<WaitingRequest> byPath() {
    return byPathAndArrival;
  }
}
