package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;

/**
 * The beginning of a partition's history.
 *
 * @param partitions number of partitions of the topics; {@link Settings#UNTOLD} if unknown
 * @param commandsBegin first retained offset of the commands
 * @param eventsBegin first retained offset of the events
 * @param firstStep first command whose events are all retained
 * @param epoch to which the first retained event belongs by its number; 0 if there is none
 */
public record HistoryStart(
    int partition,
    int partitions,
    long commandsBegin,
    long eventsBegin,
    long firstStep,
    int epoch) {
  /** The longest time that a lock or request can exist without an event, ms of log time. */
  public static final long HORIZON_MS = Math.max(Settings.MAX_LEASE_MS, Settings.MAX_WAIT_MS);

  /** Says whether retention has removed nothing, so that the history begins with an empty state. */
  public boolean isWhole() {
    return commandsBegin == 0 && eventsBegin == 0;
  }

  /** The settings that topics and events show, if those are told that they show. */
  public Settings shown() {
    return Settings.INITIAL.with(Setting.PARTITIONS, partitions).with(Setting.EPOCH, epoch);
  }
}
