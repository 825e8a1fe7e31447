package io.lockarbiter.service;

import java.util.List;

/** A service must not start; the message says everything, one line per problem. */
public final class StartupRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Refuses because of one problem. */
  public StartupRefusedException(String problem) {
    super(problem);
  }

  /** Refuses because of one problem that has a cause. */
  public StartupRefusedException(String problem, Throwable cause) {
    super(problem, cause);
  }

  /** Refuses because of some problems. */
  public StartupRefusedException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
  }
}
