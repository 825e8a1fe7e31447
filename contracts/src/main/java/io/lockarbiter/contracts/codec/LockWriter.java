package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import org.jspecify.annotations.Nullable;

/** Writes the fields of a lock, the same for events and for commands. */
final class LockWriter {
  private LockWriter() {}

  static JsonMembers owner(JsonMembers out, Owner owner) {
    return out.text("subAccount", owner.subAccount()).optionalText("session", owner.session());
  }

  static JsonMembers lock(JsonMembers out, LockFields fields) {
    owner(out.text("lockId", fields.lockId()), fields.owner())
        .text("operation", fields.operationWord())
        .optionalText("path", fields.path())
        .optionalText("destination", fields.destination())
        .objects("targets", fields.targets(), LockWriter::target);
    return limits(lease(out, "leaseMs", fields), fields);
  }

  /** The lease under its name, or that the lock is bound in its place. */
  static JsonMembers lease(JsonMembers out, String name, LockFields fields) {
    return fields.isBound() ? out.claim("bound", true) : out.number(name, fields.leaseMs());
  }

  static JsonMembers limits(JsonMembers out, LockFields fields) {
    if (fields.waitMs() != 0) {
      out.number("waitMs", fields.waitMs());
    }
    if (fields.maxHoldMs() != 0) {
      out.number("maxHoldMs", fields.maxHoldMs());
    }
    optionalRef(out.texts("holding", fields.holding()), "replaces", fields.replaces());
    return existing(out, fields.existing()).texts("attributes", fields.attributes());
  }

  private static JsonMembers existing(JsonMembers out, @Nullable Long existing) {
    return existing != null && existing == LockFields.EXISTING_NOW
        ? out.claim("existing", true)
        : out.optionalNumber("existing", existing);
  }

  /** A lock by name only, left out if null. */
  static JsonMembers optionalRef(JsonMembers out, String name, @Nullable LockRef lock) {
    return lock == null ? out : out.object(name, lock, LockWriter::ref);
  }

  static void ref(JsonMembers out, LockRef lock) {
    owner(out.text("lockId", lock.lockId()), lock.owner());
  }

  static JsonMembers outcome(JsonMembers out, WorkOutcome outcome) {
    return out.claim("gone", outcome.gone())
        .claim("failed", outcome.failed())
        .optionalText("result", outcome.result());
  }

  static void target(JsonMembers out, Target target) {
    out.text("path", target.path().toString()).text("mode", target.modeWord());
  }
}
