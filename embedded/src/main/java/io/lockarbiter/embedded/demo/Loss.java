package io.lockarbiter.embedded.demo;

/** The data that Redis loses during the demo. */
enum Loss {
  EVERYTHING("everything (FLUSHALL)"),
  LAST_WRITES("its last writes (fail-over)");

  private final String text;

  Loss(String text) {
    this.text = text;
  }

  /** Returns the loss in words. */
  String text() {
    return text;
  }
}
