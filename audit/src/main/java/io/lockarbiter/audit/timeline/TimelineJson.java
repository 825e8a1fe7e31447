package io.lockarbiter.audit.timeline;

import io.lockarbiter.audit.lives.LockEnd;
import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.LockTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/**
 * A timeline as JSON, in the words of the events: {@code {"scope":…, "until":…, "omitted":…,
 * "locks":[…]}}; what is absent is left out.
 */
public final class TimelineJson {
  private TimelineJson() {}

  /**
   * Writes a timeline.
   *
   * @param out made by an object mapper
   * @param scope the requested scope, in words; empty = everything
   */
  public static void write(JsonGenerator out, Timeline timeline, String scope) {
    out.writeStartObject();
    out.writeStringProperty("scope", scope);
    out.writeNumberProperty("until", timeline.until());
    out.writeNumberProperty("omitted", timeline.omitted());
    out.writeArrayPropertyStart("locks");
    timeline.locks().forEach(life -> out.writeTree(lock(life)));
    out.writeEndArray();
    out.writeEndObject();
  }

  private static ObjectNode lock(LockLife life) {
    ObjectNode lock = LockTree.object();
    lock.put("partition", life.partition());
    lock.put("account", life.account());
    LockTree.put(lock, life.fields());
    lock.put("requestedAt", life.requestedAt());
    put(lock, "queuedAt", life.queuedAt());
    put(lock, "deadline", life.deadline());
    put(lock, "grantedAt", life.grantedAt());
    put(lock, "expiresAt", life.expiresAt());
    put(lock, "endsAt", life.endsAt());
    put(lock, "endsBy", life.endsBy());
    put(lock, "token", life.token());
    lock.put("renewals", life.renewals());
    LockTree.put(lock.putArray("blockedBy"), life.blockedBy());
    LockEnd end = life.end();
    if (end != null) {
      put(lock.putObject("end"), end);
    }
    return lock;
  }

  private static void put(ObjectNode out, LockEnd end) {
    out.put("at", end.at());
    out.put("type", end.type().text());
    out.put("reason", end.reason());
    put(out, "by", end.by());
    put(out, "comment", end.comment());
    LockTree.put(out, "replacedBy", end.replacedBy());
    put(out, "movedTo", end.movedTo() == null ? null : end.movedTo().toString());
    putClaim(out, "gone", end.outcome().gone());
    putClaim(out, "failed", end.outcome().failed());
    put(out, "result", end.outcome().result());
  }

  private static void putClaim(ObjectNode out, String name, boolean claim) {
    if (claim) {
      out.put(name, true);
    }
  }

  private static void put(ObjectNode out, String name, @Nullable Long value) {
    if (value != null) {
      out.put(name, value);
    }
  }

  private static void put(ObjectNode out, String name, @Nullable String value) {
    if (value != null) {
      out.put(name, value);
    }
  }
}
