package io.lockarbiter.console.api;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.lua.store.PartitionHeader;

/** Reads the settings that are in force in a partition. */
public final class PartitionSettings {
  private final LockViews views;

  public PartitionSettings(LockViews views) {
    this.views = views;
  }

  Settings of(int partition) {
    PartitionHeader header = views.header(partition);
    if (header == null) {
      throw noState(partition);
    }
    return header.settings();
  }

  static Refused noState(int partition) {
    return Refused.later(
        "partition=%d has no state in Redis, or half of one. Ask again".formatted(partition));
  }
}
