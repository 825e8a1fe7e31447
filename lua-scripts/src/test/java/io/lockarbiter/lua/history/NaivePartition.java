package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.ContentDigest;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Asked;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.Ending;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A partition computed from its events alone, in plain lists: slow, but so simple that it can be
 * checked by reading.
 */
final class NaivePartition {
  /** An acquire that ended, with its fields. */
  record Ended(EndedRequest request, LockFields fields) {}

  private final List<HeldLock> held = new ArrayList<>();

  /** The times at which held locks are due, by token, as they were at the last event. */
  private final Map<Long, Long> due = new HashMap<>();

  private final List<WaitingRequest> waiting = new ArrayList<>();
  private final List<LiveSession> sessions = new ArrayList<>();
  private final List<Ended> ended = new ArrayList<>();
  private final NaiveLimits limits = new NaiveLimits(this, held, waiting);
  private Settings settings = Settings.INITIAL;
  private boolean told;
  private boolean hasEvents;
  private long at;
  private long appendedAt;

  long at() {
    return at;
  }

  Settings settings() {
    return settings;
  }

  /** Step by step, for all that log time was ahead of the record before. */
  void advanceTo(long next) {
    long time = next;
    for (long ahead = at - appendedAt; ahead >= 10_000; ahead -= 10_000) {
      time += 10_000;
    }
    at = Math.max(at, time);
    appendedAt = next;
    forget();
  }

  /** For how long log time stands still. */
  long standsFor() {
    long time = appendedAt;
    while (time + 10_000 <= at) {
      time += 10_000;
    }
    return at - time;
  }

  /**
   * Applies a settings record. The first number of partitions with room for this one stands, and
   * what is told beside it of case and epoch; a record with another number, or that would change
   * those, or with earlier or unknown rules, has no effect. Nor has an epoch behind an event. While
   * there are locks, case waits alone.
   */
  void change(SettingsChange change) {
    Integer rules = change.get(Setting.RULES);
    Integer partitions = change.get(Setting.PARTITIONS);
    if (rules != null && (rules < settings.get(Setting.RULES) || rules > Settings.NEWEST_RULES)) {
      return;
    }
    Integer withoutCase = change.get(Setting.NAMES_WITHOUT_CASE);
    int knownCase = settings.get(Setting.NAMES_WITHOUT_CASE);
    if (withoutCase != null && withoutCase != knownCase) {
      if (told ? knownCase < 2 : partitions == null) {
        return;
      }
    }
    Integer epoch = change.get(Setting.EPOCH);
    if (epoch != null && epoch != settings.get(Setting.EPOCH)) {
      if (told || partitions == null || hasEvents) {
        return;
      }
    }
    if (partitions != null) {
      if (told
          ? partitions != settings.get(Setting.PARTITIONS)
          : partitions < HistoryGenerator.PARTITION + 1) {
        return;
      }
      told = true;
    }
    Settings before = settings;
    settings = change.applyTo(settings);
    boolean losesCase = withoutCase != null && withoutCase == 1 && knownCase != 1;
    if (losesCase && !(held.isEmpty() && waiting.isEmpty())) {
      losesCase = false;
      settings = settings.with(Setting.NAMES_WITHOUT_CASE, 2);
    }
    boolean forgetsMoves = losesCase && before.get(Setting.REMEMBERS_MOVES) == 1;
    if (forgetsMoves || settings.get(Setting.WINDOW_MS) != before.get(Setting.WINDOW_MS)) {
      limits.windows().clear("A");
    }
    if (settings.get(Setting.REPEAT_WINDOW_MS) != before.get(Setting.REPEAT_WINDOW_MS)) {
      limits.windows().clear("E");
    }
    forget();
  }

  /** Notes that there is an event. */
  void noteEvent() {
    hasEvents = true;
  }

  /** Says whether a record has told the number of partitions. */
  boolean knowsPartitions() {
    return told;
  }

  private void forget() {
    ended.removeIf(
        entry ->
            entry.request().endedAt() < at
                && entry.request().endedAt() <= at - settings.get(Setting.REPEAT_WINDOW_MS));
  }

