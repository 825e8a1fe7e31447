package io.lockarbiter.arbiter.view;

/** The allowed number of views is being made already; decisions go on. */
final class TooManyViewsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooManyViewsException(int most) {
    super(
        "this instance is making "
            + most
            + " views of locks or queues already (lockarbiter.http.concurrent-views); they take time from decisions. Ask again, or another instance");
  }
}
