package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockDetails;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The details of a lock, taken from its events. */
public record GrantedLock(String account, LockFields fields) implements LockDetails {
  /** The details of a lock, taken from its grant. */
  public static LockDetails of(Granted granted) {
    return new GrantedLock(granted.head().account(), granted.subject());
  }

  @Override
  public String lockId() {
    return fields.lockId();
  }

  @Override
  public Owner owner() {
    return fields.owner();
  }

  @Override
  public Operation operation() {
    return fields.operation();
  }

  @Override
  public String operationWord() {
    return fields.operationWord();
  }

  @Override
  public @Nullable LockPath path() {
    return fields.path();
  }

  @Override
  public @Nullable LockPath destination() {
    return fields.destination();
  }

  @Override
  public List<Target> targets() {
    return fields.targets();
  }

  @Override
  public Duration lease() {
    return Duration.ofMillis(fields.renewedLeaseMs());
  }

  @Override
  public Duration maxHold() {
    return Duration.ofMillis(fields.maxHoldMs());
  }

  @Override
  public Duration waitLimit() {
    return Duration.ofMillis(fields.waitMs());
  }

  @Override
  public List<String> holding() {
    return fields.holding();
  }

  @Override
  public SortedMap<String, String> attributes() {
    SortedMap<String, String> all = fields.attributes();
    if (!all.containsKey(LockFields.LEASE)) {
      return all;
    }
    SortedMap<String, String> asked = new TreeMap<>(all);
    asked.remove(LockFields.LEASE);
    return Collections.unmodifiableSortedMap(asked);
  }

  /** The lease that its renewals ask for, in ms; null = its own. */
  @Nullable Long renewedBy() {
    long ms = fields.renewedLeaseMs();
    return ms == fields.leaseMs() ? null : ms;
  }
}