  /** The sessions that are over, in the order in which they must end. */
  List<LiveSession> sessionsOver() {
    return sessions.stream()
        .filter(session -> session.expiresAt() <= at)
        .sorted(Comparator.comparing(LiveSession::expiresAt).thenComparing(NaiveSessions::compare))
        .toList();
  }

  /** The live sessions by name. */
  List<LiveSession> sessions() {
    return sessions.stream().sorted(NaiveSessions::compare).toList();
  }

  @Nullable LiveSession session(String account, Owner owner) {
    return NaiveSessions.find(sessions, account, owner);
  }

  void drop(LiveSession session) {
    sessions.remove(session);
  }

  /** The time at which a lock ends if nothing lengthens its lease or its session. */
  long endOf(HeldLock lock) {
    return NaiveSessions.shown(sessions, lock).expiresAt();
  }

  /** Locks that must be released or told again by then, in this order. */
  List<HeldLock> due(long until) {
    return held.stream()
        .filter(lock -> dueTime(lock) <= until)
        .sorted(Comparator.comparingLong(this::dueTime).thenComparing(HeldLock::token))
        .toList();
  }

  private long dueTime(HeldLock lock) {
    return Objects.requireNonNull(due.get(lock.token()));
  }

  /** The time at which a lock is due, step by step from its grant. */
  static long dueAt(HeldLock lock, long now) {
    if (lock.fields().leaseMs() != 0 && lock.fields().leaseMs() <= 600_000) {
      return lock.expiresAt();
    }
    long telling = lock.grantedAt() + 300_000;
    while (rounded(telling) <= now) {
      telling += 300_000;
    }
    return Math.min(rounded(telling), lock.expiresAt());
  }

  private static long rounded(long time) {
    return time % 10_000 == 0 ? time : time - time % 10_000 + 10_000;
  }

  /** Requests whose wait is over, in the order in which they must be refused. */
  List<WaitingRequest> dueWaits() {
    return waiting.stream()
        .filter(request -> request.deadline() <= at)
        .sorted(
            Comparator.comparing(WaitingRequest::deadline).thenComparing(WaitingRequest::arrival))
        .toList();
  }

  /** Time in ms until a lock's holder may be asked to yield; 0 or less if it may be asked now. */
  long msToTheNextRequest(HeldLock lock, Yield asked) {
    Asked before = lock.asked();
    if (before == null) {
      return 0;
    }
    Long endsAt = before.endsAt();
    boolean isUrgent =
        asked.graceMs() != null && (endsAt == null || endsAt - (at + asked.graceMs()) >= 1_000);
    return isUrgent ? 0 : before.at() + 1_000 - at;
  }

  /** The latest time until which a lock may be held, as it asked for. */
  long lastEnd(LockFields lock, long grantedAt) {
    boolean limited = lock.maxHoldMs() > 0;
    return limited ? grantedAt + lock.maxHoldMs() : Long.MAX_VALUE;
  }

  /** The end of a lock that is granted now. */
  long firstEnd(String account, LockFields lock) {
    if (lock.leaseMs() == 0) {
      LiveSession session = Objects.requireNonNull(session(account, lock.owner()));
      return Math.min(session.expiresAt(), ownEnd(lock));
    }
    long asked = Math.min(at + lock.leaseMs(), lastEnd(lock, at));
    return Math.min(asked, endBySettings(lock.leaseMs(), at));
  }

  private long ownEnd(LockFields lock) {
    return NaiveSessions.ownEnd(lock, at, settings.get(Setting.LONGEST_HOLD_MS));
  }

  /** The latest end that the settings leave to a lease from now on. */
  long endBySettings(long leaseMs, long grantedAt) {
    int lease = settings.get(longest(leaseMs));
    int hold = settings.get(Setting.LONGEST_HOLD_MS);
    long byLease = lease == 0 ? Long.MAX_VALUE : at + lease;
    return hold == 0 ? byLease : Math.min(byLease, grantedAt + hold);
  }

  /** The cut that an answer must tell. */
  Cut cut(LockFields lock, long leaseMs) {
    int lease = settings.get(longest(leaseMs));
    int hold = settings.get(Setting.LONGEST_HOLD_MS);
    boolean cutsLease = lease != 0 && lease < leaseMs;
    boolean cutsHold = hold != 0 && (lock.maxHoldMs() == 0 || hold < lock.maxHoldMs());
    return new Cut(cutsLease ? (long) lease : null, cutsHold ? (long) hold : null);
  }

