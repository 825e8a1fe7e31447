package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a refusal tells where its path was moved, and only then. A request that waited is
 * told by the release of the same record. One that says that its paths exist is told by what the
 * events of the last ten minutes say of them; and nobody else is let in or refused against these.
 *
 * <p>If retention has cut the beginning, it judges by memory once that is ten minutes old.
 */
final class MovedCheck {
  private static final Set<RejectReason> LATER =
      EnumSet.of(
          RejectReason.CONFLICT,
          RejectReason.ACCOUNT_CLOSED,
          RejectReason.FROZEN,
          RejectReason.DEADLOCK,
          RejectReason.QUEUE_FULL);

  private final MovedMemory memory = new MovedMemory();

  /** Begins a history. */
  void begin(HistoryStart start) {
    memory.begin(start);
  }

  /** Takes up a record, before its events. */
  void takeUp(ReplayStep step) {
    memory.takeUp(step);
  }

  /** Returns the bytes of what it remembers on the heap, an upper bound. */
  long heapBytes() {
    return memory.heapBytes();
  }

  /**
   * Checks an event and remembers what it says of paths.
   *
   * @param direct whether it answers the command
   */
  void check(EventReport report, boolean direct) {
    Event event = report.event().event();
    if (event instanceof Rejected rejected) {
      checkRefusal(report, rejected, direct);
    } else if (!event.repeated() && isLetIn(event)) {
      checkLetIn(report);
    }
    memory.follow(event);
  }

  private static boolean isLetIn(Event event) {
    return event.type() == EventType.GRANTED || event.type() == EventType.QUEUED;
  }

  private void checkRefusal(EventReport report, Rejected rejected, boolean direct) {
    String told = rejected.movedTo() == null ? null : rejected.movedTo().toString();
    if (rejected.reason() != RejectReason.PATH_GONE || rejected.repeated()) {
      report.same("movedTo", null, told);
      report.same("movedSeq", null, rejected.movedSeq());
      if (LATER.contains(rejected.reason()) && !rejected.repeated()) {
        checkLetIn(report);
      }
      return;
    }
    if (!(rejected.subject() instanceof LockFields request)) {
      return;
    }
    Released release = direct ? null : release(report, rejected);
    if (release != null && (request.existing() == null || memory.isOff())) {
      report.same("movedTo", place(release, request), told);
      report.same("movedSeq", null, rejected.movedSeq());
      return;
    }
    if (request.existing() == null) {
      report.require(
          !direct, "a refusal for another reason: it does not say existing", "rejected PATH_GONE");
      return;
    }
    checkByMemory(report, request, told, rejected.movedSeq());
  }

  private void checkByMemory(
      EventReport report, LockFields request, @Nullable String told, @Nullable Long movedSeq) {
    MovedMemory.Word word = memory.word(report.event().event(), request);
    if (word == null || word.isOpen() && told == null) {
      return;
    }
    report.require(
        word.isGone() || word.isOpen(),
        () -> "no refusal: nothing says that its paths are gone",
        () -> "rejected PATH_GONE");
    report.same("movedTo", word.place(), told);
    report.same("movedSeq", word.place() == null ? null : word.seq(), movedSeq);
  }

  /** Checks that nothing is known against the paths of a request that is let in, or may wait. */
  private void checkLetIn(EventReport report) {
    Event event = report.event().event();
    if (event.subject() instanceof LockFields request && request.existing() != null) {
      MovedMemory.Word word = memory.word(event, request);
      report.require(
          word == null || word.isOpen() || !word.isGone(),
          () -> "rejected PATH_GONE, for existing=" + request.existing(),
          () -> RecordedEvent.verdict(event));
    }
  }

  /** The release of the same record; null if it is not known. */
  private static @Nullable Released release(EventReport report, Rejected rejected) {
    for (RecordedEvent recorded : report.step().events()) {
      Event event = recorded.event();
      if (event instanceof Released released
          && released.reason() == ReleaseReason.RELEASED
          && released.outcome().gone()
          && released.head().seq() < rejected.head().seq()
          && released.head().account().equals(rejected.head().account())) {
        return released;
      }
    }
    return null;
  }

  private static @Nullable String place(Released release, LockFields request) {
    if (!(release.subject() instanceof LockFields mover)
        || release.outcome().failed()
        || !MovedMemory.MOVES.contains(mover.operation())
        || request.targets().size() != 1) {
      return null;
    }
    LockPath from = Objects.requireNonNull(mover.path());
    LockPath to = Objects.requireNonNull(mover.destination());
    return MovedPlace.of(request.targets().get(0).path(), from, to);
  }
}
