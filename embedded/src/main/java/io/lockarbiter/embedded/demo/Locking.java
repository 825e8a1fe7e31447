package io.lockarbiter.embedded.demo;

/** The ways in which the members of the demo exclude each other. */
enum Locking {
  /** Each operation locks the paths that it touches. */
  PATHS("Lock Arbiter demo", "locks on paths"),
  /** Each operation locks the whole tree of its account, as with one big mutex. */
  SERIAL("ONE AFTER THE OTHER", "--serial"),
  /** No operation locks anything. */
  NONE("WITHOUT the arbiter", "--no-locks");

  private final String title;
  private final String text;

  Locking(String title, String text) {
    this.title = title;
    this.text = text;
  }

  /** Returns the run's title. */
  String title() {
    return title + ": " + Demo.cast();
  }

  /** Returns the option of the command line that selects it. */
  String text() {
    return text;
  }
}
