package io.lockarbiter.client.hold;

import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.contracts.event.YieldRequested;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of one lease, called on the threads for callbacks. Used in the loop's turns only.
 */
final class LeaseListeners {
  private final SerialExecutor warnings;
  private final SerialExecutor losses;
  private final YieldReports yields;
  private final List<Consumer<LostReason>> lostListeners = new ArrayList<>();
  private final List<Consumer<Duration>> warningListeners = new ArrayList<>();
  private @Nullable LostReason lost;

  LeaseListeners(ClientContext context) {
    warnings = context.callbacks();
    losses = context.losses();
    yields = new YieldReports(context.callbacks());
  }

  /** Adds a listener of the loss; a lease that is lost already tells it at once. */
  void addLost(Consumer<LostReason> listener) {
    LostReason reason = lost;
    if (reason == null) {
      lostListeners.add(listener);
    } else {
      losses.execute(() -> listener.accept(reason));
    }
  }

  void addWarning(Consumer<Duration> listener) {
    warningListeners.add(listener);
  }

  void addYield(Consumer<YieldRequest> listener) {
    yields.add(listener);
  }

  /** Tells the loss; only the first counts. */
  void lost(LostReason reason) {
    lost = reason;
    lostListeners.forEach(listener -> losses.execute(() -> listener.accept(reason)));
  }

  /** The reason for the loss; null if the lease is not lost. */
  @Nullable LostReason lost() {
    return lost;
  }

  void warn(Duration left) {
    warningListeners.forEach(listener -> warnings.execute(() -> listener.accept(left)));
  }

  void asked(YieldRequested request) {
    yields.tell(request);
  }

  /** Tells no more requests to yield. */
  void stopYields() {
    yields.stop();
  }
}
