package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.ContentDigest;
import io.lockarbiter.contracts.codec.Sha256;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.StepWindows.Kind;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Ending;
import io.lockarbiter.lua.store.Floors;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.LogClock;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of one partition. Decisions read it; it changes in four ways only: time passes ({@link
 * #advanceTo}), an event happens ({@link #enact}, or once more in a {@link LogFold}), a session is
 * over to which nothing is bound any more, the settings change ({@link #change}).
 */
final class Partition {
  private final int number;
  private final Sessions sessions;
  private final HeldLocks held;
  private final WaitingRequests waiting;
  private final RepeatMemory ended;
  private final StepWindows windows;
  private final MovedPaths movedPaths;
  private final MovedRules moved;
  private final Outbox outbox;
  private final Sha256 sha256 = new Sha256();
  private Settings settings = Settings.INITIAL;
  private Floors floors = Floors.NONE;
  private long at;
  private long appliedOffset = -1;
  private long appliedAppendedAt;
  private int appliedEpoch = -1;

  /** A partition to which nothing has happened yet. */
  Partition(int number) {
    this.number = number;
    sessions = new Sessions();
    held = new HeldLocks(sessions);
    waiting = new WaitingRequests();
    ended = new RepeatMemory();
    windows = new StepWindows();
    movedPaths = new MovedPaths();
    moved = new MovedRules(this, movedPaths);
    outbox = new Outbox();
  }

  /**
   * A partition whose earlier history no longer counts, at a time from which these settings and
   * floors apply.
   */
  Partition(int number, Settings settings, Floors floors) {
    this(number);
    this.settings = settings;
    this.floors = floors;
  }

  /** A partition in a state that was built elsewhere. */
  Partition(int number, PartitionState state) {
    this(number, state.header().settings(), state.header().floors());
    state.sessions().forEach(sessions::put);
    state.held().forEach(lock -> held.add(lock, state.header().at()));
    state.waiting().forEach(waiting::add);
    state.ended().forEach(ended::remember);
    state.windows().forEach(window -> windows.restore(window, state.header().at()));
    movedPaths.restore(state.moved());
    advanceTo(state.header());
  }

  private Partition(Partition original) {
    number = original.number;
    sessions = original.sessions.copy();
    held = original.held.copy(sessions);
    waiting = original.waiting.copy();
    ended = original.ended.copy();
    windows = original.windows.copy();
    movedPaths = original.movedPaths.copy();
    moved = new MovedRules(this, movedPaths);
    outbox = original.outbox.copy();
    settings = original.settings;
    floors = original.floors;
    at = original.at;
    appliedOffset = original.appliedOffset;
    appliedAppendedAt = original.appliedAppendedAt;
    appliedEpoch = original.appliedEpoch;
  }

  Partition copy() {
    return new Partition(this);
  }

  int number() {
    return number;
  }

  HeldLocks held() {
    return held;
  }

  Sessions sessions() {
    return sessions;
  }

  WaitingRequests waiting() {
    return waiting;
  }

  RepeatMemory ended() {
    return ended;
  }

  StepWindows windows() {
    return windows;
  }

  MovedRules moved() {
    return moved;
  }

  Outbox outbox() {
    return outbox;
  }

  Settings settings() {
    return settings;
  }

  /** Bytes charged for locks, sessions and remembered endings together. */
  long bytes() {
    return held.bytes() + waiting.bytes() + sessions.bytes() + windows.endingBytes(at);
  }

  /** Bytes on the heap of what is remembered of moved paths; no limit of requests counts them. */
  long movedBytes() {
    return movedPaths.bytes();
  }

  Floors floors() {
    return floors;
  }

  /** Log time, epoch ms. */
  long at() {
    return at;
  }

  long appliedOffset() {
    return appliedOffset;
  }

  PartitionHeader header() {
    return new PartitionHeader(
        appliedOffset, appliedAppendedAt, appliedEpoch, at, outbox.seq(), floors, settings);
  }

  PartitionState state() {
    return new PartitionState(
        header(),
        held.inTokenOrder().stream().map(lock -> lock.asOf(at)).toList(),
        waiting.inOrderOfArrival(),
        ended.all(),
        windows.all(at),
        movedPaths.all().asOf(header()),
        sessions.all());
  }

  /**
   * The time at which a wait, a lease or a session ends next, or a lock is told again, log time,
   * epoch ms; null if none is due.
   */
  @Nullable Long nextDeadline() {
    WaitingRequest request = waiting.nextToTimeOut();
    return Stream.of(
            Optional.ofNullable(held.nextDue()),
            Optional.ofNullable(sessions.nextDue()),
            Optional.ofNullable(request).map(WaitingRequest::deadline))
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /** Takes a lock in as it is from now on. */
  void hold(HeldLock lock) {
    held.add(lock, at);
  }

  /** Says whether this record differs from the record last applied at the same offset. */
  boolean contradicts(LogRecord record) {
    return record.offset() == appliedOffset
        && (record.appendedAt() != appliedAppendedAt || record.leaderEpoch() != appliedEpoch);
  }

  /** Takes up a record and moves log time forward to it. */
  void advanceTo(LogRecord record) {
    long time = LogClock.next(at, appliedAppendedAt, record.appendedAt());
    advanceTo(record.offset(), record.appendedAt(), record.leaderEpoch(), time);
  }

  /** How long, ms, the record taken up last must wait until so much log time has passed. */
  long untilPassed(long ms) {
    return ms + LogClock.standsFor(at, appliedAppendedAt);
  }

  /** Takes up the record to which the header belongs. */
  void advanceTo(PartitionHeader header) {
    advanceTo(
        header.appliedOffset(), header.appliedAppendedAt(), header.appliedEpoch(), header.at());
    outbox.skipTo(header.seq());
  }

  private void advanceTo(long offset, long appendedAt, int leaderEpoch, long time) {
    appliedOffset = offset;
    appliedAppendedAt = appendedAt;
    appliedEpoch = leaderEpoch;
    advanceTo(time);
  }

  /** Moves log time forward. */
  void advanceTo(long time) {
    at = Math.max(at, time);
    forgetWhatIsOver();
  }

  /**
   * Changes the settings, unless this partition must not obey the change. Endings forgotten under
   * the earlier settings stay forgotten; in a window of another length counting begins anew. So it
   * does when case no longer counts and moves were remembered: they are forgotten, because their
   * paths would not be found. The first event of a later epoch gets a higher number than all of
   * earlier ones have; moves that those tell are not known here.
   *
   * @param newestRules the newest rules that are known
   */
  void change(SettingsChange change, int newestRules) {
    boolean hasLocks = held.count() + waiting.count() > 0;
    if (change.objection(settings, number, outbox.seq() > 0, newestRules) == null) {
      Settings before = settings;
      settings = change.applyTo(settings, hasLocks);
      outbox.skipTo(settings.seqBefore());
      floors =
          new Floors(
              Math.max(floors.endedAt(), RepeatMemory.floorAt(at, before)),
              countsAnew(before) ? outbox.seq() : floors.acquiresSince(),
              changes(before, Setting.REPEAT_WINDOW_MS) ? outbox.seq() : floors.endingsSince());
      windows.forget(countsAnew(before), changes(before, Setting.REPEAT_WINDOW_MS));
      forgetWhatIsOver();
    }
  }

  /**
   * Has these settings from now on, and numbers events as in their epoch, whatever was told.
   * Windows have the length that was in force when they began, so those of another length begin
   * anew.
   */
  void adopt(Settings others) {
    Settings before = settings;
    settings = others;
    outbox.skipTo(settings.seqBefore());
    windows.forget(changes(before, Setting.WINDOW_MS), changes(before, Setting.REPEAT_WINDOW_MS));
  }

  /** Remembers moves behind this event from now on, whatever was told. */
  void rememberMovesSince(long seq) {
    floors = new Floors(floors.endedAt(), seq, floors.endingsSince());
  }

  private boolean countsAnew(Settings before) {
    return changes(before, Setting.WINDOW_MS)
        || changes(before, Setting.REMEMBERS_MOVES)
        || changes(before, Setting.EPOCH)
        || before.get(Setting.REMEMBERS_MOVES) == 1
            && settings.areNamesWithoutCase() != before.areNamesWithoutCase();
  }

  private boolean changes(Settings before, Setting setting) {
    return settings.get(setting) != before.get(setting);
  }

  /** The head of the next event, caused by the record taken up last. */
  EventHead nextHead(String account, String commandId) {
    Cause cause = new Cause(number, appliedOffset);
    return new EventHead(outbox.seq() + 1, at, account, commandId, cause);
  }

  /**
   * Appends an event to the outbox and applies it to the state.
   *
   * @param replyTo the reply address of the command answered
   * @param lockReplyTo the reply address of the lock's acquire
   * @return the lock or waiting request that this ends; null if it ends none
   */
  @Nullable LockFields enact(Event event, @Nullable String replyTo, @Nullable String lockReplyTo) {
    outbox.append(event, replyTo, lockReplyTo, settings.get(Setting.REPEAT_WINDOW_MS));
    if (event.repeated()) {
      return null;
    }
    LockFields ended = change(event, lockReplyTo);
    moved.follow(event);
    if (event.subject() instanceof LockFields fields && endsAcquire(event)) {
      remember(event, fields, lockReplyTo);
    }
    forgetWhatIsOver();
    return ended;
  }

  private @Nullable LockFields change(Event event, @Nullable String lockReplyTo) {
    return switch (event.type()) {
      case QUEUED -> {
        waiting.add(waitingSince((Queued) event, lockReplyTo));
        yield null;
      }
      case GRANTED -> {
        leaveQueue(event);
        hold(heldSince((Granted) event, lockReplyTo));
        yield null;
      }
      case RENEWED -> {
        long until = ((Renewed) event).expiresAt();
        holdAnew(event, lock -> lock.fields().isBound() ? lock : lock.until(until));
        yield null;
      }
      case YIELD_REQUESTED -> {
        holdAnew(event, lock -> lock.after((YieldRequested) event));
        yield null;
      }
      case TOLD -> {
        holdAnew(event, lock -> lock);
        yield null;
      }
      case RELEASED ->
          event.reason() == ReleaseReason.CANCELLED ? leaveQueue(event) : leave((Released) event);
      case REJECTED -> ((Rejected) event).reason().endsWait() ? leaveQueue(event) : null;
      case KEPT_ALIVE -> {
        sessions.put(sessionOf((KeptAlive) event));
        yield null;
      }
      case RELEASED_ALL -> null;
      case UNKNOWN -> throw unknown();
    };
  }

  private LockFields leave(Released released) {
    HeldLock lock = heldLock(released);
    held.remove(lock);
    return lock.fields();
  }

  private @Nullable LockFields leaveQueue(Event event) {
    String lockId = Objects.requireNonNull(event.subject()).lockId();
    WaitingRequest request = waiting.find(event.head().account(), lockId);
    if (request == null) {
      return null;
    }
    waiting.remove(request);
    return request.fields();
  }

  /**
   * Remembers the end of an acquire; the bytes are charged to its account.
   *
   * @param replyTo the reply address of the acquire
   */
  void remember(Event event, LockFields fields, @Nullable String replyTo) {
    EventHead head = event.head();
    String account = head.account();
    if (head.at() > floors.endedAt()) {
      ended.remember(
          new EndedRequest(
              account,
              fields.lockId(),
              fields.owner(),
              head.at(),
              ContentDigest.of(fields, sha256),
              Ending.of(event),
              replyTo));
    }
    int windowMs = settings.get(Setting.REPEAT_WINDOW_MS);
    if (windowMs > 0 && head.seq() > floors.endingsSince()) {
      windows.count(Kind.ENDINGS_OF_ACCOUNT, account, null, at, windowMs);
      windows.countEnding(LockCharge.of(account, fields, replyTo).ended(), at, windowMs);
    }
  }

  void forgetWhatIsOver() {
    ended.forget(at, settings);
    movedPaths.forget(at, floors.acquiresSince());
  }

  static boolean endsAcquire(Event event) {
    return switch (event.type()) {
      case GRANTED, QUEUED, RENEWED, YIELD_REQUESTED, TOLD, RELEASED_ALL, KEPT_ALIVE -> false;
      case RELEASED -> true;
      case REJECTED ->
          event.reason() != RejectReason.ID_CONFLICT
              && event.reason() != RejectReason.RATE_LIMITED
              && event.reason() != RejectReason.WRONG_PARTITION;
      case UNKNOWN -> throw unknown();
    };
  }

  private static IllegalStateException unknown() {
    return new IllegalStateException("the rules make no event of an unknown type");
  }

  /** Takes the lock of an event in anew, changed or only due at another time. */
  private void holdAnew(Event event, UnaryOperator<HeldLock> change) {
    HeldLock before = heldLock(event);
    held.remove(before);
    hold(change.apply(before));
  }

  private HeldLock heldLock(Event event) {
    String lockId = Objects.requireNonNull(event.subject()).lockId();
    return Objects.requireNonNull(held.find(event.head().account(), lockId));
  }

  static WaitingRequest waitingSince(Queued queued, @Nullable String replyTo) {
    return new WaitingRequest(
        queued.head().account(),
        queued.subject(),
        replyTo,
        /* arrival= */ queued.head().seq(),
        queued.requestedAt(),
        queued.deadline());
  }

  static LiveSession sessionOf(KeptAlive kept) {
    return new LiveSession(kept.head().account(), kept.owner(), kept.beganAt(), kept.expiresAt());
  }

  static HeldLock heldSince(Granted granted, @Nullable String replyTo) {
    LockFields fields = granted.subject();
    long grantedAt = granted.head().at();
    return new HeldLock(
        granted.head().account(),
        fields,
        replyTo,
        granted.token(),
        grantedAt,
        fields.isBound()
            ? HeldLock.ownEnd(fields, grantedAt, granted.cut().maxHoldMs())
            : granted.expiresAt(),
        granted.waitedMs(),
        /* asked= */ null);
  }
}
