package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.lua.store.StateRebuild;
import org.jspecify.annotations.Nullable;

/** Where the events are that tell all that was live at a commit. */
public final class EventTail {
  private EventTail() {}

  /** What a log of events is asked, beside which there may be records that are none. */
  public interface Events {
    /** Offset from which on all events of a range were decided at that log time or later. */
    long firstNotBefore(long at, LogRange range);

    /** The first event of a range; null if there is none. */
    @Nullable EventHead first(LogRange range);
  }

  /**
   * Finds them, and what counts on from before the commit.
   *
   * @param retained events that are there
   * @return null if not all of them are retained
   */
  public static @Nullable LogRange of(CommitMetadata committed, LogRange retained, Events events) {
    long begin = events.firstNotBefore(StateRebuild.since(committed.state()), retained);
    LogRange tail = new LogRange(begin, retained.end());
    if (begin > retained.begin() || committed.state().seq() == 0) {
      return tail;
    }
    EventHead first = events.first(tail);
    boolean isAll = first == null ? committed.idle() : first.seq() == 1;
    return isAll ? tail : null;
  }
}
