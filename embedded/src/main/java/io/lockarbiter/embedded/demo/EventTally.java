package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Owner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts the events of {@code lock.events}. Thread-safe. */
final class EventTally {
  static final int RECENT = 3;

  private final Map<RejectReason, Long> rejections = new EnumMap<>(RejectReason.class);
  private final Deque<String> recent = new ArrayDeque<>();
  private final QueueTally queue = new QueueTally();
  private long granted;
  private long released;

  synchronized void count(Event event) {
    if (event.repeated()) {
      return;
    }
    queue.count(event);
    if (event instanceof Granted) {
      granted++;
    } else if (event instanceof Released ended) {
      released += ended.token() == null ? 0 : 1;
    } else if (event instanceof Rejected rejected) {
      rejections.merge(rejected.reason(), 1L, Long::sum);
      remember(rejected);
    }
  }

  synchronized long granted() {
    return granted;
  }

  /** Returns the number of locks that are held now. */
  synchronized long held() {
    return granted - released;
  }

  synchronized long rejected() {
    return rejections.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the number of refusals by reason, without reasons that did not occur. */
  synchronized Map<RejectReason, Long> rejections() {
    return new EnumMap<>(rejections);
  }

  /** Returns the state of the queue, and the outcomes of waits. */
  synchronized QueueState queue() {
    return queue.state();
  }

  /** Returns the latest refusals in words, latest first. */
  synchronized List<String> recentRejections() {
    return new ArrayList<>(recent);
  }

  private void remember(Rejected rejected) {
    if (rejected.subject() instanceof LockFields asked) {
      recent.addFirst(
          "%s %s: %s %s %s%s"
              .formatted(
                  rejected.reason(),
                  rejected.head().account(),
                  name(asked.owner()),
                  asked.operation(),
                  asked.targets().get(0).path(),
                  rejected.blockedBy().isEmpty()
                      ? ""
                      : ", but " + text(rejected.blockedBy().get(0))));
      while (recent.size() > RECENT) {
        recent.removeLast();
      }
    }
  }

  private static String text(Blocker blocker) {
    return "%s %s %s %s"
        .formatted(
            name(blocker.owner()),
            blocker.waiting() ? "waits for" : "has",
            blocker.operation(),
            blocker.path());
  }

  private static String name(Owner owner) {
    return owner.session() == null
        ? owner.subAccount()
        : owner.subAccount() + "/" + owner.session();
  }
}
