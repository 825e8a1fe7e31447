package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.lock.Settings;

/**
 * The numbers of a partition.
 *
 * @param appliedOffset offset of the last record applied; −1 if none
 * @param appliedAppendedAt that record's append time, epoch ms
 * @param appliedEpoch that record's leader epoch; −1 if unknown
 * @param at log time, epoch ms
 * @param seq number of the last event made
 * @param floors the bounds that earlier settings have left
 */
public record PartitionHeader(
    long appliedOffset,
    long appliedAppendedAt,
    int appliedEpoch,
    long at,
    long seq,
    Floors floors,
    Settings settings) {
  /** The header of a partition without floors. */
  public PartitionHeader(
      long appliedOffset,
      long appliedAppendedAt,
      int appliedEpoch,
      long at,
      long seq,
      Settings settings) {
    this(appliedOffset, appliedAppendedAt, appliedEpoch, at, seq, Floors.NONE, settings);
  }
}
