package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.verify.events.LiveSessions.Session;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks that sessions live as long as they are kept alive, that bound locks are had in a live
 * session only, and that all of them end with it, at its end and for no other reason (RULES.md,
 * Sessions).
 */
final class SessionCheck {
  /** Refusals that come before it is asked whether the session is alive. */
  private static final Set<RejectReason> EARLIER =
      EnumSet.of(
          RejectReason.INVALID,
          RejectReason.WRONG_PARTITION,
          RejectReason.ID_CONFLICT,
          RejectReason.RATE_LIMITED);

  private static final String ALIVE = "a session that is alive";

  private final LiveLocks live;
  private final LiveSessions sessions;
  private final Tellings tellings;

  /** The session of the last end in the record; null if none was. */
  private @Nullable Session ending;

  private boolean isAtLocks;

  SessionCheck(LiveLocks live, Tellings tellings) {
    this.live = live;
    this.sessions = live.sessions();
    this.tellings = tellings;
  }

  /**
   * Checks that a new bound lock or request has a session, and that a refusal for want of one is
   * right.
   *
   * @param direct whether the event answers the command
   * @param strict whether everything live is known
   */
  void check(EventReport report, boolean direct, boolean strict) {
    Event event = report.event().event();
    Rejected rejected = event instanceof Rejected refusal ? refusal : null;
    if (event.subject() instanceof LockFields lock) {
      if (rejected != null && rejected.reason() == RejectReason.NO_SESSION) {
        report.require(
            lock.isBound(), () -> "NO_SESSION to bound requests only", () -> "it is not bound");
        if (direct) {
          checkNotAlive(report, find(event, lock));
        }
      } else if (lock.isBound() && isDecided(event, rejected, direct)) {
        checkAlive(report, find(event, lock), strict);
      }
    } else if (rejected != null && direct && isLimited(rejected)) {
      checkRefused(report);
    }
  }

  /** Says whether it was asked, before that event, whether the session is alive. */
  private static boolean isDecided(Event event, @Nullable Rejected rejected, boolean direct) {
    return rejected == null
        ? event.type() == EventType.GRANTED || event.type() == EventType.QUEUED
        : direct && !EARLIER.contains(rejected.reason());
  }

  private static boolean isLimited(Rejected rejected) {
    return rejected.reason() == RejectReason.LIMIT_EXCEEDED
        || rejected.reason() == RejectReason.RATE_LIMITED;
  }

  private @Nullable Session find(Event event, LockFields lock) {
    return sessions.find(event.head().account(), lock.owner());
  }

  private static void checkAlive(EventReport report, @Nullable Session session, boolean strict) {
    long at = report.event().event().head().at();
    if (session == null ? strict : session.expiresAt() <= at) {
      report.add(
          ALIVE + ", or rejected NO_SESSION",
          session == null ? "none is" : "it ended at " + session.expiresAt());
    }
  }

  private static void checkNotAlive(EventReport report, @Nullable Session session) {
    Event event = report.event().event();
    if (session != null && event.head().at() < session.expiresAt()) {
      report.add(
          "no such refusal: the session is alive until " + session.expiresAt(),
          RecordedEvent.verdict(event));
    }
  }

  /** Checks the refusal of a command to keep a session alive: only one that begins it may be. */
  private void checkRefused(EventReport report) {
    if (report.step().command().content() instanceof Valid valid
        && valid.command() instanceof KeepAlive asked) {
      checkNotAlive(report, sessions.find(asked.account(), asked.owner()));
    }
  }

  /**
   * Checks that a session is kept alive as long as was asked for, and takes that up.
   *
   * @param strict whether everything live is known
   */
  void keep(EventReport report, KeptAlive kept, boolean strict) {
    long at = kept.head().at();
    String account = kept.head().account();
    Session before = sessions.find(account, kept.owner());
    if (before != null && before.expiresAt() <= at) {
      checkAllEnded(before, report::add);
    }
    checkCut(report, kept);
    Long cut = kept.cutLeaseMs();
    long asked = at + (cut == null ? kept.leaseMs() : cut);
    if (before != null && at < before.expiresAt()) {
      report.same("beganAt", before.beganAt(), kept.beganAt());
      report.same("expiresAt", Math.max(asked, before.expiresAt()), kept.expiresAt());
    } else if (strict) {
      report.same("beganAt", at, kept.beganAt());
      report.same("expiresAt", asked, kept.expiresAt());
    } else {
      // An earlier command, of the same millisecond at the latest, may have asked for more.
      report.require(
          kept.beganAt() <= at, () -> "beganAt<=" + at, () -> "beganAt=" + kept.beganAt());
      report.require(
          kept.expiresAt() >= asked && kept.expiresAt() <= at + Settings.MAX_LEASE_MS,
          () -> "expiresAt=" + asked + ", or up to the longest lease",
          () -> "expiresAt=" + kept.expiresAt());
    }
    sessions.put(new Session(account, kept.owner(), kept.beganAt(), kept.expiresAt()));
  }

