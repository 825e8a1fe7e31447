package io.lockarbiter.client;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import org.jspecify.annotations.Nullable;

/**
 * The request, or its lock, has ended without this caller: an operator or its owner elsewhere ended
 * it, alone or with all of the owner, or nobody renewed it.
 */
public final class LockWithdrawnException extends LockException {
  private final ReleaseReason reason;
  private final String reasonWord;
  private final @Nullable String by;
  private final @Nullable String comment;

  /**
   * An end as the arbiter told it. Only the client uses it, as the event may get more components.
   */
  public LockWithdrawnException(Released event) {
    super(
        "%s account=%s lockId=%s%s: %s%s"
            .formatted(
                event.reasonWord(),
                event.head().account(),
                event.subject().lockId(),
                AskedText.of(event.subject()),
                how(event),
                event.comment() == null ? "" : "; comment: " + event.comment()));
    reason = event.reason();
    reasonWord = event.reasonWord();
    by = event.by();
    comment = event.comment();
  }

  private static String how(Released event) {
    String who = who(event);
    return switch (event.reason()) {
      case EXPIRED -> "the lock was granted, and " + howItRanOut(event);
      case RELEASED -> "the lock was granted, and ended by " + who;
      case FORCED ->
          "the lock was granted, and released by force"
              + (event.by() == null ? "" : " by " + event.by());
      case REPLACED ->
          "the lock was granted, and replaced by " + ReplacingLock.text(event.replacedBy());
      case SESSION_ENDED -> "the lock was granted, and ended with the session it was bound to";
      case CANCELLED -> "the request was ended by " + who + " before it became a lease";
      case UNKNOWN ->
          "the request, or the lock that was granted, has ended, for a reason that only newer versions know";
    };
  }

  private static String who(Released event) {
    if (event.by() != null) {
      return "the operator " + event.by();
    } else if (event.isByReleaseAll()) {
      return "a releaseAll, with all of its owner";
    }
    return event.repeated() ? "its owner elsewhere or a releaseAll" : "its owner elsewhere";
  }

  private static String howItRanOut(Released event) {
    boolean isHeldLongEnough =
        event.subject() instanceof LockFields lock
            && lock.maxHoldMs() > 0
            && event.heldMs() != null
            && event.heldMs() >= lock.maxHoldMs();
    return isHeldLongEnough
        ? "held as long as its request said, maxHold"
        : "its lease ran out, for nobody renewed it";
  }

  /** The reason for the end. */
  public ReleaseReason reason() {
    return reason;
  }

  /** The reason in the arbiter's word, also if this version does not know it. */
  public String reasonWord() {
    return reasonWord;
  }

  /** The operator's sub-account; null if no operator ended it. */
  public @Nullable String by() {
    return by;
  }

  /** The operator's reason; null if none was given. */
  public @Nullable String comment() {
    return comment;
  }
}
