package io.lockarbiter.audit;

/**
 * How a partition's history begins.
 *
 * @param commandsBegin first offset of the commands that is retained
 * @param eventsBegin first offset of the events that is retained
 * @param firstStep first command whose events are all retained
 */
public record HistoryStart(int partition, long commandsBegin, long eventsBegin, long firstStep) {

  /** Says whether nothing was removed by retention, so that the state before it is empty. */
  public boolean isWhole() {
    return commandsBegin == 0 && eventsBegin == 0;
  }
}
