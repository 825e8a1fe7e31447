package io.lockarbiter.arbiter.watch;

import io.lockarbiter.arbiter.partition.CommandAppender;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.command.Tick;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Appends a tick behind the marker of a foreign transaction that has ended. A marker is never
 * decided. If it is the last entry of a log that retention then empties, it looks like commands
 * that were removed undecided; one tick behind it prevents that.
 *
 * <p>Used by one thread, which runs {@link #look} after each look of the commands' watch.
 */
public final class MarkerTicks {
  private final PartitionStatuses statuses;
  private final TransactionWatch commands;
  private final CommandAppender appender;
  private final Map<Integer, Long> trailing = new HashMap<>();

  /** Ticks behind what a watch of {@code lock.commands} sees. */
  public MarkerTicks(
      PartitionStatuses statuses, TransactionWatch commands, CommandAppender appender) {
    this.statuses = statuses;
    this.commands = commands;
    this.appender = appender;
  }

  /** Appends the ticks that are needed. */
  public void look() {
    statuses.all().forEach(status -> look(status, commands.ends(status.partition())));
  }

  /**
   * Appends a tick if nothing was decided since the last look although the log goes on behind the
   * last decided record.
   */
  private void look(PartitionStatus status, @Nullable LogEnds ends) {
    PartitionProgress progress = status.progress();
    if (ends == null) {
      return;
    }
    if (status.state() != PartitionState.RUNNING
        || progress == null
        || ends.heldBack() > 0
        || ends.stable() <= progress.header().appliedOffset() + 1) {
      trailing.remove(status.partition());
      return;
    }
    Long before = trailing.put(status.partition(), ends.stable());
    if (before != null && before == ends.stable()) {
      trailing.remove(status.partition());
      var unused = appender.append(status.partition(), new Tick());
    }
  }
}
