package io.lockarbiter.client.hold;

import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.contracts.event.YieldRequested;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports requests to yield to one lease's listeners, on the threads for callbacks. Used in the
 * loop's turns only.
 */
final class YieldReports {
  /** Most requests that wait for one listener; the latest replaces the one before. */
  static final int MOST_UNTOLD = 8;

  private final SerialExecutor callbacks;
  private final List<Inbox> inboxes = new ArrayList<>();
  private @Nullable YieldRequest latest;

  YieldReports(SerialExecutor callbacks) {
    this.callbacks = callbacks;
  }

  void add(Consumer<YieldRequest> listener) {
    Inbox inbox = new Inbox(listener);
    inboxes.add(inbox);
    if (latest != null) {
      inbox.put(latest);
    }
  }

  void tell(YieldRequested event) {
    Long endsAt = event.endsAt();
    YieldRequest request =
        new YieldRequest(
            event.by(),
            event.bySession(),
            event.comment(),
            endsAt == null ? null : Instant.ofEpochMilli(endsAt));
    latest = request;
    inboxes.forEach(inbox -> inbox.put(request));
  }

  /** Ends the reports: listeners receive neither earlier nor later requests. */
  void stop() {
    latest = null;
    inboxes.forEach(Inbox::clear);
    inboxes.clear();
  }

  /** The requests that one listener has not received yet, one callback each. */
  private final class Inbox {
    private final Consumer<YieldRequest> listener;
    private final Deque<YieldRequest> untold = new ArrayDeque<>();

    Inbox(Consumer<YieldRequest> listener) {
      this.listener = listener;
    }

    void put(YieldRequest request) {
      synchronized (untold) {
        if (untold.size() == MOST_UNTOLD) {
          untold.removeLast();
          untold.addLast(request);
          return;
        }
        untold.addLast(request);
      }
      callbacks.execute(this::tellNext);
    }

    void clear() {
      synchronized (untold) {
        untold.clear();
      }
    }

    private void tellNext() {
      YieldRequest next;
      synchronized (untold) {
        next = untold.pollFirst();
      }
      if (next != null) {
        listener.accept(next);
      }
    }
  }
}
