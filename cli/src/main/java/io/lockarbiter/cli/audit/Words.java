package io.lockarbiter.cli.audit;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Texts for owners, times and durations; times are UTC. */
final class Words {
  private static final long SECOND_MS = 1_000;
  private static final long MINUTE_MS = 60_000;
  private static final long HOUR_MS = 3_600_000;
  private static final long DAY_MS = 86_400_000;

  private Words() {}

  static String owner(Owner owner) {
    return owner.session() == null
        ? owner.subAccount()
        : owner.subAccount() + " (session " + owner.session() + ")";
  }

  static String owner(JsonNode lock) {
    String session = lock.path("session").asString("");
    return lock.path("subAccount").asString() + (session.isEmpty() ? "" : "/" + session);
  }

  static String targets(JsonNode lock) {
    return StreamSupport.stream(lock.path("targets").spliterator(), false)
        .map(target -> target.path("mode").asString() + " " + target.path("path").asString())
        .collect(Collectors.joining(", "));
  }

  /** The request as text, such as {@code UPLOAD (PUT /a)}. */
  static String request(LockFields fields) {
    return fields.operationWord()
        + fields.targets().stream()
            .map(target -> target.modeWord() + " " + target.path())
            .collect(Collectors.joining(", ", " (", ")"));
  }

  /** Since when a request says that its paths exist, after a comma; empty if it does not. */
  static String existing(LockFields fields) {
    Long existing = fields.existing();
    return existing == null
        ? ""
        : ", says that its paths exist"
            + (existing == LockFields.EXISTING_NOW ? "" : " as of seq " + existing);
  }

  /** The note of a lock after a comma; empty if it has none. */
  static String note(LockFields fields) {
    String note = fields.note();
    return note == null ? "" : ", note: " + note;
  }

  /** A lock by name, such as {@code lockId c1 of u1}. */
  static String ref(LockRef lock) {
    return "lockId %s of %s".formatted(lock.lockId(), owner(lock.owner()));
  }

  static String time(long epochMs) {
    return Instant.ofEpochMilli(epochMs).toString();
  }

  static String length(long ms) {
    if (ms < SECOND_MS) {
      return ms + " ms";
    }
    Duration length = Duration.ofMillis(ms);
    if (ms < MINUTE_MS) {
      return String.format(Locale.ROOT, "%.1f s", ms / 1000.0);
    }
    if (ms < HOUR_MS) {
      return "%d min %d s".formatted(length.toMinutes(), length.toSecondsPart());
    }
    return ms < DAY_MS
        ? "%d h %d min".formatted(length.toHours(), length.toMinutesPart())
        : "%d d %d h".formatted(length.toDays(), length.toHoursPart());
  }
}
