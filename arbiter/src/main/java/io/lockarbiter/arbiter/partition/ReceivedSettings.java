package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.command.SettingsChange;

/**
 * A {@code settings} record as it was read; only its decision shows whether the partition obeys it.
 *
 * @param offset the record's offset in its partition
 */
public record ReceivedSettings(long offset, byte[] value, SettingsChange change) {}