  /** The cut that an answer about a held lock must tell; of a bound one that of its grant. */
  Cut cut(HeldLock lock, long leaseMs) {
    if (lock.fields().leaseMs() != 0) {
      return cut(lock.fields(), leaseMs);
    }
    long longest = lock.expiresAt() - lock.grantedAt();
    boolean isCut =
        lock.expiresAt() != LockFields.NO_END
            && lock.expiresAt() < lock.endsAt()
            && lock.grantedAt() + longest != lastEnd(lock.fields(), lock.grantedAt());
    return isCut ? new Cut(null, longest) : Cut.NONE;
  }

  /** The attached end that an answer about a held lock must tell: only that of a bound one. */
  static @Nullable Long attachedEnd(HeldLock lock) {
    Asked asked = lock.asked();
    return lock.fields().leaseMs() == 0 && asked != null ? asked.endsAt() : null;
  }

  private static Setting longest(long leaseMs) {
    return leaseMs > 600_000 ? Setting.LONGEST_KEEP_MS : Setting.LONGEST_LEASE_MS;
  }

  /** The requests that wait, first come first. */
  List<WaitingRequest> waiting() {
    return List.copyOf(waiting);
  }

  /** The held locks and waiting requests of an account. */
  NaiveQueue queue(String account) {
    List<HeldLock> shown =
        held().stream().map(lock -> NaiveSessions.shown(sessions, lock)).toList();
    return NaiveQueue.of(account, shown, waiting);
  }

  List<HeldLock> held() {
    return held.stream()
        .map(lock -> lock.asOf(at))
        .sorted(Comparator.comparing(HeldLock::token))
        .toList();
  }

  List<HeldLock> heldOf(String account) {
    return held.stream().filter(lock -> lock.account().equals(account)).toList();
  }

  List<EndedRequest> ended() {
    return ended.stream().map(Ended::request).toList();
  }

  NaiveLimits limits() {
    return limits;
  }

  @Nullable HeldLock find(String account, String lockId) {
    return heldOf(account).stream()
        .filter(lock -> lock.fields().lockId().equals(lockId))
        .findAny()
        .orElse(null);
  }

  @Nullable WaitingRequest findWaiting(String account, String lockId) {
    return waiting.stream()
        .filter(r -> r.account().equals(account) && r.fields().lockId().equals(lockId))
        .findAny()
        .orElse(null);
  }

  /** The end of the acquire with that id; null if it is not remembered. */
  @Nullable Ended findEnded(String account, String lockId) {
    return ended.stream()
        .filter(e -> e.request().account().equals(account) && e.request().lockId().equals(lockId))
        .findAny()
        .orElse(null);
  }

  /** The reply address for the events of the lock that the answered command was about. */
  @Nullable String lockReplyTo(AccountCommand command, Event answer) {
    if (command instanceof Acquire && !answer.repeated()) {
      return command.replyTo();
    } else if (answer instanceof ReleasedAll
        || answer instanceof KeptAlive
        || answer instanceof Rejected && !answer.repeated()) {
      return null;
    }
    String lockId = Objects.requireNonNull(answer.subject()).lockId();
    HeldLock lock = find(command.account(), lockId);
    WaitingRequest request = findWaiting(command.account(), lockId);
    if (lock != null || request != null) {
      return lock != null ? lock.replyTo() : Objects.requireNonNull(request).replyTo();
    }
    return Objects.requireNonNull(findEnded(command.account(), lockId)).request().replyTo();
  }

