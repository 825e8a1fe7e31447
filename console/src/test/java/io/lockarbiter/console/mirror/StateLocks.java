package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.SessionKey;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.PartitionState;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The locks of an account in a store, as a mirror has to have them. */
final class StateLocks {
  private StateLocks() {}

  static List<LiveLock> of(PartitionState state, String account) {
    Stream<LiveLock> held =
        state.held().stream()
            .filter(lock -> lock.account().equals(account))
            .map(lock -> LiveLock.of(new HeldUntil(lock, until(state, lock))));
    Stream<LiveLock> waiting =
        state.waiting().stream()
            .filter(request -> request.account().equals(account))
            .map(LiveLock::of);
    return sorted(Stream.concat(held, waiting));
  }

  private static long until(PartitionState state, HeldLock lock) {
    if (!lock.fields().isBound()) {
      return lock.expiresAt();
    }
    SessionKey session = new SessionKey(lock.account(), lock.fields().owner());
    return state.sessions().stream()
        .filter(one -> one.name().equals(session))
        .mapToLong(LiveSession::expiresAt)
        .reduce(lock.expiresAt(), Math::min);
  }

  static List<LiveLock> sorted(Stream<LiveLock> locks) {
    return locks.sorted(Comparator.comparing(LiveLock::lockId)).toList();
  }
}
