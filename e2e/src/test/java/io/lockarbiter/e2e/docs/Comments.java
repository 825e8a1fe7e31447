package io.lockarbiter.e2e.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the comments of a Java or Lua source that begin like a riddle: with What, Who or Of. */
final class Comments {
  private static final Pattern RIDDLE = Pattern.compile("(What|Who|Of)\\b.*");
  private static final Pattern OPENING = Pattern.compile("^/?\\*+ *");

  private Comments() {}

  /**
   * The riddles of a source, each with its line.
   *
   * @param marker begins a line comment: {@code //} or {@code --}. A run of such lines is one
   *     comment; a line that begins with an {@code @} after it is none
   */
  static List<String> riddles(String source, String marker) {
    List<String> found = new ArrayList<>();
    boolean isOpened = false;
    boolean isRun = false;
    int number = 0;
    for (String whole : source.lines().toList()) {
      number++;
      String line = whole.strip();
      String text = "";
      if (isOpened || line.startsWith("/*")) {
        text = OPENING.matcher(line).replaceFirst("");
        isOpened = text.isEmpty();
        isRun = false;
      } else if (line.startsWith(marker)) {
        String comment = line.substring(marker.length()).strip();
        text = isRun ? "" : comment;
        isRun = !comment.startsWith("@");
      } else {
        isRun = false;
        text = behindCode(line, marker);
      }
      if (RIDDLE.matcher(text).matches()) {
        found.add("line " + number + " begins a comment with: " + text.replaceFirst(" *\\*/$", ""));
      }
    }
    return found;
  }

  /** The comment at the end of a line of code; empty if there is none, or it may be in a text. */
  private static String behindCode(String line, String marker) {
    int place = line.lastIndexOf(" " + marker + " ");
    String comment = place < 0 ? "" : line.substring(place + marker.length() + 2);
    return comment.contains("\"") ? "" : comment;
  }
}
