package io.lockarbiter.contracts.lock;

/** A text is no valid path; the message gives the reason. */
public final class BadPathException extends IllegalArgumentException {
  private final String problem;

  BadPathException(String problem) {
    super("the path " + problem);
    this.problem = problem;
  }

  /** The problem, fit for a user, in words that follow the path's name: "has …". */
  public String problem() {
    return problem;
  }
}
