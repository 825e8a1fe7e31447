package io.lockarbiter.audit.verify.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.SessionKey;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a partition that are alive, and until when the locks live that are bound to them.
 * A session that is kept alive changes none of its locks, however many it has. Times are log time,
 * epoch ms.
 */
final class LiveSessions {
  /** Bytes of a session on the heap beside its names, at most. */
  private static final int SESSION_BYTES = 400;

  private final Map<SessionKey, Session> byOwner = new HashMap<>();
  private final TreeSet<Session> byEnd = new TreeSet<>();

  /** Tokens of bound locks whose grant was not seen: it may have told of an earlier end. */
  private final Set<Long> withUnknownEnd = new HashSet<>();

  private long bytes;

  /**
   * A session; the order is that in which sessions end.
   *
   * @param owner its session is not null
   */
  record Session(String account, Owner owner, long beganAt, long expiresAt)
      implements Comparable<Session> {
    @Override
    public int compareTo(Session other) {
      int order = Long.compare(expiresAt, other.expiresAt);
      order = order == 0 ? compare(account, other.account) : order;
      order = order == 0 ? compare(owner.subAccount(), other.owner.subAccount()) : order;
      return order == 0 ? compare(text(), other.text()) : order;
    }

    private static int compare(String one, String other) {
      return Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }

    private String text() {
      return Objects.requireNonNull(owner.session());
    }

    private long bytes() {
      return SESSION_BYTES
          + 2L * (account.length() + owner.subAccount().length() + text().length());
    }
  }

  @Nullable Session find(String account, Owner owner) {
    return byOwner.get(new SessionKey(account, owner));
  }

  /** Finds the session that a bound lock or request lives with. */
  @Nullable Session of(LockLife bound) {
    return find(bound.account(), bound.fields().owner());
  }

  void put(Session session) {
    Session before = byOwner.put(new SessionKey(session.account(), session.owner()), session);
    if (before != null) {
      byEnd.remove(before);
      bytes -= before.bytes();
    }
    byEnd.add(session);
    bytes += session.bytes();
  }

  void remove(Session session) {
    byOwner.remove(new SessionKey(session.account(), session.owner()));
    if (byEnd.remove(session)) {
      bytes -= session.bytes();
    }
  }

  /** Returns the sessions whose end is now or has passed, in their order. */
  List<Session> over(long now) {
    if (byEnd.isEmpty() || byEnd.first().expiresAt() > now) {
      return List.of();
    }
    return byEnd.stream().takeWhile(session -> session.expiresAt() <= now).toList();
  }

  /** Returns the bytes that they take, at most. */
  long bytes() {
    return bytes;
  }

  /**
   * Returns when a lock ends, or the wait of a request, as far as is known. A bound lock ends with
   * its session, or at an end of its own before that.
   */
  long until(LockLife live) {
    if (!live.isHeld() || !live.fields().isBound()) {
      return live.until();
    }
    Session session = of(live);
    return session == null ? live.until() : Math.min(live.until(), session.expiresAt());
  }

  /** Says whether all is known that may end a held lock. */
  boolean isEndKnown(LockLife held) {
    Long token = held.token();
    return !held.fields().isBound()
        || of(held) != null && token != null && !withUnknownEnd.contains(token);
  }

  /**
   * Checks the end that an event tells of a held lock.
   *
   * @param latest the end that the event attaches; the longest time if it attaches none
   */
  void checkEnd(EventReport report, LockLife held, long latest, long found) {
    long expected = Math.min(until(held), latest);
    if (isEndKnown(held)) {
      report.same("expiresAt", expected, found);
    } else {
      report.require(found <= expected, () -> "expiresAt<=" + expected, () -> "expiresAt=" + found);
    }
  }

  /**
   * Returns a bound lock with its own end in the place of the one that an event tells, which is the
   * session's where that is earlier.
   *
   * @param before the lock as it was; null if it was neither held nor waiting
   * @param strict whether everything live is known, also the requests to let go
   */
  LockLife withOwnEnd(@Nullable LockLife before, LockLife after, Event event, boolean strict) {
    long token = Objects.requireNonNull(after.token());
    Session session = of(after);
    long own = ownEnd(after, event);
    if (before != null && before.isHeld()) {
      own = Math.min(own, before.until());
    } else if (!(event instanceof Granted)) {
      withUnknownEnd.add(token);
    }
    boolean isTold = session != null && after.until() < session.expiresAt();
    if (isTold && withUnknownEnd.remove(token)) {
      own = Math.min(own, after.until());
    } else if (cutMaxHoldMs(event) != null || strict && event instanceof Told) {
      withUnknownEnd.remove(token);
    }
    return after.endingAt(own == Long.MAX_VALUE ? null : own);
  }

  /** Returns the end that a lock has by its longest time, or by a request to let go. */
  private static long ownEnd(LockLife held, Event event) {
    long grantedAt = Objects.requireNonNull(held.grantedAt());
    long maxHoldMs = held.fields().maxHoldMs();
    long byTime = maxHoldMs == 0 ? Long.MAX_VALUE : grantedAt + maxHoldMs;
    Long cut = cutMaxHoldMs(event);
    long byCut = cut == null ? Long.MAX_VALUE : grantedAt + cut;
    Long asked = held.endsAt();
    return Math.min(Math.min(byTime, byCut), asked == null ? Long.MAX_VALUE : asked);
  }

  /** Returns the longest time that an event tells, which the settings had left at the grant. */
  private static @Nullable Long cutMaxHoldMs(Event event) {
    if (event instanceof Granted granted) {
      return granted.cut().maxHoldMs();
    } else if (event instanceof Renewed renewed) {
      return renewed.cut().maxHoldMs();
    }
    return event instanceof Told told ? told.cutMaxHoldMs() : null;
  }

  /** Checks what an event after its grant says of what the settings had left of it then. */
  void checkCut(EventReport report, LockLife held, Event event) {
    if (!held.fields().isBound() || isEndKnown(held)) {
      report.same("cutMaxHoldMs", cutMaxHoldMs(held), cutMaxHoldMs(event));
    }
  }

  /** Returns how long it may be held, if that is less than it asked for and nobody's request. */
  private static @Nullable Long cutMaxHoldMs(LockLife held) {
    Long grantedAt = held.grantedAt();
    if (!held.fields().isBound() || grantedAt == null || held.isEndedByRequest()) {
      return null;
    }
    long left = held.until() == Long.MAX_VALUE ? Long.MAX_VALUE : held.until() - grantedAt;
    long asked = held.fields().maxHoldMs();
    return left < (asked == 0 ? Long.MAX_VALUE : asked) ? (Long) left : null;
  }

  /** Forgets a lock that has ended. */
  void forget(LockLife ended) {
    Long token = ended.token();
    if (token != null) {
      withUnknownEnd.remove(token);
    }
  }
}