  private static void checkCut(EventReport report, KeptAlive kept) {
    Settings settings = report.step().settings();
    if (settings != null) {
      int longest = settings.get(Setting.LONGEST_LEASE_MS);
      Long cut = longest > 0 && longest < kept.leaseMs() ? Long.valueOf(longest) : null;
      report.same("cutLeaseMs", cut, kept.cutLeaseMs());
    }
  }

  /**
   * Checks the end of a held lock with its session.
   *
   * @param strict whether everything live is known
   */
  void checkEnd(EventReport report, Released released, LockLife before, boolean strict) {
    report.same("by", null, released.by());
    report.same("comment", null, released.comment());
    Session session = over(report, before, strict);
    if (session == null) {
      return;
    }
    report.require(
        before.until() > session.expiresAt(),
        () -> "its own end at %d, before that of its session".formatted(before.until()),
        () -> RecordedEvent.verdict(released));
    Long telling = tellings.nextAt(before);
    boolean isTelling = telling != null && telling <= session.expiresAt();
    if (!isTelling) { // Else it ends in the place of its telling, which was due before.
      follow(report, session, /* isHeld= */ true);
    }
  }

  /**
   * Checks the end of a waiting request with its session.
   *
   * @param strict whether everything live is known
   */
  void checkEnd(EventReport report, Rejected rejected, LockLife before, boolean strict) {
    LifeCheck.checkBefore(report, rejected.head().at(), before.until(), "WAIT_TIMEOUT at ");
    Session session = over(report, before, strict);
    if (session != null) {
      follow(report, session, /* isHeld= */ false);
    }
  }

  /** Returns the session that has ended; null if none has, which is reported. */
  private @Nullable Session over(EventReport report, LockLife before, boolean strict) {
    Event event = report.event().event();
    Session session = before.fields().isBound() ? sessions.of(before) : null;
    if (session == null) {
      report.require(
          !strict && before.fields().isBound(),
          () -> "a lock or request that is bound to a session",
          () -> RecordedEvent.verdict(event));
    } else if (event.head().at() < session.expiresAt()) {
      report.add(
          "no end before that of its session at " + session.expiresAt(),
          RecordedEvent.verdict(event));
      return null;
    }
    return session;
  }

  /** Checks that sessions end one after the other, each with its requests first. */
  private void follow(EventReport report, Session session, boolean isHeld) {
    Session last = ending;
    if (last != null) {
      int order = last.compareTo(session);
      report.require(
          order < 0 || order == 0 && (isHeld || !isAtLocks),
          () -> "sessions in the order of their ends, of each its requests, then its locks",
          () -> "%s behind that of session %s".formatted(owner(session), owner(last)));
    }
    ending = session;
    isAtLocks = isHeld;
  }

  private static String owner(Session session) {
    return "%s of %s".formatted(session.owner().session(), session.owner().subAccount());
  }

  /** Takes up the end of a record. */
  void endOfRecord() {
    ending = null;
    isAtLocks = false;
  }

  /**
   * Checks that nothing has outlived its session, and forgets the sessions that have ended.
   *
   * @param report takes an account, and what was expected and found there
   */
  void checkNothingOutlives(long at, Report report) {
    for (Session session : sessions.over(at)) {
      checkAllEnded(session, (expected, found) -> report.add(session.account(), expected, found));
      sessions.remove(session);
    }
  }

  /** Takes a violation. */
  interface Report {
    void add(String account, String expected, String found);
  }

  private void checkAllEnded(Session session, BiConsumer<String, String> report) {
    Collection<LockLife> bound = live.of(session.account()).boundTo(session.owner());
    if (bound.isEmpty()) {
      return;
    }
    List<LockLife> left = List.copyOf(bound);
    report.accept(
        "the end of lockId=%s at %d with its session"
            .formatted(left.get(0).lockId(), session.expiresAt()),
        left.size() == 1 ? "it lives on" : "it and %d more live on".formatted(left.size() - 1));
    for (LockLife lock : left) {
      live.remove(lock);
      tellings.forget(lock);
    }
  }
}
