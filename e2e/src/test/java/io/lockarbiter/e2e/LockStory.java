package io.lockarbiter.e2e;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.e2e.LockView.Told;
import io.lockarbiter.e2e.SessionView.Alive;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that the log tells of the locks of one request. Times are log time, epoch ms. */
final class LockStory {
  private final Set<Told> told = new HashSet<>();
  private int grants;
  private int opened;
  private int ended;
  private long expiresAt;
  private long endedAt;
  private @Nullable SessionStory session;

  /**
   * Reads the stories by the names of the requests: the lock's id up to its first point. Events of
   * an id that was never queued, granted or refused, such as a renewal in vain, tell none.
   */
  static Map<String, LockStory> of(Collection<Event> events) {
    Map<String, SessionStory> sessions = SessionStory.of(events);
    Map<String, LockStory> stories = new HashMap<>();
    for (Event event : events) {
      if (event.subject() != null) {
        String request = event.subject().lockId().replaceAll("\\..*", "");
        LockStory story = stories.computeIfAbsent(request, key -> new LockStory());
        story.session = sessions.get(event.subject().owner().session());
        story.add(event);
      }
    }
    stories.values().removeIf(story -> story.opened == 0);
    return stories;
  }

  private void add(Event event) {
    long at = event.head().at();
    if (event instanceof Granted granted) {
      told.add(new Told("granted", at, granted.token()));
      if (!granted.repeated()) {
        grants++;
        opened++;
        expiresAt =
            Math.max(expiresAt, granted.subject().isBound() ? lifeAt(at) : granted.expiresAt());
      }
    } else if (event instanceof Renewed renewed) {
      told.add(new Told("granted", at, renewed.token()));
      expiresAt = Math.max(expiresAt, renewed.expiresAt());
    } else if (event instanceof Queued queued) {
      told.add(new Told("queued", at, -1));
      opened += queued.repeated() ? 0 : 1;
    } else if (event instanceof Released released) {
      Long token = released.token();
      told.add(new Told("released", at, token == null ? -1 : token));
      end(at, released.repeated());
    } else if (event instanceof Rejected rejected && isOfAnAcquire(rejected)) {
      told.add(new Told("rejected", at, -1));
      opened++;
      end(at, rejected.repeated());
    } else if (event instanceof Rejected rejected && rejected.repeated()) {
      told.add(new Told("rejected", at, -1)); // A release of what was refused.
    }
  }

  /** The log is read to its end, so this is how long the session was kept alive in the end. */
  private long lifeAt(long at) {
    return session == null ? 0 : session.endOfLifeAt(at);
  }

  private static boolean isOfAnAcquire(Rejected rejected) {
    return rejected.subject() != null
        && rejected.subject().lockId().equals(rejected.head().commandId());
  }

  private void end(long at, boolean isRepeated) {
    if (!isRepeated) {
      ended++;
      endedAt = Math.max(endedAt, at);
    }
  }

  /** Grants that are no answers to copies: each is a lock. */
  int grants() {
    return grants;
  }

  boolean wasGranted() {
    return grants > 0;
  }

  boolean has(Told answer) {
    return told.contains(answer);
  }

  /** Says whether that answer to a keep-alive of its session is in the log. */
  boolean has(Alive answer) {
    return session != null && session.has(answer);
  }

  /** Says whether no lock of it is held or waits. */
  boolean hasEnded() {
    return ended > 0 && ended >= grants;
  }

  /** The latest end of a lease, or of the life of the session in which a bound lock was granted. */
  long expiresAt() {
    return expiresAt;
  }

  /** The latest end of a lock or request; 0 = none. */
  long endedAt() {
    return endedAt;
  }
}
