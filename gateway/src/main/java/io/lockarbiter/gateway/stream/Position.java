package io.lockarbiter.gateway.stream;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in the events that every instance finds again: after the event at this offset of {@code
 * lock.events}.
 *
 * @param at log time of that event, epoch ms; it tells a topic that was made anew from the one
 *     before. 0 if the partition had no event yet
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

  /** The id of events: {@code partition:offset:at}. */
  @Override
  public String toString() {
    return partition + ":" + offset + ":" + at;
  }
}
