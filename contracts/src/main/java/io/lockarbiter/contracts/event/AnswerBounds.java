package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.LockPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many blockers an answer names, and how long their paths and notes are, so that an
 * answer never exceeds eight times the bytes of its question plus 2 KiB: RULES.md, Order of a
 * decision, Blockers.
 */
public final class AnswerBounds {
  /** Most bytes of a blocker's path, UTF-8; a longer one is cut in the middle. */
  public static final int PATH_BYTES = 100;

  /** Most bytes left of each end of a path that is cut. */
  public static final int PATH_END_BYTES = 48;

  /** Most bytes of a blocker's note, UTF-8; a longer one is cut at its end. */
  public static final int NOTE_BYTES = 256;

  /** The mark in the middle of a shortened path, and at the end of a shortened note. */
  public static final String ELLIPSIS = "…";

  /** Bytes that a blocker is charged beside its ids and its path. */
  public static final int BLOCKER_BYTES = 200;

  /** Most bytes charged for the blockers of an answer. */
  public static final int BLOCKERS_BYTES = 2_100;

  /** Most bytes charged for the blockers of an answer that also has a cycle. */
  public static final int BLOCKERS_BYTES_BESIDE_CYCLE = 1_200;

  /** Most bytes charged for the ids of a cycle. */
  public static final int CYCLE_BYTES = 1_000;

  /** Bytes that an id in a cycle is charged beside itself. */
  public static final int CYCLE_ID_BYTES = 3;

  /** Most bytes that the place of a moved path may have in JSON beyond the path itself. */
  public static final int MOVED_BYTES = 1_024;

  private AnswerBounds() {}

  /**
   * The place of a path after a folder at it or above it was moved, as far as an answer tells it.
   *
   * @param from the former place of the folder
   * @param to its new place
   * @return null if that would be no path, or one much longer than the path itself
   */
  public static @Nullable LockPath movedTo(LockPath path, LockPath from, LockPath to) {
    LockPath place = path.moved(from, to);
    return place == null || !mayTell(place, path) ? null : place;
  }

  /** Says whether an answer tells the place of a path that was moved. */
  public static boolean mayTell(LockPath place, LockPath path) {
    return jsonBytes(place.toString()) <= jsonBytes(path.toString()) + MOVED_BYTES;
  }

  /**
   * The blockers that an answer lists.
   *
   * @param found the blockers in their order: all of them, or one more than {@link
   *     Blocker#MAX_LISTED}
   */
  public static BlockedBy listed(List<Blocker> found, int mostBytes) {
    List<Blocker> listed = new ArrayList<>();
    int bytes = 0;
    for (Blocker blocker : found) {
      Blocker shown = blocker.shortened();
      bytes += bytes(shown);
      if (listed.size() == Blocker.MAX_LISTED || bytes > mostBytes) {
        return new BlockedBy(List.copyOf(listed), true);
      }
      int note = noteBytes(shown.note());
      if (bytes + note > mostBytes) {
        listed.add(shown.withoutNote());
      } else {
        bytes += note;
        listed.add(shown);
      }
    }
    return new BlockedBy(List.copyOf(listed), false);
  }

  private static int bytes(Blocker blocker) {
    String session = blocker.owner().session();
    return BLOCKER_BYTES
        + jsonBytes(blocker.lockId())
        + jsonBytes(blocker.owner().subAccount())
        + (session == null ? 0 : jsonBytes(session))
        + jsonBytes(blocker.path().toString());
  }

  /** The ids of a cycle that an answer lists: as many as fit, taken from both ends in turn. */
  public static List<String> listed(List<String> cycle) {
    List<String> first = new ArrayList<>();
    List<String> last = new ArrayList<>();
    int bytes = 0;
    for (int n = 0; n < cycle.size(); n++) {
      boolean isFirst = n % 2 == 0;
      String id = cycle.get(isFirst ? n / 2 : cycle.size() - 1 - n / 2);
      bytes += CYCLE_ID_BYTES + jsonBytes(id);
      if (bytes > CYCLE_BYTES) {
        break;
      }
      if (isFirst) {
        first.add(id);
      } else {
        last.add(0, id);
      }
    }
    first.addAll(last);
    return List.copyOf(first);
  }

  /** Bytes that a shown note is charged; 0 for none. */
  public static int noteBytes(@Nullable String shown) {
    return shown == null ? 0 : jsonBytes(shown);
  }

  /** Length of a text in JSON, without its quotes, in bytes. */
  private static int jsonBytes(String text) {
    int escapes = text.chars().map(AnswerBounds::bytesOfEscape).sum();
    return text.getBytes(StandardCharsets.UTF_8).length + escapes;
  }

  /** The bytes that a character has in JSON beyond itself. */
  private static int bytesOfEscape(int character) {
    return switch (character) {
      case '"', '\\', '\b', '\t', '\n', '\f', '\r' -> 1;
      default -> character < ' ' ? 5 : 0;
    };
  }

  /**
   * The note as a blocker shows it; one that is too long lacks its end, but no character is cut.
   */
  public static @Nullable String shownNote(@Nullable String note) {
    if (note == null || note.isEmpty()) {
      return null;
    }
    byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= NOTE_BYTES) {
      return note;
    }
    int end = NOTE_BYTES - ELLIPSIS.getBytes(StandardCharsets.UTF_8).length;
    while (isInsideCharacter(bytes[end])) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + ELLIPSIS;
  }

  /** The path; a path that is too long loses its middle, but no character is cut. */
  static String shortened(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= PATH_BYTES) {
      return path;
    }
    int end = PATH_END_BYTES;
    while (isInsideCharacter(bytes[end])) {
      end--;
    }
    int start = bytes.length - PATH_END_BYTES;
    while (isInsideCharacter(bytes[start])) {
      start++;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8)
        + ELLIPSIS
        + new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
  }

  private static boolean isInsideCharacter(byte each) {
    return (each & 0xC0) == 0x80;
  }
}
