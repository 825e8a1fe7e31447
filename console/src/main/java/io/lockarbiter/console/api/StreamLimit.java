package io.lockarbiter.console.api;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many may follow the stream at a time, in all and of one reader. Whoever comes is let in, and
 * a stream gives way: of a reader who has as many as he may, his oldest; else the oldest of who has
 * the most, if that is more than the newcomer has: at once if it is still more afterwards, else
 * after a minute. So a reader that vanished without an end, which nobody can tell from one to whom
 * nothing happens, keeps nobody out, and nobody who has many takes the place of one who has few.
 */
public final class StreamLimit {
  /** As long as this a stream gives way to none of a reader who has as many then. */
  static final long LASTS_NANOS = 60_000_000_000L;

  private final int streams;
  private final int perReader;
  private final LongSupplier nanoTime;

  /** That which began first comes first. */
  private final Set<Place> places = new LinkedHashSet<>();

  private final Set<Place> leaving = new HashSet<>();

  /** Why a stream gives way. */
  enum End {
    /** To another of the same reader: he takes it back if he wants it. */
    DISPLACED,
    /** To another reader: it is asked for again. */
    AGAIN
  }

  /** Of one stream. */
  static final class Place {
    private final String reader;
    private final long since;
    private @Nullable End end;
    private Runnable wake = () -> {};

    private Place(String reader, long since) {
      this.reader = reader;
      this.since = since;
    }

    /** Why it gives way; null while it does not. */
    synchronized @Nullable End end() {
      return end;
    }

    /** Has a stream told that it gives way; it may have to already. */
    synchronized void onEnd(Runnable told) {
      wake = told;
      if (end != null) {
        told.run();
      }
    }

    private synchronized void give(End why) {
      end = why;
      wake.run();
    }
  }

  /**
   * A limit.
   *
   * @param streams in all
   * @param perReader of one who is logged in, or of one address
   * @param nanoTime this machine's monotonic clock
   */
  public StreamLimit(int streams, int perReader, LongSupplier nanoTime) {
    this.streams = streams;
    this.perReader = perReader;
    this.nanoTime = nanoTime;
  }

  /** How many threads write at most: those that give way leave within seconds. */
  public int threads() {
    return 2 * streams;
  }

  /**
   * Takes a place; {@link #release} gives it back.
   *
   * @throws Refused if none gives way
   */
  synchronized Place acquire(String reader) {
    long now = nanoTime.getAsLong();
    List<Place> own = places.stream().filter(place -> place.reader.equals(reader)).toList();
    if (own.size() >= perReader) {
      give(own.get(0), End.DISPLACED);
    } else if (places.size() >= streams) {
      give(oldestOfWhoHasMost(own.size(), now), End.AGAIN);
    }
    Place place = new Place(reader, now);
    places.add(place);
    return place;
  }

  private Place oldestOfWhoHasMost(int newcomers, long now) {
    Map<String, Integer> counts = new HashMap<>();
    places.forEach(place -> counts.merge(place.reader, 1, Integer::sum));
    int most = Collections.max(counts.values());
    return places.stream()
        .filter(place -> counts.getOrDefault(place.reader, 0) == most)
        .findFirst()
        .filter(
            oldest -> most > newcomers + 1 || most > newcomers && now - oldest.since >= LASTS_NANOS)
        .orElseThrow(
            () ->
                Refused.later(
                    "all %d places of the stream are taken, by readers who have no more of them than you, or began within a minute; see lockarbiter.console.streams"
                        .formatted(streams)));
  }

  /** Its thread may be writing still, to somebody who reads nothing. */
  private void give(Place place, End why) {
    if (leaving.stream().filter(one -> one.reader.equals(place.reader)).count() >= perReader) {
      throw Refused.tooMany(
          "you begin to follow the stream too often; see lockarbiter.console.streams-per-reader");
    }
    if (leaving.size() >= streams) {
      throw Refused.later("too many streams give way at this moment");
    }
    places.remove(place);
    leaving.add(place);
    place.give(why);
  }

  synchronized void release(Place place) {
    places.remove(place);
    leaving.remove(place);
  }
}
