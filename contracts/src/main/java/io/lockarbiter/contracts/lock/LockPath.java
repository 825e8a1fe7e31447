package io.lockarbiter.contracts.lock;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A normalised path in an account's tree: {@code /}, or {@code /a/b/c}. NFC, ordered segment by
 * segment in UTF-8 bytes ({@code /a/b} before {@code /a-b}). The path need not exist.
 *
 * <p>It is compared with case, unless it was made {@link #withoutCase}. Only paths of one kind
 * belong together: those of one deployment.
 *
 * <p>Unicode data are recorded from ICU, not the JDK's: the same bytes must mean the same path on
 * every JDK, or a replay would decide differently.
 */
public final class LockPath implements Comparable<LockPath> {
  /** Most segments of a path. */
  public static final int MAX_SEGMENTS = 64;

  /** Most UTF-8 bytes of a path, separators included. */
  public static final int MAX_BYTES = 4096;

  /** The root of the account's tree. */
  public static final LockPath ROOT = new LockPath("/");

  /** The order of the segments of paths. */
  public static final Comparator<String> SEGMENT_ORDER = LockPath::compare;

  /** The path as it was sent. */
  private final String shown;

  /** The text by which it is compared. */
  private final String text;

  private final boolean isWithoutCase;

  private LockPath(String text) {
    this(text, text, /* isWithoutCase= */ false);
  }

  private LockPath(String shown, String text, boolean isWithoutCase) {
    this.shown = shown;
    this.text = text;
    this.isWithoutCase = isWithoutCase;
  }

  /**
   * Normalises and checks a path.
   *
   * @throws BadPathException if it is no valid path; the message says why, fit for a user
   */
  public static LockPath of(String raw) {
    boolean ascii = isPrintableAscii(raw);
    String text = ascii ? raw : normalise(raw);
    if (!text.startsWith("/")) {
      throw new BadPathException(raw, "does not start with /");
    }
    if (text.length() == 1) {
      return ROOT;
    }
    checkSegments(text, raw);
    int bytes = ascii ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new BadPathException(
          raw, "has " + bytes + " UTF-8 bytes, at most " + MAX_BYTES + " are allowed");
    }
    return new LockPath(text);
  }

  /**
   * The same path, compared without case: {@code /Plan} and {@code /plan} are equal then. What is
   * shown does not change.
   *
   * @throws BadPathException if its folded form is longer than a path may be
   */
  public LockPath withoutCase() {
    if (isWithoutCase) {
      return this;
    }
    String folded = CanonicalText.withoutCase(shown);
    int bytes =
        folded.length() * 3 <= MAX_BYTES ? 0 : folded.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new BadPathException(
          shown,
          "has %d UTF-8 bytes without case, at most %d are allowed".formatted(bytes, MAX_BYTES));
    }
    return new LockPath(shown, folded, /* isWithoutCase= */ true);
  }

  /**
   * The same path, where names with a backslash are refused.
   *
   * @throws BadPathException if it has one
   */
  public LockPath withoutBackslash() {
    if (shown.indexOf('\\') >= 0) {
      throw new BadPathException(shown, "has a \\ in a name, which this deployment refuses");
    }
    return this;
  }

  /** This path, compared as the other one is. */
  public LockPath comparedAs(LockPath other) {
    return other.isWithoutCase ? withoutCase() : this;
  }

  /** Says whether it is compared without case. */
  public boolean isWithoutCase() {
    return isWithoutCase;
  }

  /** The text by which it is compared: the path itself, or its folded form. */
  public String compared() {
    return text;
  }

  private static boolean isPrintableAscii(String raw) {
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return true;
  }

  /**
   * Checks the code points, then normalises. The check comes first because normalising neither
   * makes nor removes a refused code point, and would not keep a lone surrogate.
   */
  private static String normalise(String raw) {
    raw.codePoints().forEach(codePoint -> checkCodePoint(codePoint, raw));
    return CanonicalText.nfc(raw);
  }

  private static void checkCodePoint(int codePoint, String raw) {
    if (codePoint < ' ' || (codePoint >= 0x7F && codePoint <= 0x9F)) {
      throw refused(raw, "control character", codePoint);
    }
    if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
      throw refused(raw, "lone surrogate", codePoint);
    }
    if (!UnicodeData.RECORDED.isAssigned(codePoint)) {
      throw refused(raw, "unassigned code point", codePoint);
    }
  }

  private static BadPathException refused(String raw, String what, int codePoint) {
    return new BadPathException(raw, "has the %s U+%04X".formatted(what, codePoint));
  }

  private static void checkSegments(String text, String raw) {
    int segments = 0;
    int start = 1;
    while (start <= text.length()) {
      int slash = text.indexOf('/', start);
      int end = slash < 0 ? text.length() : slash;
      if (end == start) {
        throw new BadPathException(
            raw, end == text.length() ? "ends with /" : "has an empty segment");
      }
      boolean one = end - start == 1 && text.charAt(start) == '.';
      boolean two = end - start == 2 && text.startsWith("..", start);
      if (one || two) {
        throw new BadPathException(raw, "has the segment " + (one ? "." : ".."));
      }
      segments++;
      start = end + 1;
    }
    if (segments > MAX_SEGMENTS) {
      throw new BadPathException(
          raw, "has " + segments + " segments, at most " + MAX_SEGMENTS + " are allowed");
    }
  }

  /** The position of the other path, seen from this one; null if neither lies above the other. */
  public @Nullable Relation relationOf(LockPath theirs) {
    if (theirs.text.equals(text)) {
      return Relation.SAME;
    }
    if (theirs.isAbove(this)) {
      return Relation.ANCESTOR;
    }
    return isAbove(theirs) ? Relation.DESCENDANT : null;
  }

  /** Says whether this path lies strictly above the other. */
  public boolean isAbove(LockPath other) {
    if (text.length() == 1) {
      return other.text.length() > 1;
    }
    return other.text.length() > text.length()
        && other.text.charAt(text.length()) == '/'
        && other.text.startsWith(text);
  }

  /** Says whether this path equals the other or lies above it. */
  public boolean isAtOrAbove(LockPath other) {
    return equals(other) || isAbove(other);
  }

  /**
   * The place of this path after a folder at it or above it was moved: the folder's new place and
   * the rest of this path as it was sent.
   *
   * @param from the former place of the folder
   * @param to its new place
   * @return null if it would be too long or too deep
   */
  public @Nullable LockPath moved(LockPath from, LockPath to) {
    int end = 0;
    for (int level = from.depth(); level > 0; level--) {
      end = shown.indexOf('/', end + 1);
      end = end < 0 ? shown.length() : end;
    }
    String rest = shown.length() == 1 ? "" : shown.substring(end);
    String place = rest.isEmpty() ? to.shown : (to.shown.length() == 1 ? "" : to.shown) + rest;
    try {
      return of(place).comparedAs(to);
    } catch (BadPathException e) {
      return null;
    }
  }

  /** Number of segments; 0 for the root. */
  public int depth() {
    if (text.length() == 1) {
      return 0;
    }
    int segments = 0;
    for (int slash = 0; slash >= 0; slash = text.indexOf('/', slash + 1)) {
      segments++;
    }
    return segments;
  }

  /**
   * The path as a key by which it is compared and whose plain byte order is the order of paths:
   * each segment led in by the byte 1, which no path contains; the root is empty.
   */
  public String key() {
    return key(text);
  }

  /** The path as a key in the form in which it was sent. */
  public String sentKey() {
    return key(shown);
  }

  private static String key(String path) {
    return path.length() == 1 ? "" : path.replace('/', '\u0001');
  }

  /** Says whether another path is the same, sent in the same form and compared alike. */
  public boolean isSentAs(LockPath other) {
    return isWithoutCase == other.isWithoutCase && shown.equals(other.shown);
  }

  /** Says whether it was sent in the form in which it is compared. */
  public boolean isAsSent() {
    return shown.equals(text);
  }

  /** The paths strictly above this one, from the root down; empty for the root. */
  public List<LockPath> ancestors() {
    if (text.length() == 1) {
      return List.of();
    }
    List<LockPath> above = new ArrayList<>();
    above.add(isWithoutCase ? ROOT.withoutCase() : ROOT);
    int shownEnd = shown.indexOf('/', 1);
    for (int end = text.indexOf('/', 1); end > 0; end = text.indexOf('/', end + 1)) {
      above.add(new LockPath(shown.substring(0, shownEnd), text.substring(0, end), isWithoutCase));
      shownEnd = shown.indexOf('/', shownEnd + 1);
    }
    return above;
  }

  @Override
  public int compareTo(LockPath other) {
    return compare(text, other.text);
  }

  private static int compare(String one, String other) {
    int common = Math.min(one.length(), other.length());
    for (int i = 0; i < common; i++) {
      char ours = one.charAt(i);
      char theirs = other.charAt(i);
      if (ours != theirs) {
        return Integer.compare(rank(ours), rank(theirs));
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  /**
   * Rank of a UTF-16 unit in the order of UTF-8, separators first; surrogates stand for code points
   * above U+FFFF.
   */
  private static int rank(char c) {
    if (c == '/') {
      return 0;
    }
    return Character.isSurrogate(c) ? Character.MAX_VALUE + c : c;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LockPath path && path.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The normalised path, as it was sent. */
  @Override
  public String toString() {
    return shown;
  }
}
