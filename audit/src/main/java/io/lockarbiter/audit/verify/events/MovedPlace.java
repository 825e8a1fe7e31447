package io.lockarbiter.audit.verify.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The place of a path after a move, put together from the segments of the three paths. */
final class MovedPlace {
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
}
