package io.lockarbiter.embedded.scenarios;

/** A scenario file that cannot be run; the message names file, scenario and error. */
final class MalformedScenarioException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedScenarioException(String message) {
    super(message);
  }
}
