package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.SessionKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The locks or requests that are bound to sessions, by the owners that have these. */
final class BoundEntries<T> {
  private final Map<SessionKey, NavigableMap<Long, T>> byOwner = new HashMap<>();

  /**
   * Adds an entry if it is bound.
   *
   * @param number its token, or its arrival
   */
  void add(String account, LockFields fields, long number, T entry) {
    if (fields.isBound()) {
      byOwner
          .computeIfAbsent(new SessionKey(account, fields.owner()), name -> new TreeMap<>())
          .put(number, entry);
    }
  }

  void remove(String account, LockFields fields, long number) {
    if (fields.isBound()) {
      byOwner.computeIfPresent(
          new SessionKey(account, fields.owner()),
          (name, entries) -> {
            entries.remove(number);
            return entries.isEmpty() ? null : entries;
          });
    }
  }

  /** Those of an owner at this moment, by token or arrival. */
  List<T> of(String account, Owner owner) {
    NavigableMap<Long, T> entries = byOwner.get(new SessionKey(account, owner));
    return entries == null ? List.of() : List.copyOf(entries.values());
  }

  /** Says whether nothing is bound to a session of which {@code isAlive} says that it is none. */
  boolean isAllOf(Predicate<SessionKey> isAlive) {
    return byOwner.keySet().stream().allMatch(isAlive);
  }
}
