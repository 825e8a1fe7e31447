package io.lockarbiter.client;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.VisibleText;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The arbiter refused a request, or its wait ended without the lock. */
public final class LockRefusedException extends LockException {
  private final transient Rejected event;
  private final transient List<Blocker> blockers;
  private final boolean moreBlockers;

  /** A refusal by the arbiter. Only the client uses it, as the event may get more components. */
  public LockRefusedException(Rejected event) {
    this(event, null, /* holdsAsAnother= */ false);
  }

  /**
   * A refusal, or the end of a wait. Only the client uses it, as the event may get more components.
   *
   * @param queued the answer when the wait began, which names the blockers; null if there was none
   * @param holdsAsAnother whether the client holds locks of the same sub-account as another owner
   */
  public LockRefusedException(Rejected event, @Nullable Queued queued, boolean holdsAsAnother) {
    this(
        event,
        queued == null || !blocksAsBefore(event) ? event.blockedBy() : queued.blockedBy(),
        event.moreBlockers() || (queued != null && blocksAsBefore(event) && queued.moreBlockers()),
        holdsAsAnother);
  }

  /** Says whether the blockers are, as far as is known, those of the wait's beginning. */
  private static boolean blocksAsBefore(Rejected event) {
    return event.reason() == RejectReason.WAIT_TIMEOUT && event.blockedBy().isEmpty();
  }

  private LockRefusedException(
      Rejected event, List<Blocker> blockers, boolean moreBlockers, boolean holdsAsAnother) {
    super(message(event, blockers, moreBlockers, holdsAsAnother));
    this.event = event;
    this.blockers = blockers;
    this.moreBlockers = moreBlockers;
  }

  private static String message(
      Rejected event, List<Blocker> blockers, boolean moreBlockers, boolean holdsAsAnother) {
    StringBuilder text = new StringBuilder(event.reasonWord());
    text.append(" account=").append(event.head().account());
    if (event.subject() != null) {
      text.append(" lockId=").append(event.subject().lockId());
    }
    text.append(AskedText.of(event.subject()));
    if (event.field() != null) {
      text.append(" field=").append(event.field());
    }
    if (event.limit() != null) {
      text.append(" limit=").append(event.limit());
    }
    text.append(": ").append(RefusalText.of(event));
    if (!blockers.isEmpty()) {
      String when = blocksAsBefore(event) ? " when it began to wait: " : ": ";
      text.append(
          blockers.stream()
              .map(LockRefusedException::text)
              .collect(Collectors.joining(", ", " In the way" + when, "")));
    }
    text.append(moreBlockers ? " and more" : "");
    String way = RefusalText.wayToOneOwner(event, blockers, holdsAsAnother);
    return way.isEmpty()
        ? text.toString()
        : text.append(blockers.isEmpty() ? " " : ". ").append(way).toString();
  }

  private static String text(Blocker blocker) {
    String session = blocker.owner().session();
    return "%s %s %s of %s (lockId=%s%s%s)"
        .formatted(
            blocker.waiting() ? "waiting" : "held",
            blocker.operationWord(),
            blocker.path(),
            blocker.owner().subAccount(),
            blocker.lockId(),
            session == null ? "" : ", session=" + session,
            blocker.note() == null ? "" : ", note=" + VisibleText.line(blocker.note()));
  }

  /** The reason. */
  public RejectReason reason() {
    return event.reason();
  }

  /** The reason in the arbiter's word, also if this version does not know it. */
  public String reasonWord() {
    return event.reasonWord();
  }

  /**
   * The blockers, at most five; after a wait that ended without the lock, those of its beginning.
   * Empty unless something blocked.
   */
  public List<Blocker> blockers() {
    return blockers;
  }

  /**
   * The freeze in the way, for {@code FROZEN}: of several that are named the one that ends last.
   * Null for other reasons, and where none is named: a refusal whose answer was lost is told again
   * without.
   */
  public @Nullable Frozen frozen() {
    return event.reason() == RejectReason.FROZEN ? Frozen.lastOf(blockers) : null;
  }

  /** Says whether more than the named ones stood in the way. */
  public boolean moreBlockers() {
    return moreBlockers;
  }

  /** The bad field; null unless one is to blame. */
  public @Nullable String field() {
    return event.field();
  }

  /** Name of the setting whose limit was reached; null for other reasons. */
  public @Nullable String limit() {
    return event.limit();
  }

  /** The time to wait before the next attempt, for RATE_LIMITED; null for other reasons. */
  public @Nullable Duration retryAfter() {
    return event.retryAfterMs() == null ? null : Duration.ofMillis(event.retryAfterMs());
  }

  /**
   * The place of the path, for {@code PATH_GONE}: a rename or a move took it there while the
   * request waited, or before if it said that its paths exist. Null where that is not certain,
   * where it was deleted, and for other reasons.
   */
  public @Nullable LockPath movedTo() {
    return event.movedTo();
  }

  /** The event as of which {@link #movedTo} is right; null if that is null. */
  public @Nullable Long movedSeq() {
    return event.placeSeq();
  }

  /** Lock ids on the way of a deadlock; empty for other reasons. */
  public List<String> cycle() {
    return event.cycle();
  }
}
