package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.gateway.live.LiveLock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes the JSON of answers from events: their fields as in WIRE.md, and the state in a word. */
final class LockJson {
  private static final List<String> LEFT_OUT =
      List.of("v", "type", "seq", "commandId", "cause", "repeated");

  /** A queue moves when locks end, which nobody knows ahead. */
  private static final long QUEUE_MS = 1_000;

  private final JsonMapper json;

  LockJson(JsonMapper json) {
    this.json = json;
  }

  /**
   * A lock that is held.
   *
   * @param validForMs how long it is safe to use, from before the request on
   */
  ObjectNode granted(Event event, long validForMs) {
    ObjectNode all = json.createObjectNode();
    all.put("state", "granted");
    all.put("validForMs", validForMs);
    all.setAll(fields(event));
    return all;
  }

  /**
   * A session that is alive.
   *
   * @param validForMs how long it is safe to act under its locks, from before the request on
   */
  ObjectNode alive(KeptAlive event, long validForMs) {
    ObjectNode all = json.createObjectNode();
    all.put("validForMs", validForMs);
    all.setAll(fields(event));
    return all;
  }

  /** A lock or request in some other state. */
  ObjectNode state(String state, Event event) {
    ObjectNode all = json.createObjectNode();
    all.put("state", state);
    all.setAll(fields(event));
    return all;
  }

  /** A lock in some other state, for those who may not see whose it is and what for. */
  ObjectNode stateAlone(String state, String lockId, Event event) {
    ObjectNode all = json.createObjectNode();
    all.put("state", state);
    all.put("lockId", lockId);
    ObjectNode fields = fields(event);
    fields.retain(List.of("at", "expiresAt", "endsAt", "graceMs"));
    all.setAll(fields);
    return all;
  }

  /** A lock as it was last told; nothing of it may be acted on without a renewal. */
  ObjectNode seen(LiveLock lock) {
    ObjectNode all = json.createObjectNode();
    all.put("state", lock.state().name().toLowerCase(Locale.ROOT));
    ObjectNode fields = fields(lock.last());
    if (lock.last() instanceof YieldRequested) {
      fields.remove(List.of("by", "bySession", "comment", "graceMs"));
    }
    if (!lock.fields().isBound()) {
      fields.remove("endsAt");
    } else {
      // No event tells how much longer its session is kept alive.
      fields.remove("expiresAt");
    }
    all.setAll(fields);
    addAsked(all, lock.asked());
    return all;
  }

  /** Adds who asks the holder to let go, if somebody does. */
  void addAsked(ObjectNode all, @Nullable YieldRequested asked) {
    if (asked != null) {
      ObjectNode wish = all.putObject("asked");
      wish.put("by", asked.by());
      put(wish, "bySession", asked.bySession());
      put(wish, "comment", asked.comment());
      if (asked.graceMs() != null) {
        wish.put("graceMs", asked.graceMs());
      }
      if (asked.endsAt() != null) {
        wish.put("endsAt", asked.endsAt());
      }
    }
  }

  private static void put(ObjectNode to, String name, @Nullable String value) {
    if (value != null) {
      to.put(name, value);
    }
  }

  private ObjectNode fields(Event event) {
    ObjectNode all = (ObjectNode) json.readTree(EventCodec.encode(event));
    all.remove(LEFT_OUT);
    if (event instanceof Rejected rejected && rejected.movedTo() != null) {
      all.put("movedSeq", rejected.placeSeq()); // The seq of this event is left out.
    }
    return all;
  }

  /** The refusal that an event means. */
  Refused refusal(Rejected rejected) {
    ObjectNode more = fields(rejected);
    more.remove(List.of("message", "reason"));
    Long retryMs =
        rejected.reason() == RejectReason.QUEUE_FULL
            ? Long.valueOf(QUEUE_MS)
            : rejected.retryAfterMs();
    if (rejected.repeated()) {
      // The same key is refused the same way for as long as it is remembered.
      retryMs = null;
    }
    return new Refused(
        status(rejected.reason()),
        rejected.reasonWord(),
        RefusalText.of(rejected),
        more,
        retryMs == null ? null : Duration.ofMillis(retryMs));
  }

  /** The status of a reason. */
  static HttpStatus status(RejectReason reason) {
    return switch (reason) {
      case INVALID -> HttpStatus.BAD_REQUEST;
      case PATH_GONE -> HttpStatus.GONE;
      case FROZEN, ACCOUNT_CLOSED -> HttpStatus.LOCKED;
      case ID_CONFLICT -> HttpStatus.UNPROCESSABLE_CONTENT;
      case RATE_LIMITED, LIMIT_EXCEEDED, QUEUE_FULL -> HttpStatus.TOO_MANY_REQUESTS;
      case WRONG_PARTITION -> HttpStatus.BAD_GATEWAY;
      case CONFLICT, WAIT_TIMEOUT, DEADLOCK, NOT_HELD, NOT_HOLDER, ENDING, NO_SESSION, UNKNOWN ->
          HttpStatus.CONFLICT;
    };
  }
}
