package io.lockarbiter.embedded.scenarios;

/** A scenario file that cannot be run; the message says file, scenario and what is wrong. */
final class MalformedScenarioException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedScenarioException(String message) {
    super(message);
  }
}
