package io.lockarbiter.contracts.lock;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The rule for every id (account, sub-account, session, command id, lock id, reply address): 1 to
 * 128 UTF-8 bytes without control characters (RULES.md, Defaults and bounds).
 */
public final class IdRule {
  /** Most UTF-8 bytes of an id. */
  public static final int MAX_BYTES = 128;

  private IdRule() {}

  /** The problem of the id, fit for a user; null if there is none. */
  public static @Nullable String problem(String id) {
    if (id.isEmpty()) {
      return "is empty";
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (Character.isISOControl(c)) {
        return "has the control character U+%04X".formatted((int) c);
      }
    }
    if (!isEncodable(id)) {
      return "has a lone surrogate";
    }
    if (id.length() > MAX_BYTES / 4) {
      int bytes = id.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MAX_BYTES) {
        return "has " + bytes + " UTF-8 bytes, at most " + MAX_BYTES + " are allowed";
      }
    }
    return null;
  }

  /** Says whether the text has no lone surrogate, so that UTF-8 can carry it. */
  public static boolean isEncodable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
