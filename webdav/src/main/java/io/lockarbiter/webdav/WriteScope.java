package io.lockarbiter.webdav;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The short lock under which the request of this thread writes. Everything that it changes in the
 * storage goes through the fence with the token of this lock.
 */
final class WriteScope implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriteScope.class);

  /** The scope of each thread; code that is called by the servlet's base class finds it here. */
  private static final ThreadLocal<@Nullable WriteScope> CURRENT = new ThreadLocal<>();

  private final Lease lease;
  private final StorageFence fence;
  private final Function<String, LockPath> places;
  private final @Nullable WriteScope outer;

  /**
   * Begins to write in this thread, until it is closed.
   *
   * @param places maps the path of a resource to the path to lock
   */
  WriteScope(Lease lease, StorageFence fence, Function<String, LockPath> places) {
    this.lease = lease;
    this.fence = fence;
    this.places = places;
    this.outer = CURRENT.get();
    CURRENT.set(this);
  }

  /**
   * The scope of this thread.
   *
   * @throws LateWriteException if it has none
   */
  static WriteScope current() {
    WriteScope scope = CURRENT.get();
    if (scope == null) {
      throw new LateWriteException("this request has no lock, so it must not write");
    }
    return scope;
  }

  /** Says whether this thread may write. */
  static boolean isOpen() {
    return CURRENT.get() != null;
  }

  Lease lease() {
    return lease;
  }

  /**
   * Changes what lies at a path.
   *
   * @throws LateWriteException if the lock is lost; nothing is changed then
   */
  <T> T write(String path, StorageWrite<T> write) throws IOException {
    LockPath place = places.apply(path);
    return fenced(action().on(mode(place), place.toString()), write);
  }

  /** Changes what lies at all paths of the lock, as a move does. */
  <T> T writeAll(StorageWrite<T> write) throws IOException {
    return fenced(action(), write);
  }

  /**
   * Looks at the lock once more within the fence, which may have kept the write waiting: the lock
   * of somebody who only keeps others out leaves no token there.
   */
  private <T> T fenced(FencingAction action, StorageWrite<T> write) throws IOException {
    try {
      return fence.write(
          action,
          () -> {
            requireHeld();
            return write.run();
          });
    } catch (FencedException e) {
      LOG.info("late write refused by the fence: {}", e.getMessage());
      throw e;
    }
  }

  private FencingAction action() {
    requireHeld();
    return FencingAction.of(lease);
  }

  private void requireHeld() {
    if (!lease.isValid()) {
      LOG.info("late write refused: lockId={} token={}", lease.lockId(), lease.token());
      throw new LateWriteException(
          "lockId=%s token=%d: the lock is no longer held; nothing was written. Send the request again."
              .formatted(lease.lockId(), lease.token()));
    }
  }

  private Mode mode(LockPath place) {
    for (Target target : lease.lock().targets()) {
      if (target.mode() != Mode.READ
          && target.path().isAtOrAbove(place.comparedAs(target.path()))) {
        return target.mode();
      }
    }
    throw new LateWriteException(
        "lockId=%s has no target at or above %s".formatted(lease.lockId(), place));
  }

  /** Ends the scope; the lock stays its owner's. */
  @Override
  public void close() {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
