package io.lockarbiter.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a client stands, as far as it knows by itself. Says nothing of an arbiter that nobody asked
 * anything.
 *
 * @param status the summary
 * @param problems what is wrong, each with its remedy; empty if nothing is
 * @param recordsBehind events appended that the client has not read yet; null if unknown
 * @param sinceBrokers time since a broker last answered the reader of events; null if none has yet
 * @param sinceEvent time since an event was read, whomever it concerns; null if none was yet
 * @param unanswered commands sent more than ten seconds ago, without an answer so far
 */
public record LockClientHealth(
    Status status,
    List<String> problems,
    @Nullable Long recordsBehind,
    @Nullable Duration sinceBrokers,
    @Nullable Duration sinceEvent,
    int unanswered) {

  /** The summary. */
  public enum Status {
    /** No broker was reached yet, or the arbiter's topics were not there; requests wait. */
    CONNECTING,
    /** Nothing is known to be wrong. */
    READY,
    /** Requests may stay unanswered and leases may be lost: see the problems. */
    IMPAIRED,
    /** It was closed. */
    CLOSED
  }

  public LockClientHealth {
    problems = List.copyOf(problems);
  }
}