  /** Applies an event that is no repeat to the lists. */
  void fold(Event event, @Nullable String lockReplyTo) {
    if (event instanceof Queued queued) {
      waiting.add(request(queued, lockReplyTo));
    } else if (event instanceof Granted granted) {
      WaitingRequest request = findWaiting(event.head().account(), granted.subject().lockId());
      if (request != null) {
        waiting.remove(request);
      }
      LockFields fields = granted.subject();
      hold(
          lock(granted, fields.leaseMs() == 0 ? ownEnd(fields) : granted.expiresAt(), lockReplyTo));
    } else if (event instanceof KeptAlive kept) {
      String account = event.head().account();
      sessions.removeIf(s -> s.account().equals(account) && s.owner().equals(kept.owner()));
      sessions.add(new LiveSession(account, kept.owner(), kept.beganAt(), kept.expiresAt()));
    } else if (event instanceof Renewed renewed) {
      HeldLock before = remove(event);
      hold(renewed.subject().leaseMs() == 0 ? before : before.until(renewed.expiresAt()));
    } else if (event instanceof YieldRequested asked) {
      HeldLock before = remove(event);
      hold(after(before, asked));
    } else if (event instanceof Told) {
      hold(remove(event));
    } else if (event instanceof Released released) {
      boolean waited = released.reason() == ReleaseReason.CANCELLED;
      LockFields fields = waited ? removeWaiting(event) : remove(event).fields();
      end(event, fields, lockReplyTo);
    } else if (event instanceof Rejected rejected
        && rejected.subject() instanceof LockFields fields
        && !Set.of(
                RejectReason.ID_CONFLICT, RejectReason.RATE_LIMITED, RejectReason.WRONG_PARTITION)
            .contains(rejected.reason())) {
      if (Set.of(RejectReason.WAIT_TIMEOUT, RejectReason.PATH_GONE).contains(rejected.reason())) {
        removeWaiting(event);
      } else if (Set.of(RejectReason.NO_SESSION, RejectReason.ACCOUNT_CLOSED)
              .contains(rejected.reason())
          && findWaiting(event.head().account(), fields.lockId()) != null) {
        removeWaiting(event);
      }
      end(event, fields, lockReplyTo);
    }
    forget();
  }

  private void hold(HeldLock lock) {
    held.add(lock);
    due.put(lock.token(), dueAt(lock, at));
  }

  private HeldLock remove(Event event) {
    LockFields fields = (LockFields) Objects.requireNonNull(event.subject());
    HeldLock found = find(event.head().account(), fields.lockId());
    assertThat(found).as("the lock that %s is about is held", event).isNotNull();
    HeldLock lock = Objects.requireNonNull(found);
    held.remove(lock);
    due.remove(lock.token());
    return lock;
  }

  private LockFields removeWaiting(Event event) {
    LockFields fields = (LockFields) Objects.requireNonNull(event.subject());
    WaitingRequest request = findWaiting(event.head().account(), fields.lockId());
    assertThat(request).as("the request that %s is about waits", event).isNotNull();
    waiting.remove(request);
    return Objects.requireNonNull(request).fields();
  }

  private void end(Event event, LockFields fields, @Nullable String replyTo) {
    EndedRequest request =
        new EndedRequest(
            event.head().account(),
            fields.lockId(),
            fields.owner(),
            event.head().at(),
            ContentDigest.of(fields),
            Ending.of(event),
            replyTo);
    ended.add(new Ended(request, fields));
    limits.countEnding(request.account(), LockCharge.of(request.account(), fields, replyTo));
  }

  private static WaitingRequest request(Queued queued, @Nullable String replyTo) {
    return new WaitingRequest(
        queued.head().account(),
        queued.subject(),
        replyTo,
        queued.head().seq(),
        queued.requestedAt(),
        queued.deadline());
  }

  private static HeldLock lock(Granted granted, long expiresAt, @Nullable String replyTo) {
    return new HeldLock(
        granted.head().account(),
        granted.subject(),
        replyTo,
        granted.token(),
        granted.head().at(),
        expiresAt,
        granted.waitedMs(),
        /* asked= */ null);
  }

  /**
   * The lock after a request to yield; an end that was set before keeps the sub-account that set
   * it.
   */
  private static HeldLock after(HeldLock lock, YieldRequested event) {
    Asked before = lock.asked();
    boolean isNew =
        event.endsAt() != null && (before == null || !event.endsAt().equals(before.endsAt()));
    String by = isNew ? event.by() : before == null ? null : before.endsBy();
    return new HeldLock(
        lock.account(),
        lock.fields(),
        lock.replyTo(),
        lock.token(),
        lock.grantedAt(),
        lock.fields().leaseMs() != 0
            ? event.expiresAt()
            : event.endsAt() == null
                ? lock.expiresAt()
                : Math.min(lock.expiresAt(), event.endsAt()),
        lock.waitedMs(),
        new Asked(event.head().at(), event.endsAt(), by));
  }
}
