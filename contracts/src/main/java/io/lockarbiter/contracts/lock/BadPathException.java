package io.lockarbiter.contracts.lock;

/** Says why a text is no path. */
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
