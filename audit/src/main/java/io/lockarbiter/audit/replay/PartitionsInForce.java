package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Settings;
import java.util.List;

/**
 * The number of partitions in force, as far as it is certain. Unlike the other settings it is told
 * once and never changes, so a log without its beginning shows it too: it is that of the topics, if
 * somebody has told one at all.
 *
 * <p>That is certain once a record that is left tells it, or an event says that its names are
 * without case, or a command is refused for it. Without any of these it is certain after ten
 * minutes of events, if retention has removed earlier ones: an arbiter tells it as soon as it has
 * read what there is.
 */
final class PartitionsInForce {
  private final HistoryStart start;
  private long firstAt = -1;
  private boolean isShown;
  private boolean isContradicted;

  PartitionsInForce(HistoryStart start) {
    this.start = start;
  }

  /**
   * Takes up a record; returns the number in force at it, or {@link Settings#UNTOLD} if none is, or
   * none for certain.
   *
   * @param told the number that the records so far tell; {@link Settings#UNTOLD} if they do not
   * @param at log time
   * @param events those that the record caused
   */
  int takeUp(int told, long at, List<RecordedEvent> events) {
    if (start.isWhole()) {
      return told;
    }
    if (start.partitions() == Settings.UNTOLD) {
      return Settings.UNTOLD; // A record that is left may not have been obeyed.
    }
    for (RecordedEvent recorded : events) {
      firstAt = firstAt < 0 ? at : firstAt;
      takeUp(recorded.event());
    }
    boolean isCertain =
        told == start.partitions() || !isContradicted && (isShown || isLongInForce(at));
    return isCertain ? start.partitions() : Settings.UNTOLD;
  }

  /** A refusal shows the number; another than that of the topics may be in force by mistake. */
  private void takeUp(Event event) {
    if (event instanceof Rejected rejected
        && rejected.reason() == RejectReason.WRONG_PARTITION
        && rejected.expectedPartition() != null) {
      int right = AccountHash.partition(rejected.head().account(), start.partitions());
      if (right == rejected.expectedPartition() && right != start.partition()) {
        isShown = true;
      } else {
        isContradicted = true;
      }
    }
  }

  private boolean isLongInForce(long at) {
    return start.eventsBegin() > 0 && firstAt >= 0 && at >= firstAt + HistoryStart.HORIZON_MS;
  }
}
