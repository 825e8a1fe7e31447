package io.lockarbiter.audit.verify.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.verify.events.LostPaths.Loss;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The place of a path after a move, put together from the segments of the three paths. */
final class MovedPlace {
  /** How long it is told where a path went. */
  private static final long TOLD_MS = 300_000;

  private static final int MOST_MORE_BYTES = 1_024;

  private MovedPlace() {}

  /** Returns the place; null if a refusal does not tell it. */
  static @Nullable String of(LockPath path, LockPath from, LockPath to) {
    if (!from.isAtOrAbove(path)) {
      return null;
    }
    List<String> segments = new ArrayList<>(segments(to));
    segments.addAll(segments(path).subList(segments(from).size(), segments(path).size()));
    String place = "/" + String.join("/", segments);
    boolean isShort = jsonBytes(place) <= jsonBytes(path.toString()) + MOST_MORE_BYTES;
    return isShort && isPath(place, path) ? place : null;
  }

  private static List<String> segments(LockPath path) {
    return Stream.of(path.toString().split("/")).filter(each -> !each.isEmpty()).toList();
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

  /**
   * Where the path went; null if that is not certain, or too long ago: it was there as of the event
   * that is known, went once, and nothing else befell it but later moves of what was above.
   */
  static @Nullable String certain(
      LockFields request, @Nullable Loss nearest, List<Loss> onTheWay, long known, long now) {
    if (nearest == null
        || nearest.place() == null
        || nearest.seq() <= known
        || nearest.at() + TOLD_MS <= now) {
      return null;
    }
    for (Loss other : onTheWay) {
      boolean isLaterAbove =
          other.isGone()
              && other.seq() >= nearest.seq()
              && other.path().isAbove(nearest.path())
              && isLast(other, onTheWay);
      boolean isEarlier = other.seq() <= known && !(other.isGone() && isLast(other, onTheWay));
      if (other != nearest && !isLaterAbove && !isEarlier) {
        return null;
      }
    }
    return of(request.targets().get(0).path(), nearest.path(), nearest.place());
  }

  private static boolean isLast(Loss loss, List<Loss> all) {
    return all.stream()
        .noneMatch(other -> other.path().equals(loss.path()) && other.seq() > loss.seq());
  }
}
