package io.lockarbiter.client;

import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import org.jspecify.annotations.Nullable;

/**
 * Somebody else ended the request before it became a lease: an operator, or its owner elsewhere.
 */
public final class LockWithdrawnException extends LockException {
  private final ReleaseReason reason;
  private final @Nullable String by;
  private final @Nullable String comment;

  /** An end as the arbiter said it. */
  public LockWithdrawnException(Released event) {
    super(
        "%s account=%s lockId=%s: the request was ended by %s before it became a lease%s"
            .formatted(
                event.reason(),
                event.head().account(),
                event.subject().lockId(),
                event.by() == null ? "its owner elsewhere" : "the operator " + event.by(),
                event.comment() == null ? "" : "; comment: " + event.comment()));
    reason = event.reason();
    by = event.by();
    comment = event.comment();
  }

  /** How it ended. */
  public ReleaseReason reason() {
    return reason;
  }

  /** The operator's sub-account; null if it was no operator. */
  public @Nullable String by() {
    return by;
  }

  /** The operator's reason; null if none was given. */
  public @Nullable String comment() {
    return comment;
  }
}
