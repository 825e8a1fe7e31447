package io.lockarbiter.audit.model;

import io.lockarbiter.audit.replay.Coverage;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.ToldNames;
import io.lockarbiter.audit.replay.UndecidableException;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.schema.EventHeader;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The reference model, fed with the commands of a history. If the beginning is missing, it follows
 * the events at first, until everything from before has ended or has appeared in an event. That
 * takes the longest lease and wait and repeat window, counted from the moment at which the settings
 * and, from an event, log time are known. From then on it decides.
 */
public final class ModelReplay {
  private final @Nullable SettingsChange override;
  private final int newestRules;
  private ReferenceLockStore store;
  private boolean ready;

  private int partition;
  private long offset = -1;
  private long seq;
  private long seqBefore;
  private long knownSince = -1;

  /** A request that knows paths as of an earlier event may be refused for what is not retained. */
  private long openBelow;

  /** Creates the model with the history's own settings. */
  public ModelReplay() {
    this(Settings.NEWEST_RULES);
  }

  /**
   * Creates the model with the history's own settings.
   *
   * @param newestRules the newest rules that a settings record may bring into force
   */
  public ModelReplay(int newestRules) {
    this(null, newestRules);
  }

  /** Creates the model with other settings, which hold from the beginning. */
  ModelReplay(@Nullable SettingsChange override) {
    this(override, Settings.NEWEST_RULES);
  }

  private ModelReplay(@Nullable SettingsChange override, int newestRules) {
    this.override = override;
    this.newestRules = newestRules;
    store = new ReferenceLockStore(newestRules);
  }

  /** Begins a history. */
  public void begin(HistoryStart start) {
    store = new ReferenceLockStore(newestRules);
    partition = start.partition();
    offset = -1;
    seq = 0;
    knownSince = -1;
    openBelow = 0;
    ready = start.isWhole();
    if (!ready) {
      store.adopt(partition, start.shown());
      seq = start.shown().seqBefore();
    }
    seqBefore = seq;
    if (override != null) {
      store.follow(partition, new LogRecord(-1, 0, -1, new Valid(override)), 0, List.of());
    }
  }

  /**
   * Returns the events that the command must cause; null if that is unknown.
   *
   * @throws UndecidableException if newer arbiters decided it by rules that this version lacks
   */
  public @Nullable List<EncodedEvent> decide(ReplayStep step) {
    String newer = step.newer();
    if (newer != null) {
      throw new UndecidableException("partition=%d: %s".formatted(partition, newer));
    }
    if (ready) {
      tellSinceWhenMovesCount(step);
      return decide(step.command());
    }
    follow(step);
    // From the next record on: the one that reaches the horizon still ends what began before.
    ready = canDecide(step);
    return null;
  }

  private boolean canDecide(ReplayStep step) {
    // No event shows yet which locks a pending command begins.
    if (knownSince < 0 || step.coverage() != Coverage.COMPLETE) {
      return false;
    }
    Settings settings = settings();
    long horizon =
        Math.max(
            HistoryStart.HORIZON_MS,
            Math.max(settings.get(Setting.REPEAT_WINDOW_MS), settings.get(Setting.WINDOW_MS)));
    return step.at() >= knownSince + horizon;
  }

  /**
   * The settings may have begun to remember moves before the history, or with the first settings
   * that it tells: whether somebody who knows a path from before is refused, the answer shows.
   */
  private void tellSinceWhenMovesCount(ReplayStep step) {
    if (openBelow == 0) {
      return;
    }
    if (store.movesSince(partition) > openBelow) {
      openBelow = 0; // Later settings began anew.
      return;
    }
    long since = 0;
    for (RecordedEvent recorded : step.events()) {
      if (recorded.event() instanceof Rejected rejected
          && rejected.reason() == RejectReason.PATH_GONE
          && rejected.movedTo() == null
          && rejected.subject() instanceof LockFields request
          && request.existing() != null
          && request.existing() < openBelow) {
        since = Math.max(since, request.existing() + 1);
      }
    }
    store.rememberMovesSince(partition, since);
  }

  private void follow(ReplayStep step) {
    adopt(step);
    boolean isTimeKnown = seq > seqBefore || !step.events().isEmpty();
    if (step.settings() == null) {
      knownSince = -1;
    } else if (knownSince < 0 && isTimeKnown && step.coverage() == Coverage.COMPLETE) {
      knownSince = step.at();
      openBelow =
          step.events().isEmpty() ? seq + 1 : step.events().get(step.events().size() - 1).seq() + 1;
    }
    store.follow(
        partition,
        decided(step.command()),
        step.at(),
        step.events().stream().map(ModelReplay::encoded).toList());
    PartitionHeader header = Objects.requireNonNull(store.header(partition));
    offset = header.appliedOffset();
    seq = header.seq();
  }

  /** Takes over the settings in force, or else how names are compared, as far as that is told. */
  private void adopt(ReplayStep step) {
    Settings inForce = step.settings();
    Boolean withoutCase = ToldNames.withoutCase(step.events());
    if (inForce != null) {
      store.adopt(partition, override == null ? inForce : override.applyTo(inForce));
    } else if (withoutCase != null) {
      int told = withoutCase ? 1 : Settings.UNTOLD_CASE;
      store.adopt(partition, settings().with(Setting.NAMES_WITHOUT_CASE, told));
    }
  }

  private Settings settings() {
    PartitionHeader header = store.header(partition);
    return header == null ? Settings.INITIAL : header.settings();
  }

  private static EncodedEvent encoded(RecordedEvent recorded) {
    Event event = recorded.event();
    Subject subject = event.subject();
    return new EncodedEvent(
        recorded.seq(),
        event.type(),
        event.reasonWord(),
        event.head().account(),
        subject == null ? null : subject.lockId(),
        recorded.record().header(EventHeader.REPLY_TO),
        recorded.record().header(EventHeader.LOCK_REPLY_TO),
        event.repeated(),
        recorded.record().repeatMs(),
        Objects.requireNonNull(recorded.record().value()));
  }

  private List<EncodedEvent> decide(LogRecord command) {
    Decision decision =
        store.decide(partition, new FeedPosition(offset, seq), List.of(decided(command)));
    if (!(decision.outcome() instanceof Outcome.Applied applied)) {
      throw new UndecidableException(
          "partition=%d offset=%d: %s".formatted(partition, command.offset(), decision.outcome()));
    }
    offset = command.offset();
    seq = applied.header().seq();
    return decision.events();
  }

  /** Keeps the settings of the history, except for those that are overridden. */
  private LogRecord decided(LogRecord command) {
    if (override != null
        && command.content() instanceof Valid valid
        && valid.command() instanceof SettingsChange change) {
      return new LogRecord(
          command.offset(),
          command.appendedAt(),
          command.leaderEpoch(),
          new Valid(change.then(override)));
    }
    return command;
  }

  /** Says whether the model has the state. */
  public boolean isReady() {
    return ready;
  }

  /** Returns the bytes of its state on the heap, at most: half as much again as is charged. */
  public long bytes() {
    return store.chargedBytes(partition) * 3 / 2;
  }

  /** Returns the model as it is now; read only. */
  public ReferenceLockStore store() {
    return store;
  }
}
