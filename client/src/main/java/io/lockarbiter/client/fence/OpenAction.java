package io.lockarbiter.client.fence;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** One or several admitted actions whose work is not over; one thread does the work. */
final class OpenAction {
  private final List<FencingAction> actions;
  private final Thread thread;
  private final List<CountDownLatch> before;
  private final CountDownLatch over = new CountDownLatch(1);

  OpenAction(List<FencingAction> actions, Thread thread, Collection<OpenAction> before) {
    this.actions = actions;
    this.thread = thread;
    this.before = before.stream().map(open -> open.over).toList();
  }

  List<FencingAction> actions() {
    return actions;
  }

  Thread thread() {
    return thread;
  }

  /**
   * Says whether this work must be over before an action of the same lock begins, because the
   * action is of another run, or the last one of the lock.
   */
  boolean isOtherRunOf(FencingAction action) {
    return actions.stream()
        .filter(own -> own.token() == action.token())
        .anyMatch(own -> own.run() != action.run() || action.last());
  }

  /**
   * Waits until all earlier conflicting work is over, even if the thread is interrupted. It does
   * not wait on a future, because a thread of a pool would run other tasks meanwhile, which may act
   * as well.
   */
  void awaitTurn() {
    boolean interrupted = false;
    for (CountDownLatch earlier : before) {
      while (earlier.getCount() > 0) {
        try {
          earlier.await();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void end() {
    over.countDown();
  }
}
