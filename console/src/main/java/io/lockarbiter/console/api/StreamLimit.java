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
 * A limit on open event streams, in all and of one reader. A new stream is always let in, and
 * another one gives way. If the reader has as many as allowed, his oldest gives way. Otherwise it
 * is the oldest of the reader with the most streams, if he has more than the newcomer: at once if
 * he still has more afterwards, else after a minute. A vanished reader cannot be told from one who
 * gets no events; by this rule he keeps nobody out, and nobody with many streams takes the place of
 * somebody with few.
 */
public final class StreamLimit {
  /**
   * A stream younger than this gives way only to a reader who still has fewer streams afterwards.
   */
  static final long LASTS_NANOS = 60_000_000_000L;

  private final int streams;
  private final int perReader;
  private final LongSupplier nanoTime;

  /** In order of their beginning, the oldest first. */
  private final Set<Place> places = new LinkedHashSet<>();

  private final Set<Place> leaving = new HashSet<>();

  /** The reason for which a stream gives way. */
  enum End {
    /** Another stream of the same reader took the place; the reader may take it back. */
    DISPLACED,
    /** Another reader took the place; the client asks again. */
    AGAIN
  }

  /** The place of one stream. */
  static final class Place {
    private final String reader;
    private final long since;
    private @Nullable End end;
    private Runnable wake = () -> {};

    private Place(String reader, long since) {
      this.reader = reader;
      this.since = since;
    }

    /** Returns why the stream has to give way; null while it may go on. */
    synchronized @Nullable End end() {
      return end;
    }

    /**
     * Sets a callback for the moment when the stream has to give way; it runs at once if that was
     * before.
     */
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
   * Creates a limit.
   *
   * @param streams in all
   * @param perReader for one login, or for one address
   * @param nanoTime this machine's monotonic clock
   */
  public StreamLimit(int streams, int perReader, LongSupplier nanoTime) {
    this.streams = streams;
    this.perReader = perReader;
    this.nanoTime = nanoTime;
  }

  /**
   * Returns the most threads that write streams: those of open streams, and as many of streams that
   * give way, which end within seconds.
   */
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

  /** Tells a stream to give way. Its thread may still be writing to a client that reads nothing. */
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
