package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the three parts of an event: what every one says, what it is about, what happened. */
final class EventWriter {
  private EventWriter() {}

  static void head(JsonMembers out, Event event) {
    EventHead head = event.head();
    JsonMembers cause =
        new JsonMembers(48)
            .number("partition", head.cause().partition())
            .number("offset", head.cause().offset());
    out.number("v", CommandCodec.VERSION)
        .constant("type", event.type().text())
        .number("seq", head.seq())
        .number("at", head.at())
        .text("account", head.account())
        .text("commandId", head.commandId())
        .json("cause", "{" + cause + "}");
  }

  static void subject(JsonMembers out, @Nullable Subject subject) {
    if (subject instanceof LockFields fields) {
      LockWriter.head(out.text("lockId", fields.lockId()), fields);
      LockWriter.tail(out, fields, LockWriter.targets(fields.targets()));
    } else if (subject instanceof LockRef ref) {
      LockWriter.owner(out.text("lockId", ref.lockId()), ref.owner());
    }
  }

  static void details(JsonMembers out, Event event) {
    if (event instanceof Granted granted) {
      out.number("token", granted.token())
          .number("expiresAt", granted.expiresAt())
          .number("waitedMs", granted.waitedMs());
    } else if (event instanceof Queued queued) {
      out.number("position", queued.position())
          .number("deadline", queued.deadline())
          .number("requestedAt", queued.requestedAt());
      blockers(out, queued.blockedBy(), queued.moreBlockers());
    } else if (event instanceof Renewed renewed) {
      out.number("token", renewed.token())
          .number("expiresAt", renewed.expiresAt())
          .number("grantedAt", renewed.grantedAt())
          .number("waitedMs", renewed.waitedMs());
    } else if (event instanceof Released released) {
      out.constant("reason", released.reason().name())
          .optionalNumber("token", released.token())
          .optionalNumber("heldMs", released.heldMs())
          .optionalText("by", released.by())
          .optionalText("comment", released.comment());
    } else if (event instanceof Rejected rejected) {
      out.constant("reason", rejected.reason().name())
          .text("message", rejected.message())
          .optionalText("field", rejected.field());
      blockers(out, rejected.blockedBy(), rejected.moreBlockers());
      out.optionalNumber("retryAfterMs", rejected.retryAfterMs())
          .optionalNumber("expectedPartition", rejected.expectedPartition())
          .texts("cycle", rejected.cycle());
    }
  }

  private static void blockers(JsonMembers out, List<Blocker> blockers, boolean more) {
    out.objects("blockedBy", blockers.stream().map(EventWriter::blocker).toList())
        .claim("moreBlockers", more);
  }

  private static String blocker(Blocker blocker) {
    JsonMembers out = new JsonMembers().text("lockId", blocker.lockId());
    return LockWriter.owner(out, blocker.owner())
        .constant("operation", blocker.operation().name())
        .text("path", blocker.path().toString())
        .constant("mode", blocker.mode().name())
        .optionalNumber("expiresAt", blocker.expiresAt())
        .constant("relation", blocker.relation().name())
        .json("waiting", String.valueOf(blocker.waiting()))
        .toString();
  }
}
