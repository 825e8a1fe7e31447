package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.lua.store.StateRebuild;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Finds the events that show everything that was live at a commit. */
public final class EventTail {
  private EventTail() {}

  /** A log of events, which may also contain records that are none. */
  public interface Events {
    /**
     * The first offset of a range from which on all events were decided at that log time or later.
     */
    long firstNotBefore(long at, LogRange range);

    /** The first event of a range; null if there is none. */
    @Nullable EventHead first(LogRange range);

    /** Events at hand, without other records, by their offsets. */
    static Events atHand(LongFunction<EventHead> events) {
      return new Events() {
        @Override
        public long firstNotBefore(long at, LogRange range) {
          long first = range.begin();
          while (first < range.end() && events.apply(first).at() < at) {
            first++;
          }
          return first;
        }

        @Override
        public @Nullable EventHead first(LogRange range) {
          return range.length() == 0 ? null : events.apply(range.begin());
        }
      };
    }
  }

  /**
   * Finds those events, and the earlier ones that still count in windows.
   *
   * @param retained the events that are retained
   * @return null if not all of them are retained
   */
  public static @Nullable LogRange of(CommitMetadata committed, LogRange retained, Events events) {
    long begin = events.firstNotBefore(StateRebuild.since(committed.state()), retained);
    LogRange tail = new LogRange(begin, retained.end());
    if (begin > retained.begin()) {
      return tail;
    }
    EventHead first = events.first(tail);
    long before = committed.state().settings().seqBefore();
    boolean isNew = committed.state().seq() == before;
    boolean isAll = first == null ? isNew || committed.idle() : first.seq() == before + 1;
    return isAll ? tail : null;
  }
}
