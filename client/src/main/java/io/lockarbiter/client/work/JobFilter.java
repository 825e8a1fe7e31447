package io.lockarbiter.client.work;

import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Operation;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/** Which granted locks are a pool's jobs; combine with {@code and}, {@code or}. */
public final class JobFilter {
  private JobFilter() {}

  /** Locks of these operations. */
  public static Predicate<Granted> operation(Operation first, Operation... more) {
    Set<Operation> operations = EnumSet.of(first, more);
    return granted -> operations.contains(granted.subject().operation());
  }

  /** Locks whose request has this attribute. */
  public static Predicate<Granted> attribute(String name) {
    return granted -> granted.subject().attributes().containsKey(name);
  }

  /** Locks whose request has this attribute with this value. */
  public static Predicate<Granted> attribute(String name, String value) {
    return granted -> value.equals(granted.subject().attributes().get(name));
  }
}
