package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LogRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command with the events that it caused.
 *
 * @param record the command as it was read
 * @param at log time after the command was taken up, epoch ms
 * @param settings those in force at the command; null if the history does not tell all of them
 * @param partitions number of partitions in force at the command; {@link Settings#UNTOLD} if none
 *     is told, or none for certain
 * @param events in the order in which they were published
 */
public record ReplayStep(
    int partition,
    AuditRecord record,
    LogRecord command,
    long at,
    @Nullable Settings settings,
    int partitions,
    List<RecordedEvent> events,
    Coverage coverage) {

  /** Returns the bytes that it takes on the heap, an upper bound. */
  public long heapBytes() {
    long bytes = record.heapBytes();
    for (RecordedEvent event : events) {
      bytes += event.record().heapBytes();
    }
    return bytes;
  }

  /** Says whether an answer to the command may not be published yet. */
  public boolean isPending() {
    return coverage == Coverage.PENDING || coverage == Coverage.LAST && !isAnswered();
  }

  private boolean isAnswered() {
    String commandId = command.content().commandId();
    return commandId == null
        || events.stream().anyMatch(event -> event.event().head().commandId().equals(commandId));
  }

  /**
   * Says whether one of the events repeats an answer, which only a copy of a command gets, or
   * refuses the command without looking at what there is under its id.
   */
  public boolean isAnsweredAgain() {
    for (RecordedEvent event : events) {
      if (event.event().repeated() || event.event().reason() == RejectReason.WRONG_PARTITION) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns why the command cannot be judged, because a newer arbiter wrote it: fact and remedy;
   * null if it can.
   */
  public @Nullable String newer() {
    for (RecordedEvent recorded : events) {
      String word = recorded.event().newerWord();
      if (word != null) {
        return "the event at offset=%d of lock.events says %s, which only newer arbiters know: nothing is judged from the command at offset=%d at=%s on; ask the audit of a version as new"
            .formatted(recorded.record().offset(), word, command.offset(), new Moment(at, false));
      }
    }
    return null;
  }
}
