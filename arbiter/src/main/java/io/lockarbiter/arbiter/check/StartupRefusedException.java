package io.lockarbiter.arbiter.check;

import java.util.List;

/** The arbiter must not start; the message says everything, one line per problem. */
public final class StartupRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Refuses because of one problem. */
  public StartupRefusedException(String problem, Throwable cause) {
    super(problem, cause);
  }

  /** Refuses because of some problems. */
  public StartupRefusedException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
  }
}
