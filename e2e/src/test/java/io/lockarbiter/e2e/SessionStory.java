package io.lockarbiter.e2e;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.e2e.SessionView.Alive;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Everything that the log tells of one session. Times are log time, epoch ms. */
final class SessionStory {
  private final Set<Alive> told = new HashSet<>();

  /**
   * The end of each of its lives by the beginning, as the ends of leases tell them, whatever {@code
   * beganAt} says.
   */
  private final TreeMap<Long, Long> lives = new TreeMap<>();

  /** Reads the stories by the names of the sessions. */
  static Map<String, SessionStory> of(Collection<Event> events) {
    Map<String, SessionStory> stories = new HashMap<>();
    for (Event event : events) {
      if (event instanceof KeptAlive kept) {
        stories
            .computeIfAbsent(String.valueOf(kept.owner().session()), name -> new SessionStory())
            .add(kept);
      }
    }
    return stories;
  }

  private void add(KeptAlive kept) {
    long at = kept.head().at();
    told.add(new Alive(at, kept.beganAt(), kept.expiresAt()));
    Map.Entry<Long, Long> last = lives.lastEntry();
    long began = last == null || last.getValue() <= at ? at : last.getKey();
    lives.merge(began, kept.expiresAt(), Math::max);
  }

  boolean has(Alive answer) {
    return told.contains(answer);
  }

  /** The end of the life in which that time is; 0 = it was not alive then. */
  long endOfLifeAt(long at) {
    Map.Entry<Long, Long> life = lives.floorEntry(at);
    return life == null || life.getValue() <= at ? 0 : life.getValue();
  }
}
