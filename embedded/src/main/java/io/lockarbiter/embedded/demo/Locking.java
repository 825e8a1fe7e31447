package io.lockarbiter.embedded.demo;

/** How the members of the demo keep out of each other's way. */
enum Locking {
  /** Each asks for a lock on the paths that it touches. */
  PATHS("Lock Arbiter demo", "locks on paths"),
  /** Each asks for the whole tree of its account, as with one big mutex. */
  SERIAL("ONE AFTER THE OTHER", "--serial"),
  /** Nobody asks. */
  NONE("WITHOUT the arbiter", "--no-locks");

  private final String title;
  private final String text;

  Locking(String title, String text) {
    this.title = title;
    this.text = text;
  }

  /** The run's title. */
  String title() {
    return title + ": " + Demo.cast();
  }

  /** The run in the words of the command line. */
  String text() {
    return text;
  }
}
