package io.lockarbiter.client;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code traceparent} of W3C Trace Context, which names the trace of a request. */
public final class Traceparent {
  static final int LENGTH = 55;

  private static final Pattern FORM =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private Traceparent() {}

  /** Says whether a text is a valid header; longer texts of later versions are not. */
  public static boolean isValid(@Nullable String text) {
    return text != null && text.length() == LENGTH && FORM.matcher(text).matches();
  }
}
