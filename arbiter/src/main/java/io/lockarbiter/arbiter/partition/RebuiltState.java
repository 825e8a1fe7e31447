package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.StateRebuild;
import io.lockarbiter.lua.store.StateRestore;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a state from the events that show everything that is live, and puts it into the store.
 * One partition of an instance at a time, because all live locks are in memory meanwhile.
 */
final class RebuiltState implements RecoveryWay {
  private final int partition;
  private final Rebuild rebuild;
  private final LockStore store;
  private final PartitionLog log;
  private final Semaphore turns;
  private final ElapsedClock clock;
  private final long mostBytes;
  private boolean isOn;
  private long next;
  private long events;
  private @Nullable StateRebuild rebuilt;
  private @Nullable StateRestore restore;

  /** A rebuild that has not begun. */
  RebuiltState(int partition, Rebuild rebuild, PartitionServices services, PartitionLog log) {
    this.partition = partition;
    this.rebuild = rebuild;
    this.store = services.store();
    this.log = log;
    this.turns = services.rebuildTurns();
    this.clock = services.clock();
    this.mostBytes = services.rebuildBytes();
    this.next = rebuild.tail().begin();
    this.rebuilt = services.rebuilds().begin(partition, rebuild.loss().committed().state());
  }

  @Override
  public String what() {
    return "It is built anew from %d offsets of lock.events, from offset=%d on"
        .formatted(rebuild.tail().length(), rebuild.tail().begin());
  }

  @Override
  public RecoveryProgress progress() {
    return new RecoveryProgress(
        HaltText.lost(rebuild.loss()),
        "lock.events",
        rebuild.tail().begin(),
        next,
        rebuild.tail().end());
  }

  @Override
  public long records() {
    return events;
  }

  @Override
  public boolean step(Duration longest) {
    isOn = isOn || isMyTurn(longest);
    if (!isOn) {
      return false;
    }
    if (rebuilt != null) {
      follow(rebuilt);
    }
    return restore != null && isRestored(restore, longest);
  }

  private boolean isMyTurn(Duration longest) {
    try {
      return turns.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Applies the next events; only events of later records stand behind those of the committed
   * state.
   */
  private void follow(StateRebuild state) {
    long lastSeq = rebuild.loss().committed().state().seq();
    try {
      EventPage page = log.events(new LogRange(next, rebuild.tail().end()));
      next = page.next();
      for (PublishedEvent published : page.events()) {
        if (published.event().head().seq() > lastSeq) {
          next = rebuild.tail().end();
          break;
        }
        String newer = published.event().newerWord();
        if (newer != null) {
          throw new HaltedException(
              HaltText.newerEvents(partition, published.event().head().seq(), newer));
        }
        state.follow(published.event(), published.lockReplyTo());
        events++;
        if (state.bytes() > mostBytes) {
          throw new HaltedException(HaltText.tooLarge(partition, rebuild.loss(), mostBytes));
        }
      }
      if (next >= rebuild.tail().end()) {
        restore = store.restore(partition, state.state());
        rebuilt = null;
      }
    } catch (IllegalArgumentException e) {
      throw new HaltedException(
          HaltText.otherEvents(partition, next, String.valueOf(e.getMessage())));
    }
  }

  private boolean isRestored(StateRestore state, Duration longest) {
    long until = clock.nanos() + longest.toNanos();
    while (true) {
      switch (state.next()) {
        case DONE -> {
          return true;
        }
        case OVERTAKEN -> throw StateLostException.broughtFurther();
        case MORE -> {
          if (clock.nanos() - until >= 0) {
            return false;
          }
        }
      }
    }
  }

  @Override
  public void close() {
    if (isOn) {
      isOn = false;
      turns.release();
    }
  }
}
