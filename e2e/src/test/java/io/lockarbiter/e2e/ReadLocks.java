package io.lockarbiter.e2e;

import io.lockarbiter.contracts.event.RejectReason;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The locks and requests of a view of the console, as the events that follow change them. */
final class ReadLocks {
  private static final long NEVER = Long.MAX_VALUE;

  private final Map<String, ObjectNode> held = new TreeMap<>();
  private final SortedMap<Long, String> waiting = new TreeMap<>();
  private final Map<String, Long> arrivals = new TreeMap<>();

  /** Forgets all of them. */
  void clear() {
    held.clear();
    waiting.clear();
    arrivals.clear();
  }

  /** Describes them. */
  String text() {
    Map<String, String> lines = new TreeMap<>();
    held.forEach((id, lock) -> lines.put(id, line(lock)));
    return ConsoleViews.locks(lines, waiting.values());
  }

  /** Applies an event. */
  void apply(JsonNode event) {
    String type = event.path("type").asString();
    if (type.equals("keptAlive")) {
      held.values().stream()
          .filter(lock -> isBoundToSessionOf(event, lock))
          .forEach(lock -> endWithSession(lock, event.path("expiresAt").asLong()));
    }
    if (!event.has("targets") || event.path("repeated").asBoolean(false)) {
      return;
    }
    if (!type.equals("released") && !type.equals("rejected")) {
      take(event);
    } else if (type.equals("released")
        || RejectReason.valueOf(event.path("reason").asString()).endsWait()) {
      forget(event.path("lockId").asString());
    }
  }

  private static boolean isBoundToSessionOf(JsonNode event, JsonNode lock) {
    return lock.path("bound").asBoolean(false)
        && lock.path("subAccount").equals(event.path("subAccount"))
        && lock.path("session").equals(event.path("session"));
  }

  private static void endWithSession(ObjectNode lock, long sessionEnd) {
    lock.put("until", Math.min(lock.path("ownEnd").asLong(NEVER), sessionEnd));
  }

  /** Takes a lock of a view or of an event in the place of that with its id. */
  void take(JsonNode told) {
    ObjectNode lock = (ObjectNode) told.deepCopy();
    String id = lock.path("lockId").asString();
    ObjectNode before = held.get(id);
    forget(id);
    boolean waits =
        lock.path("state").asString("").equals("waiting")
            || lock.path("type").asString("").equals("queued");
    if (waits) {
      long arrival = lock.path("arrival").asLong(lock.path("seq").asLong(0));
      waiting.put(arrival, line(lock));
      arrivals.put(id, arrival);
      return;
    }
    if (lock.has("type")) {
      ownEnd(lock, before);
    }
    held.put(id, lock);
  }

  /** Notes the own end of a bound lock of an event; a request to yield does not tell all of it. */
  private static void ownEnd(ObjectNode lock, @Nullable JsonNode before) {
    long since = lock.path("grantedAt").asLong(lock.path("at").asLong());
    long end =
        LongStream.of(
                after(since, lock.path("maxHoldMs")),
                after(since, lock.path("cutMaxHoldMs")),
                lock.path("endsAt").asLong(NEVER),
                before == null ? NEVER : before.path("ownEnd").asLong(NEVER))
            .min()
            .orElseThrow();
    if (end < NEVER) {
      lock.put("ownEnd", end);
    }
  }

  private static long after(long since, JsonNode ms) {
    return ms.isNumber() ? since + ms.asLong() : NEVER;
  }

  private void forget(String id) {
    held.remove(id);
    Long arrival = arrivals.remove(id);
    if (arrival != null) {
      waiting.remove(arrival);
    }
  }

  /** Describes a lock, from a view, an event or the audit. */
  static String line(JsonNode lock) {
    StringBuilder line = new StringBuilder();
    for (String name :
        List.of("lockId", "subAccount", "session", "operation", "path", "destination")) {
      line.append(lock.path(name).asString("-")).append(' ');
    }
    lock.path("targets")
        .forEach(
            target ->
                line.append(target.path("path").asString())
                    .append('=')
                    .append(target.path("mode").asString())
                    .append(' '));
    line.append(lock.path("leaseMs").asLong(0));
    for (List<String> names :
        List.of(
            List.of("token"),
            List.of("since", "grantedAt", "requestedAt", "at"),
            List.of("until", "expiresAt", "deadline"))) {
      line.append(' ')
          .append(
              names.stream()
                  .filter(lock::has)
                  .map(name -> lock.path(name).asLong())
                  .findFirst()
                  .orElse(0L));
    }
    return line.toString();
  }
}
