package io.lockarbiter.audit.model;

import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.UndecidableException;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a partition at a moment of its history, as the reference model has it after the last
 * command up to then.
 *
 * @param store the model, to be asked for queues and blockers
 * @param state all that the partition remembers then
 * @param next log time of the first command after the moment, epoch ms; null if there is none
 */
public record HistoryState(
    int partition, ReferenceLockStore store, PartitionState state, @Nullable Long next) {

  /**
   * Reads the history up to a moment.
   *
   * @throws UndecidableException if the history does not tell the state of that moment
   */
  public static HistoryState at(PartitionHistory history, Moment moment) {
    AuditReplay replay = new AuditReplay(history, Findings.NONE);
    Reading reading = new Reading(replay, moment);
    replay.run(List.of(reading));
    PartitionState state = reading.model.store().state(history.partition());
    if (!reading.model.isReady() || state == null) {
      throw new UndecidableException(
          "partition=%d has no known state at %s: %s"
              .formatted(
                  history.partition(),
                  moment,
                  reading.whole
                      ? "no command lies before"
                      : "retention has removed the beginning, and less than "
                          + HistoryStart.HORIZON_MS / 1000
                          + " s of log time with a settings record are left before it"));
    }
    return new HistoryState(history.partition(), reading.model.store(), state, reading.next);
  }

  /** Feeds the model until the moment is passed. */
  private static final class Reading implements ReplayListener {
    private final AuditReplay replay;
    private final Moment moment;
    private final ModelReplay model = new ModelReplay();
    private boolean whole;
    private @Nullable Long next;

    Reading(AuditReplay replay, Moment moment) {
      this.replay = replay;
      this.moment = moment;
    }

    @Override
    public void begin(HistoryStart start) {
      whole = start.isWhole();
      model.begin(start);
    }

    @Override
    public void step(ReplayStep step) {
      if (moment.isPassedBy(step)) {
        next = step.at();
        replay.stop();
      } else {
        model.decide(step);
      }
    }
  }
}
