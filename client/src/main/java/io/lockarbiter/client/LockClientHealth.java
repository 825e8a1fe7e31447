package io.lockarbiter.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a client stands, as far as it knows by itself. Says nothing of an arbiter that nobody asked
 * anything. Made by the client; may get more methods.
 */
public interface LockClientHealth {
  /** The summary. */
  enum Status {
    /** No broker was reached yet, or the arbiter's topics were not there; requests wait. */
    CONNECTING,
    /** Nothing is known to be wrong. */
    READY,
    /** Requests may stay unanswered and leases may be lost: see the problems. */
    IMPAIRED,
    /** It was closed. */
    CLOSED
  }

  /** The summary. */
  Status status();

  /** The problems, each with its remedy; empty if there is none. */
  List<String> problems();

  /** Events appended that the client has not read yet; null if unknown. */
  @Nullable Long recordsBehind();

  /** Time since a broker last answered the reader of events; null if none has yet. */
  @Nullable Duration sinceBrokers();

  /** Time since an event was read, whomever it concerns; null if none was yet. */
  @Nullable Duration sinceEvent();

  /** Commands sent more than ten seconds ago, without an answer so far. */
  int unanswered();
}
