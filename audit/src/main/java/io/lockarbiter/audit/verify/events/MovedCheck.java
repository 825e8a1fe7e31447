package io.lockarbiter.audit.verify.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a refusal tells where its path was moved, and only then: the release of the same
 * record is that of a rename or a move whose work is done, and the request has one path. It puts
 * the place together itself, from the segments of the three paths.
 */
final class MovedCheck {
  private static final Set<Operation> MOVES = EnumSet.of(Operation.RENAME, Operation.MOVE);
  private static final int MOST_MORE_BYTES = 1_024;

  private MovedCheck() {}

  /** Checks the place that an event tells. */
  static void check(EventReport report) {
    if (!(report.event().event() instanceof Rejected rejected)) {
      return;
    }
    String told = rejected.movedTo() == null ? null : rejected.movedTo().toString();
    if (rejected.reason() != RejectReason.PATH_GONE || rejected.repeated()) {
      report.same("movedTo", null, told);
      return;
    }
    Released release = release(report, rejected);
    if (release != null) {
      report.same("movedTo", place(release, rejected), told);
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

  private static @Nullable String place(Released release, Rejected rejected) {
    if (!(release.subject() instanceof LockFields mover)
        || !(rejected.subject() instanceof LockFields request)
        || release.outcome().failed()
        || !MOVES.contains(mover.operation())
        || request.targets().size() != 1) {
      return null;
    }
    LockPath path = request.targets().get(0).path();
    LockPath from = Objects.requireNonNull(mover.path());
    if (!from.isAtOrAbove(path)) {
      return null;
    }
    List<String> segments = new ArrayList<>(segments(mover.destination()));
    segments.addAll(segments(path).subList(segments(from).size(), segments(path).size()));
    String place = "/" + String.join("/", segments);
    boolean isShort = jsonBytes(place) <= jsonBytes(path.toString()) + MOST_MORE_BYTES;
    return isShort && isPath(place, path) ? place : null;
  }

  private static List<String> segments(@Nullable LockPath path) {
    return Stream.of(String.valueOf(path).split("/")).filter(each -> !each.isEmpty()).toList();
  }

  private static long jsonBytes(String path) {
    return path.getBytes(UTF_8).length + path.chars().filter(c -> c == '"' || c == '\\').count();
  }

  private static boolean isPath(String place, LockPath comparedAs) {
    try {
      return LockPath.of(place).comparedAs(comparedAs).depth() >= 0;
    } catch (BadPathException e) {
      return false;
    }
  }
}
