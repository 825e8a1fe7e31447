package io.lockarbiter.trial.bench.scale;

/** How many processes share the partitions of a deployment. */
record Layout(int masters, int arbiters) {
  @Override
  public String toString() {
    return count(masters, "master") + ", " + count(arbiters, "arbiter");
  }

  private static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
