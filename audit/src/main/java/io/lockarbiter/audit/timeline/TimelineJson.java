package io.lockarbiter.audit.timeline;

import io.lockarbiter.audit.lives.LockEnd;
import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A timeline as JSON, in the words of the events: {@code {"scope":…, "until":…, "omitted":…,
 * "locks":[…]}}; what is absent is left out.
 */
public final class TimelineJson {
  private final JsonGenerator out;

  private TimelineJson(JsonGenerator out) {
    this.out = out;
  }

  /**
   * Writes a timeline.
   *
   * @param scope what was asked for, in words; empty = everything
   */
  public static void write(JsonGenerator out, Timeline timeline, String scope) {
    out.writeStartObject();
    out.writeStringProperty("scope", scope);
    out.writeNumberProperty("until", timeline.until());
    out.writeNumberProperty("omitted", timeline.omitted());
    out.writeArrayPropertyStart("locks");
    TimelineJson json = new TimelineJson(out);
    timeline.locks().forEach(json::lock);
    out.writeEndArray();
    out.writeEndObject();
  }

  private void lock(LockLife life) {
    out.writeStartObject();
    out.writeNumberProperty("partition", life.partition());
    out.writeStringProperty("account", life.account());
    fields(life.fields());
    out.writeNumberProperty("requestedAt", life.requestedAt());
    number("queuedAt", life.queuedAt());
    number("deadline", life.deadline());
    number("grantedAt", life.grantedAt());
    number("expiresAt", life.expiresAt());
    number("token", life.token());
    out.writeNumberProperty("renewals", life.renewals());
    out.writeArrayPropertyStart("blockedBy");
    life.blockedBy().forEach(this::blocker);
    out.writeEndArray();
    end(life.end());
    out.writeEndObject();
  }

  private void fields(LockFields fields) {
    out.writeStringProperty("lockId", fields.lockId());
    owner(fields.owner());
    out.writeStringProperty("operation", fields.operation().name());
    text("path", fields.path());
    text("destination", fields.destination());
    out.writeArrayPropertyStart("targets");
    for (Target target : fields.targets()) {
      out.writeStartObject();
      target(target.path(), target.mode());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeNumberProperty("leaseMs", fields.leaseMs());
    out.writeNumberProperty("waitMs", fields.waitMs());
    if (!fields.holding().isEmpty()) {
      out.writeArrayPropertyStart("holding");
      fields.holding().forEach(out::writeString);
      out.writeEndArray();
    }
    if (!fields.attributes().isEmpty()) {
      out.writeObjectPropertyStart("attributes");
      fields.attributes().forEach(out::writeStringProperty);
      out.writeEndObject();
    }
  }

  private void owner(Owner owner) {
    out.writeStringProperty("subAccount", owner.subAccount());
    text("session", owner.session());
  }

  private void target(LockPath path, Mode mode) {
    out.writeStringProperty("path", path.toString());
    out.writeStringProperty("mode", mode.name());
  }

  private void blocker(Blocker blocker) {
    out.writeStartObject();
    out.writeStringProperty("lockId", blocker.lockId());
    owner(blocker.owner());
    out.writeStringProperty("operation", blocker.operation().name());
    target(blocker.path(), blocker.mode());
    number("expiresAt", blocker.expiresAt());
    out.writeStringProperty("relation", blocker.relation().name());
    out.writeBooleanProperty("waiting", blocker.waiting());
    out.writeEndObject();
  }

  private void end(@Nullable LockEnd end) {
    if (end == null) {
      return;
    }
    out.writeObjectPropertyStart("end");
    out.writeNumberProperty("at", end.at());
    out.writeStringProperty("type", end.type().text());
    out.writeStringProperty("reason", end.reason());
    text("by", end.by());
    text("comment", end.comment());
    out.writeEndObject();
  }

  private void number(String name, @Nullable Long value) {
    if (value != null) {
      out.writeNumberProperty(name, value);
    }
  }

  private void text(String name, @Nullable Object value) {
    if (value != null) {
      out.writeStringProperty(name, value.toString());
    }
  }
}
