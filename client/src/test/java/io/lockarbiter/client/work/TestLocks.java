package io.lockarbiter.client.work;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.contracts.event.Granted;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A client that can only adopt, with results that the test chooses. */
final class TestLocks {
  final Map<String, Granted> grants = new ConcurrentHashMap<>();
  final Map<String, TestLease> leases = new ConcurrentHashMap<>();
  private final Map<String, Integer> adoptions = new ConcurrentHashMap<>();
  private final AtomicLong runs = new AtomicLong(1000);
  private volatile Function<Granted, CompletableFuture<Lease>> adoption =
      granted -> CompletableFuture.completedFuture(newLease(granted));

  /** Changes the results of adoptions from now on. */
  void adoption(Function<Granted, CompletableFuture<Lease>> how) {
    adoption = how;
  }

  /** Says how often a lock was to be taken over. */
  int adoptions(String lockId) {
    return adoptions.getOrDefault(lockId, 0);
  }

  Lease newLease(Granted granted) {
    TestLease lease = new TestLease(granted, runs.incrementAndGet());
    leases.put(granted.subject().lockId(), lease);
    return lease;
  }

  TestLease lease(String lockId) {
    return Objects.requireNonNull(leases.get(lockId), lockId);
  }

  private static long number(String lockId) {
    return Long.parseLong(lockId.substring("job".length()));
  }

  LockClient client() {
    return (LockClient)
        Proxy.newProxyInstance(
            LockClient.class.getClassLoader(),
            new Class<?>[] {LockClient.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("adopt")) {
                String lockId = (String) arguments[1];
                adoptions.merge(lockId, 1, Integer::sum);
                return adoption.apply(
                    grants.computeIfAbsent(lockId, id -> TestEvents.granted(number(id))));
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
