package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.command.SettingsChange;

/**
 * A {@code settings} record as it was read; whether the partition obeys it shows when it is
 * decided.
 *
 * @param offset where it stands in its partition
 */
public record ReceivedSettings(long offset, byte[] value, SettingsChange change) {}
