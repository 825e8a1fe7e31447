package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.List;
import java.util.SortedMap;

/** Writes the fields of a lock, the same for events, for the pieces of scripts and for commands. */
final class LockWriter {
  private LockWriter() {}

  static JsonMembers owner(JsonMembers out, Owner owner) {
    return out.text("subAccount", owner.subAccount()).optionalText("session", owner.session());
  }

  static JsonMembers head(JsonMembers out, LockFields fields) {
    return owner(out, fields.owner()).text("operation", fields.operationWord());
  }

  static JsonMembers tail(JsonMembers out, LockFields fields, List<String> targets) {
    out.optionalText("path", fields.path())
        .optionalText("destination", fields.destination())
        .objects("targets", targets);
    return limits(out, fields);
  }

  static JsonMembers limits(JsonMembers out, LockFields fields) {
    out.number("leaseMs", fields.leaseMs());
    if (fields.waitMs() != 0) {
      out.number("waitMs", fields.waitMs());
    }
    if (fields.maxHoldMs() != 0) {
      out.number("maxHoldMs", fields.maxHoldMs());
    }
    out.texts("holding", fields.holding());
    if (!fields.attributes().isEmpty()) {
      out.json("attributes", attributes(fields.attributes()));
    }
    return out;
  }

  static JsonMembers outcome(JsonMembers out, WorkOutcome outcome) {
    return out.claim("gone", outcome.gone())
        .claim("failed", outcome.failed())
        .optionalText("result", outcome.result());
  }

  private static String attributes(SortedMap<String, String> attributes) {
    StringBuilder json = new StringBuilder("{");
    attributes.forEach(
        (name, value) ->
            json.append(json.length() > 1 ? "," : "")
                .append(JsonMembers.quote(name))
                .append(':')
                .append(JsonMembers.quote(value)));
    return json.append('}').toString();
  }

  static List<String> targets(List<Target> targets) {
    return targets.stream().map(LockWriter::target).toList();
  }

  private static String target(Target target) {
    return new JsonMembers(64)
        .text("path", target.path().toString())
        .text("mode", target.modeWord())
        .toString();
  }
}
