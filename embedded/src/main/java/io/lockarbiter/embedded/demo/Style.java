package io.lockarbiter.embedded.demo;

/** A style of text on a terminal. */
enum Style {
  BOLD("1"),
  DIM("2"),
  GREEN("32"),
  RED("1;31");

  private final String code;

  Style(String code) {
    this.code = code;
  }

  /** Returns the text in this style. */
  String of(String text) {
    return "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
