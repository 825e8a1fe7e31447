package io.lockarbiter.embedded.demo;

/** What Redis loses while the demo runs. */
enum Loss {
  EVERYTHING("everything (FLUSHALL)"),
  LAST_WRITES("its last writes (fail-over)");

  private final String text;

  Loss(String text) {
    this.text = text;
  }

  /** In words. */
  String text() {
    return text;
  }
}
