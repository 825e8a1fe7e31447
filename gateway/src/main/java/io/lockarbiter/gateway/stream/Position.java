package io.lockarbiter.gateway.stream;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in the events that every instance finds again: after the event at this offset of {@code
 * lock.events}.
 *
 * @param at log time of that event, epoch ms; it tells a topic that was made anew from the one
 *     before. 0 if it is not known, as at an instance that has read nothing of the partition
 */
public record Position(int partition, long offset, long at) {
  private static final Pattern TEXT =
      Pattern.compile("([0-9]{1,6}):(-1|[0-9]{1,18}):([0-9]{1,18})");

  /** The position of an id; null if it is none. */
  static @Nullable Position of(String id) {
    Matcher parts = TEXT.matcher(id);
    return parts.matches()
        ? new Position(
            Integer.parseInt(parts.group(1)),
            Long.parseLong(parts.group(2)),
            Long.parseLong(parts.group(3)))
        : null;
  }

  /**
   * Says whether it is the same place. An instance that began to read right after it does not know
   * its time, which is no contradiction then.
   */
  boolean isSameAs(Position other) {
    boolean isTimeKnown = at != 0 && other.at != 0;
    return partition == other.partition
        && offset == other.offset
        && (at == other.at || !isTimeKnown && offset >= 0);
  }

  /** The id of events: {@code partition:offset:at}. */
  @Override
  public String toString() {
    return partition + ":" + offset + ":" + at;
  }
}
