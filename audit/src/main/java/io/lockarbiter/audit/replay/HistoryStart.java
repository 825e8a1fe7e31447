package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.lock.Settings;

/**
 * How a partition's history begins.
 *
 * @param partitions how many the topics have; {@link Settings#UNTOLD} if unknown
 * @param commandsBegin first offset of the commands that is retained
 * @param eventsBegin first offset of the events that is retained
 * @param firstStep first command whose events are all retained
 */
public record HistoryStart(
    int partition, int partitions, long commandsBegin, long eventsBegin, long firstStep) {
  /** The longest that something lives without an event, ms of log time. */
  public static final long HORIZON_MS = Math.max(Settings.MAX_LEASE_MS, Settings.MAX_WAIT_MS);

  /** Says whether nothing was removed by retention, so that the state before it is empty. */
  public boolean isWhole() {
    return commandsBegin == 0 && eventsBegin == 0;
  }
}
