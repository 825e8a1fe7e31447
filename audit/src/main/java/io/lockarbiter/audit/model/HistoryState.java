package io.lockarbiter.audit.model;

import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.UndecidableException;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The state of a partition at a moment, as the reference model has it after the last command up to
 * then.
 *
 * @param store the model, which answers questions about queues and blockers
 * @param state everything that the partition remembers then
 * @param next log time of the first command after the moment, epoch ms; null if there is none
 * @param askings the last request to the holder of each live lock, as far as the events tell one
 */
public record HistoryState(
    int partition,
    ReferenceLockStore store,
    PartitionState state,
    @Nullable Long next,
    Map<LockKey, YieldRequested> askings) {
  private static final PartitionState EMPTY =
      new PartitionState(
          new PartitionHeader(-1, 0, -1, 0, 0, Settings.INITIAL),
          List.of(),
          List.of(),
          List.of(),
          List.of());

  /**
   * Reads the history up to a moment. Before its first command a partition is empty.
   *
   * @throws UndecidableException if the history does not tell the state of that moment
   */
  public static HistoryState at(PartitionHistory history, Moment moment) {
    AtomicBoolean damaged = new AtomicBoolean();
    AuditReplay replay = new AuditReplay(history, violation -> damaged.set(true));
    Reading reading = new Reading(replay, moment);
    replay.run(List.of(reading));
    PartitionState state = reading.model.store().state(history.partition());
    if (state == null && reading.whole && !damaged.get()) {
      state = EMPTY;
    }
    if (!reading.model.isReady() || state == null) {
      throw new UndecidableException(
          "partition=%d has no known state at %s: %s"
              .formatted(
                  history.partition(),
                  moment,
                  reading.whole
                      ? "no command lies before, though events do"
                      : "retention has removed the beginning, and less than "
                          + HistoryStart.HORIZON_MS / 1000
                          + " s of log time with events and a settings record are left before it"));
    }
    return new HistoryState(
        history.partition(), reading.model.store(), state, reading.next, reading.askings);
  }

  /**
   * Says whether no command precedes the moment: no lock is held, no request waits, and there is no
   * log time.
   */
  public boolean isUntouched() {
    return state.header().appliedOffset() < 0;
  }

  /** Feeds the model until the moment is passed. */
  private static final class Reading implements ReplayListener {
    private final AuditReplay replay;
    private final Moment moment;
    private final ModelReplay model = new ModelReplay();
    private final Map<LockKey, YieldRequested> askings = new HashMap<>();
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
        step.events().forEach(this::note);
      }
    }

    private void note(RecordedEvent recorded) {
      Event event = recorded.event();
      if (event instanceof YieldRequested asked) {
        askings.put(new LockKey(asked.head().account(), asked.subject().lockId()), asked);
      } else if (recorded.ends() && event.subject() != null) {
        askings.remove(new LockKey(event.head().account(), event.subject().lockId()));
      }
    }
  }
}
