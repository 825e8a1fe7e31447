package io.lockarbiter.audit.verify.events;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is held and waits in a partition, by account and in the order in which it is to end. */
final class LiveLocks {
  private final Map<String, LiveAccount> byAccount = new HashMap<>();
  private final TreeSet<Live> byEnd = new TreeSet<>(LiveLocks::compareEnds);

  private static int compareEnds(Live one, Live other) {
    int byEnd = Long.compare(one.until(), other.until());
    byEnd = byEnd == 0 ? Long.compare(one.token(), other.token()) : byEnd;
    byEnd = byEnd == 0 ? Long.compare(one.arrival(), other.arrival()) : byEnd;
    byEnd = byEnd == 0 ? one.account().compareTo(other.account()) : byEnd;
    return byEnd == 0 ? one.fields().lockId().compareTo(other.fields().lockId()) : byEnd;
  }

  /** The account, to be read only. */
  LiveAccount of(String account) {
    LiveAccount found = byAccount.get(account);
    return found == null ? new LiveAccount() : found;
  }

  @Nullable Live find(String account, String lockId) {
    LiveAccount found = byAccount.get(account);
    return found == null ? null : found.find(lockId);
  }

  void add(Live live) {
    byAccount.computeIfAbsent(live.account(), account -> new LiveAccount()).add(live);
    byEnd.add(live);
  }

  void remove(Live live) {
    byAccount.computeIfPresent(
        live.account(),
        (account, locks) -> {
          locks.remove(live);
          return locks.isEmpty() ? null : locks;
        });
    byEnd.remove(live);
  }

  /** What ought to have ended by now; null if nothing. */
  @Nullable Live overdue(long now) {
    return !byEnd.isEmpty() && byEnd.first().until() <= now ? byEnd.first() : null;
  }
}
