package io.lockarbiter.audit.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditRecord.Header;
import io.lockarbiter.contracts.event.RejectReason;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The events of a history with a defect; a place is an index into them. */
record Damage(List<AuditRecord> events) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Selects the damages that the events alone cannot show, because that takes the rules. */
  interface OnlyByModel {
    boolean test(RandomHistory history, int place, String field);
  }

  static final OnlyByModel ONLY_BY_MODEL = Damage::isKnownByTheModelOnly;

  static Damage of(RandomHistory history) {
    return new Damage(List.copyOf(history.events()));
  }

  static long offset(RandomHistory history, int place) {
    return history.events().get(place).offset();
  }

  long offsetAt(int place) {
    return events.get(place).offset();
  }

  static List<Integer> places(RandomHistory history, Predicate<ObjectNode> wanted) {
    return IntStream.range(0, history.events().size() - 2)
        .filter(place -> wanted.test(json(history.events().get(place))))
        .boxed()
        .toList();
  }

  static boolean is(ObjectNode event, String type, @Nullable String reason) {
    return event.path("type").asString().equals(type)
        && !event.has("repeated")
        && (reason == null || event.path("reason").asString().equals(reason));
  }

  static Set<String> fieldsAt(RandomHistory history, int place) {
    return new TreeSet<>(json(history.events().get(place)).propertyNames());
  }

  static boolean isRepeated(RandomHistory history, int place) {
    return json(history.events().get(place)).has("repeated");
  }

  static String verdict(RandomHistory history, int place) {
    ObjectNode event = json(history.events().get(place));
    return event.path("type").asString()
        + (event.has("reason") ? " " + event.path("reason").asString() : "")
        + (event.has("repeated") ? " repeated" : "");
  }

  /** Returns the names of all fields that occur. */
  static Set<String> fields(RandomHistory history) {
    Set<String> names = new TreeSet<>();
    history.events().forEach(record -> names.addAll(json(record).propertyNames()));
    return names;
  }

  /** Returns some events with a field, up to {@code ofEach} of each kind. */
  static List<Integer> placesWith(RandomHistory history, String field, int ofEach) {
    List<Integer> found = new ArrayList<>();
    Set<String> kinds = new LinkedHashSet<>();
    for (int place = 20; place < history.events().size() - 20; place++) {
      String verdict = verdict(history, place);
      int seen = (int) kinds.stream().filter(kind -> kind.startsWith(verdict + "#")).count();
      if (json(history.events().get(place)).has(field) && seen < ofEach) {
        kinds.add(verdict + "#" + seen);
        found.add(place);
      }
    }
    return found;
  }

  static int placeWithHeader(RandomHistory history, String name) {
    return IntStream.range(20, history.events().size())
        .filter(
            place ->
                history.events().get(place).headers().stream()
                    .anyMatch(header -> header.name().equals(name)))
        .findFirst()
        .orElseThrow();
  }

  static long causeOf(RandomHistory history, int place) {
    return json(history.events().get(place)).path("cause").path("offset").asLong();
  }

  Damage drop(int place) {
    return with(changed -> changed.remove(place));
  }

  Damage duplicate(int place) {
    return with(changed -> changed.add(place + 1, events.get(place))).renumberOffsets();
  }

  Damage swap(int place) {
    return with(changed -> {
          changed.set(place, events.get(place + 1));
          changed.set(place + 1, events.get(place));
        })
        .renumberOffsets();
  }

  Damage alter(int place, String field) {
    return edit(place, event -> event.set(field, altered(field, event.get(field))));
  }

  Damage set(int place, String field, int value) {
    return edit(place, event -> event.put(field, value));
  }

  Damage set(int place, String field, boolean value) {
    return edit(place, event -> event.put(field, value));
  }

  Damage set(int place, String field, String value) {
    return edit(place, event -> event.put(field, value));
  }

  Damage setCause(int place, int offset) {
    return edit(place, event -> ((ObjectNode) event.path("cause")).put("offset", offset));
  }

  Damage without(int place, String field) {
    return edit(place, event -> event.remove(field));
  }

  /** Lets the event say what a grant would say. */
  Damage grantInstead(int place) {
    return edit(
            place,
            event -> {
              List.of(
                      "reason",
                      "message",
                      "blockedBy",
                      "moreBlockers",
                      "movedTo",
                      "movedSeq",
                      "expectedPartition")
                  .forEach(event::remove);
              event.put("type", "granted");
              event.put("token", event.path("seq").asLong());
              event.put("expiresAt", event.path("at").asLong() + event.path("leaseMs").asLong(0));
              event.put("waitedMs", event.path("waitMs").asLong());
            })
        .header(place, "type", "granted");
  }

  /** Lets the event refuse what it grants, because its path is gone. */
  Damage refuseInstead(int place) {
    return refuseInstead(place, RejectReason.PATH_GONE);
  }

  /** Lets the event refuse what it grants. */
  Damage refuseInstead(int place, RejectReason reason) {
    return edit(
            place,
            event -> {
              List.of("token", "expiresAt", "waitedMs").forEach(event::remove);
              event.put("type", "rejected");
              event.put("reason", reason.name());
              event.put("message", reason.message());
            })
        .header(place, "type", "rejected");
  }

  /** Lets the event ask the holder that another event is about. */
  Damage askInstead(int place, int other) {
    ObjectNode lock = json(events.get(other));
    return edit(
            place,
            event -> {
              for (String field : List.of("subAccount", "operation", "path", "targets", "token")) {
                event.set(field, lock.get(field));
              }
              event.put("lockId", lock.path("lockId").asString());
              event.put("commandId", lock.path("lockId").asString());
              event.put("grantedAt", lock.path("at").asLong());
            })
        .header(place, "lockId", lock.path("lockId").asString());
  }

  /** Lets the event end the lock of a grant. */
  Damage endInstead(int place, int grant) {
    ObjectNode lock = json(events.get(grant));
    return edit(
            place,
            event -> {
              for (String field :
                  List.of("lockId", "session", "subAccount", "path", "targets", "token")) {
                event.set(field, lock.get(field));
              }
              event.set("commandId", lock.get("lockId"));
            })
        .header(place, "lockId", lock.path("lockId").asString());
  }

  Damage foreignAccount(int place) {
    return edit(place, event -> event.put("account", "stranger"))
        .replace(place, record -> withKey(record, "stranger"));
  }

  Damage alterKey(int place) {
    return replace(place, record -> withKey(record, "stranger"));
  }

  Damage alterHeader(int place, String name) {
    return header(place, name, "other");
  }

  /** Drops an event and moves up the numbers of all after it. */
  Damage omit(int place) {
    Damage less = drop(place);
    for (int i = place; i < less.events.size(); i++) {
      less = less.edit(i, event -> event.put("seq", event.path("seq").asLong() - 1));
    }
    return less;
  }

  /** Drops an event and moves up the numbers of all after it, and the tokens that they tell. */
  Damage omitWithTokens(int place) {
    long seq = json(events.get(place)).path("seq").asLong();
    Damage less = omit(place);
    for (int i = place; i < less.events.size(); i++) {
      less =
          less.edit(
              i,
              event -> {
                if (event.path("token").asLong(0) > seq) {
                  event.put("token", event.path("token").asLong() - 1);
                }
              });
    }
    return less;
  }

  /** Adds an event without a cause. */
  Damage invent(int place) {
    return duplicate(place)
        .edit(
            place + 1,
            event -> {
              event.put("seq", event.path("seq").asLong() + 1);
              event.put("commandId", "nobody's");
            });
  }

  /** Returns direct answers that are no grants, so early that no token has to change. */
  static Stream<Integer> answersBeforeTheFirstGrant(RandomHistory history) {
    List<ObjectNode> all = history.events().stream().map(Damage::json).toList();
    return IntStream.range(all.size() - 400, all.size() - 300)
        .filter(place -> is(all.get(place), "rejected", "NOT_HELD"))
        .boxed()
        .limit(5);
  }

  private Damage with(Consumer<List<AuditRecord>> change) {
    List<AuditRecord> changed = new ArrayList<>(events);
    change.accept(changed);
    return new Damage(changed);
  }

  private Damage renumberOffsets() {
    List<AuditRecord> numbered = new ArrayList<>();
    for (AuditRecord record : events) {
      numbered.add(
          new AuditRecord(
              numbered.size() * 2L,
              record.appendedAt(),
              record.leaderEpoch(),
              record.key(),
              record.value(),
              record.headers()));
    }
    return new Damage(numbered);
  }

  private Damage edit(int place, Consumer<ObjectNode> change) {
    return replace(
        place,
        record -> {
          ObjectNode event = json(record);
          change.accept(event);
          return new AuditRecord(
              record.offset(),
              record.appendedAt(),
              record.leaderEpoch(),
              record.key(),
              JSON.writeValueAsBytes(event),
              record.headers());
        });
  }

  Damage header(int place, String name, String value) {
    return replace(
        place,
        record ->
            new AuditRecord(
                record.offset(),
                record.appendedAt(),
                record.leaderEpoch(),
                record.key(),
                record.value(),
                record.headers().stream()
                    .map(header -> header.name().equals(name) ? new Header(name, value) : header)
                    .toList()));
  }

  private interface Change {
    AuditRecord of(AuditRecord record);
  }

  private Damage replace(int place, Change change) {
    return with(changed -> changed.set(place, change.of(changed.get(place))));
  }

  private static AuditRecord withKey(AuditRecord record, String key) {
    return new AuditRecord(
        record.offset(),
        record.appendedAt(),
        record.leaderEpoch(),
        key.getBytes(UTF_8),
        record.value(),
        record.headers());
  }

  static ObjectNode json(AuditRecord record) {
    return (ObjectNode) JSON.readTree(Objects.requireNonNull(record.value()));
  }

  /** Returns another value of the same kind, which is valid by itself. */
  private static JsonNode altered(String field, JsonNode value) {
    return switch (field) {
      case "type" -> JSON.valueToTree(value.asString().equals("queued") ? "granted" : "queued");
      case "operation" ->
          JSON.valueToTree(value.asString().equals("UPLOAD") ? "DOWNLOAD" : "UPLOAD");
      case "reason" ->
          JSON.valueToTree(
              switch (value.asString()) {
                case "RELEASED" -> "FORCED";
                case "EXPIRED", "FORCED", "CANCELLED", "REPLACED", "SESSION_ENDED" -> "RELEASED";
                case "CONFLICT" -> "QUEUE_FULL";
                default -> "CONFLICT";
              });
      case "path", "destination", "movedTo" -> JSON.valueToTree(value.asString() + "x");
      case "cause" ->
          ((ObjectNode) value.deepCopy()).put("offset", value.path("offset").asLong() + 9);
      case "targets", "blockedBy" -> {
        JsonNode copy = value.deepCopy();
        ((ObjectNode) copy.get(0)).put("path", "/else");
        yield copy;
      }
      case "replaces", "replacedBy" ->
          ((ObjectNode) value.deepCopy()).put("lockId", value.path("lockId").asString() + "x");
      case "holding", "cycle" -> JSON.readTree("[\"other\"]");
      case "attributes" -> JSON.readTree("{\"other\":\"1\"}");
      case "v" -> JSON.valueToTree(2);
      default -> alteredPlain(value);
    };
  }

  private static JsonNode alteredPlain(JsonNode value) {
    if (value.isBoolean()) {
      return JSON.valueToTree(!value.asBoolean());
    }
    return value.isNumber()
        ? JSON.valueToTree(value.asLong() + 1)
        : JSON.valueToTree(value.asString() + "x");
  }

  private static boolean isKnownByTheModelOnly(RandomHistory history, int place, String field) {
    ObjectNode event = json(history.events().get(place));
    boolean repeated = event.has("repeated");
    boolean ended =
        repeated && List.of("released", "rejected").contains(event.path("type").asString());
    return switch (field) {
      case "blockedBy",
          "moreBlockers",
          "cycle",
          "cycleCut",
          "retryAfterMs",
          "field",
          "gone",
          "failed",
          "result" ->
          true;
      case "position" -> repeated;
      case "reason" -> true;
      case "token", "heldMs", "by", "comment", "message", "repeated" -> ended;
      default -> false;
    };
  }
}
