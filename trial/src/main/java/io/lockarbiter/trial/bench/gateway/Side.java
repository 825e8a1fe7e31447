package io.lockarbiter.trial.bench.gateway;

/** A way to ask for locks that the bench measures. */
enum Side {
  JAVA("Java client"),
  HTTP("HTTP");

  private final String words;

  Side(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
