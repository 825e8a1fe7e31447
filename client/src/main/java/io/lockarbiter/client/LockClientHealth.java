package io.lockarbiter.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The health of a client, from its own knowledge. It says nothing about an arbiter that got no
 * request. Made by the client; may get more methods.
 */
public interface LockClientHealth {
  /** The summary. */
  enum Status {
    /** No broker was reached yet, or the arbiter's topics were not there; requests wait. */
    CONNECTING,
    /** No problem is known. */
    READY,
    /** Requests may stay unanswered and leases may be lost: the problems say why. */
    IMPAIRED,
    /** The client was closed. */
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

  /** Time since an event was last read, of any account; null if none was yet. */
  @Nullable Duration sinceEvent();

  /** Number of commands sent more than ten seconds ago that have no answer so far. */
  int unanswered();
}
