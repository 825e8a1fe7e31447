package io.lockarbiter.cli;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.web.server.PortInUseException;

/**
 * The text of a failure for a user: the message that names the fix, if there is one; otherwise its
 * message, and those messages of its causes that add information.
 */
public final class FailureText {
  private static final String FIX = "Fix: ";
  private static final String SETTING = "(?s)lockarbiter\\.[a-z.-]+(=.*| is no limit), expected .*";

  private FailureText() {}

  static String of(Throwable failure) {
    String remedy = null;
    StringBuilder all = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = message(cause);
      if (saysItAll(message)) {
        remedy = message;
      }
      String known = known(cause);
      if (known != null) {
        return known;
      }
      boolean saysMore = all.isEmpty() || cause.getMessage() != null;
      if (saysMore && all.indexOf(message) < 0) {
        all.append(all.isEmpty() ? "" : System.lineSeparator() + "  cause: ").append(message);
      }
    }
    return remedy == null ? all.toString() : remedy;
  }

  private static boolean saysItAll(String message) {
    return message.contains(FIX) || message.matches(SETTING);
  }

  /** A sentence for a failure of another library that names no remedy; null for other failures. */
  private static @Nullable String known(Throwable failure) {
    if (failure instanceof InterruptedException) {
      return "stopped before it was done";
    }
    if (failure instanceof PortInUseException taken) {
      return "server.port=%d is taken by another process; without its HTTP side an arbiter does not start. Fix: start with --server.port=PORT, 0 for any that is free"
          .formatted(taken.getPort());
    }
    if (failure instanceof UnboundConfigurationPropertiesException unbound) {
      return "%s: no such setting; it would change nothing. Fix: correct the name, as in arbiter/README.md, Settings"
          .formatted(
              unbound.getUnboundProperties().stream()
                  .map(property -> property.getName().toString())
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    return null;
  }

  private static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
  }
}
