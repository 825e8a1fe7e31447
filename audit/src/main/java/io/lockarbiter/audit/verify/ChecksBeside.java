package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Lets checks run beside the reading: each has a thread of its own and is some batches of commands
 * behind.
 */
final class ChecksBeside implements ReplayListener, AutoCloseable {
  /** Most commands of a batch. */
  private static final int BATCH = 128;

  /** Most bytes of a batch on the heap, unless one command has more. */
  private static final long BATCH_BYTES = 1 << 20;

  /**
   * Most bytes read ahead, unless one command has more: the batch that fills, the one in hand, and
   * those that wait.
   */
  static final long MOST_BYTES = (2 + CheckLane.WAITING) * BATCH_BYTES;

  private final List<CheckLane> lanes;
  private List<ReplayStep> batch = new ArrayList<>(BATCH);
  private long bytes;
  private boolean isFinished;

  /** A listener that passes everything on to the checks. */
  ChecksBeside(List<? extends ReplayListener> checks) {
    lanes = checks.stream().map(CheckLane::new).toList();
  }

  @Override
  public void begin(HistoryStart start) {
    lanes.forEach(lane -> lane.begin(start));
  }

  @Override
  public void step(ReplayStep step) {
    long more = step.heapBytes();
    if (batch.size() == BATCH || bytes + more > BATCH_BYTES && !batch.isEmpty()) {
      passOn();
    }
    batch.add(step);
    bytes += more;
    if (bytes > BATCH_BYTES) {
      // One command may end all locks of a partition. The events of one such are enough.
      passOn();
      lanes.forEach(CheckLane::awaitDone);
    }
  }

  private void passOn() {
    List<ReplayStep> full = batch;
    batch = new ArrayList<>(BATCH);
    bytes = 0;
    lanes.forEach(lane -> lane.put(full));
    if (lanes.stream().anyMatch(lane -> lane.failure() != null)) {
      finish();
    }
  }

  /**
   * Waits until the checks have taken everything, also after reading has failed.
   *
   * @throws RuntimeException of the check that failed at the earliest command, as one thread would
   */
  @Override
  public void end() {
    if (!isFinished) {
      lanes.forEach(lane -> lane.put(batch));
      finish();
    }
  }

  private void finish() {
    isFinished = true;
    lanes.forEach(CheckLane::finish);
    lanes.stream()
        .map(CheckLane::failure)
        .filter(Objects::nonNull)
        .min(Comparator.comparingLong(CheckLane.Failure::offset))
        .ifPresent(CheckLane.Failure::rethrow);
  }

  /** Ends the threads, however far they are. */
  @Override
  public void close() {
    lanes.forEach(CheckLane::close);
  }
}
