package io.lockarbiter.embedded.demo;

/** A kind of damage that the file system shows. */
enum Violation {
  GHOST("files below a deleted or moved folder"),
  LOST("uploads that vanished while written"),
  TORN("files with mixed or partial content"),
  BROKEN_READ("downloads of a file that changed or vanished"),
  STRANDED("files that vanished while their folder was moved"),
  AUDIT("files missing or left over at the end");

  private final String text;

  Violation(String text) {
    this.text = text;
  }

  /** Returns the damage in words. */
  String text() {
    return text;
  }
}
