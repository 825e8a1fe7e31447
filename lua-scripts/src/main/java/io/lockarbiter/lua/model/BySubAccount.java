package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The locks or requests of an account, by the sub-accounts of their owners. */
final class BySubAccount<T> {
  private final Map<String, Map<String, T>> byId = new HashMap<>();

  void add(LockFields fields, T entry) {
    byId.computeIfAbsent(fields.owner().subAccount(), subAccount -> new HashMap<>(2))
        .put(fields.lockId(), entry);
  }

  void remove(LockFields fields) {
    byId.computeIfPresent(
        fields.owner().subAccount(),
        (subAccount, entries) -> {
          entries.remove(fields.lockId());
          return entries.isEmpty() ? null : entries;
        });
  }

  /** Those of a sub-account, in no order; to be read only. */
  Collection<T> of(String subAccount) {
    return byId.getOrDefault(subAccount, Map.of()).values();
  }
}
