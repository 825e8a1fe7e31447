package io.lockarbiter.audit.lives;

import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The life of every lock, from the events alone: emitted when it ends, and at the end of the replay
 * for those still held or waiting. Keeps the live ones only.
 */
public final class LockLives implements ReplayListener {
  private final Consumer<LockLife> lives;
  private final Map<LockKey, LockLife> live = new LinkedHashMap<>();

  /**
   * A view.
   *
   * @param lives gets each life once, in the order of their ends, those without an end last
   */
  public LockLives(Consumer<LockLife> lives) {
    this.lives = lives;
  }

  /** What is held or waits now, in the order of first mention. */
  public Collection<LockLife> live() {
    return List.copyOf(live.values());
  }

  @Override
  public void begin(HistoryStart start) {
    live.clear();
  }

  @Override
  public void step(ReplayStep step) {
    for (RecordedEvent recorded : step.events()) {
      Event event = recorded.event();
      if (!event.repeated() && event.subject() instanceof LockFields fields) {
        apply(step.partition(), event, fields);
      }
    }
  }

  @Override
  public void end() {
    live.values().forEach(lives);
    live.clear();
  }

  private void apply(int partition, Event event, LockFields fields) {
    LockKey key = new LockKey(event.head().account(), fields.lockId());
    LockLife before = live.get(key);
    if (event instanceof Queued queued) {
      live.put(key, queued(partition, queued));
    } else if (event instanceof Granted granted) {
      live.put(key, granted(partition, granted, before));
    } else if (event instanceof Renewed renewed) {
      live.put(key, renewed(partition, renewed, before));
    } else if (event instanceof Released released) {
      live.remove(key);
      lives.accept(ended(partition, released, fields, before));
    } else if (event instanceof Rejected rejected) {
      refuse(partition, key, rejected, fields, before);
    }
  }

  private void refuse(
      int partition, LockKey key, Rejected rejected, LockFields fields, @Nullable LockLife before) {
    boolean endsWait = rejected.reason().endsWait();
    if (endsWait) {
      live.remove(key);
    }
    LockEnd end =
        new LockEnd(rejected.head().at(), rejected.type(), rejected.reason().name(), null, null);
    if (endsWait && before != null) {
      lives.accept(before.endedBy(end));
    } else {
      lives.accept(
          new LockLife(
              partition,
              key.account(),
              fields,
              endsWait ? end.at() - fields.waitMs() : end.at(),
              null,
              null,
              null,
              null,
              null,
              0,
              rejected.blockedBy(),
              end));
    }
  }

  private static LockLife queued(int partition, Queued queued) {
    return new LockLife(
        partition,
        queued.head().account(),
        queued.subject(),
        queued.requestedAt(),
        queued.head().at(),
        queued.deadline(),
        null,
        null,
        null,
        0,
        queued.blockedBy(),
        null);
  }

  private static LockLife granted(int partition, Granted granted, @Nullable LockLife before) {
    long at = granted.head().at();
    return new LockLife(
        partition,
        granted.head().account(),
        granted.subject(),
        at - granted.waitedMs(),
        before == null ? null : before.queuedAt(),
        before == null ? null : before.deadline(),
        at,
        granted.expiresAt(),
        granted.token(),
        0,
        before == null ? List.of() : before.blockedBy(),
        null);
  }

  private static LockLife renewed(int partition, Renewed renewed, @Nullable LockLife before) {
    return new LockLife(
        partition,
        renewed.head().account(),
        renewed.subject(),
        renewed.grantedAt() - renewed.waitedMs(),
        before == null ? null : before.queuedAt(),
        before == null ? null : before.deadline(),
        renewed.grantedAt(),
        renewed.expiresAt(),
        renewed.token(),
        before == null ? 1 : before.renewals() + 1,
        before == null ? List.of() : before.blockedBy(),
        null);
  }

  private static LockLife ended(
      int partition, Released released, LockFields fields, @Nullable LockLife before) {
    long at = released.head().at();
    LockEnd end =
        new LockEnd(
            at, released.type(), released.reason().name(), released.by(), released.comment());
    if (before != null) {
      return before.endedBy(end);
    }
    Long heldMs = released.heldMs();
    long grantedAt = heldMs == null ? at : at - heldMs;
    return new LockLife(
        partition,
        released.head().account(),
        fields,
        grantedAt,
        null,
        null,
        heldMs == null ? null : grantedAt,
        null,
        released.token(),
        0,
        List.of(),
        end);
  }
}
