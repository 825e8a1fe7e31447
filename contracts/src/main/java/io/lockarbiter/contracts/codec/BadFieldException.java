package io.lockarbiter.contracts.codec;

/** A field that breaks its rule; the message says how, fit for a user, and holds no payload. */
final class BadFieldException extends Exception {
  private final String field;
  private final String problem;

  BadFieldException(String field, String problem) {
    super(problem, null, false, false);
    this.field = field;
    this.problem = problem;
  }

  /** The top-level field. */
  String field() {
    return field;
  }

  String problem() {
    return problem;
  }
}
