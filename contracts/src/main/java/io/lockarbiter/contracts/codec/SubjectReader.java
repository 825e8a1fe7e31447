package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.codec.Fields.Word;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the subject of an event. */
final class SubjectReader {
  /** Says in an event that the names in it are compared without case. */
  static final String NAMES_WITHOUT_CASE = "namesWithoutCase";

  private final Fields fields;

  SubjectReader(Fields fields) {
    this.fields = fields;
  }

  @Nullable Subject optional() throws BadFieldException {
    return fields.has("lockId") ? lockOrRef() : null;
  }

  Subject lockOrRef() throws BadFieldException {
    return fields.has("operation") ? lock() : new LockRef(fields.text("lockId"), owner(fields));
  }

  LockFields lock() throws BadFieldException {
    Word<Operation> operation = operation(fields);
    boolean withoutCase = fields.flag(NAMES_WITHOUT_CASE);
    return new LockFields(
        fields.text("lockId"),
        owner(fields),
        operation.meaning(),
        operation.text(),
        optionalPath("path"),
        optionalPath("destination"),
        targets(withoutCase),
        fields.flag("bound")
            ? LockFields.BOUND_LEASE_MS
            : fields.whole("leaseMs", 0, Long.MAX_VALUE),
        fields.whole("waitMs", 0, Long.MAX_VALUE, 0),
        fields.whole("maxHoldMs", 0, Long.MAX_VALUE, 0),
        fields.texts("holding"),
        optionalRef("replaces"),
        fields.existing(),
        AttributesReader.read(fields));
  }

  /** A lock by name only; null if absent. */
  @Nullable LockRef optionalRef(String name) throws BadFieldException {
    if (!fields.has(name)) {
      return null;
    }
    Fields lock = fields.object(name);
    return new LockRef(lock.text("lockId"), owner(lock));
  }

  /** A path, compared as the event says; null if absent. */
  @Nullable LockPath optionalPath(String name) throws BadFieldException {
    return fields.has(name) ? fields.path(name, fields.flag(NAMES_WITHOUT_CASE)) : null;
  }

  private List<Target> targets(boolean withoutCase) throws BadFieldException {
    List<Target> targets = new ArrayList<>();
    for (Object entry : fields.entries("targets")) {
      targets.add(
          TargetReader.ofEvent(fields.entry("targets", targets.size(), entry), withoutCase));
    }
    if (targets.isEmpty()) {
      throw fields.bad("targets", "is empty, a lock has at least one");
    }
    return List.copyOf(targets);
  }

  static Owner owner(Fields fields) throws BadFieldException {
    return new Owner(fields.text("subAccount"), fields.optionalText("session"));
  }

  static Word<Operation> operation(Fields fields) throws BadFieldException {
    return fields.word("operation", Operation.known(), Operation::name, Operation.UNKNOWN);
  }
}
