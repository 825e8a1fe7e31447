package io.lockarbiter.client.fence;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** One or several admitted actions whose work, done by one thread, is not over. */
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

  /** Whether this lock's work, by another run or before its last action, is to be over first. */
  boolean isOtherRunOf(FencingAction action) {
    return actions.stream()
        .filter(own -> own.token() == action.token())
        .anyMatch(own -> own.run() != action.run() || action.last());
  }

  /**
   * Waits, whatever interrupts the thread, until the work of all those before is over. Not by a
   * future: a thread of a pool would do other tasks meanwhile, which may want to act as well.
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
