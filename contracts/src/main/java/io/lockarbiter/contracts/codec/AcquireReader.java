package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.Vocabulary.Words;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Reads the fields that only an acquire has, in the order of RULES.md, Order of a decision. */
final class AcquireReader {
  private final Fields fields;
  private final Words words;

  AcquireReader(Fields fields, Words words) {
    this.fields = fields;
    this.words = words;
  }

  Acquire read(String commandId, String account, Owner owner) throws BadFieldException {
    Operation operation = fields.choice("operation", words.operations(), Operation::name);
    LockPath path = path(operation);
    LockPath destination = destination(operation, path);
    List<Target> targets = targets(operation, path, destination);
    List<String> holding = holding();
    LockRef replaces = replaces();
    Long existing = fields.existing();
    long leaseMs = isBound(owner) ? LockFields.BOUND_LEASE_MS : leaseMs(targets);
    long waitMs = waitMs(replaces);
    Long maxHoldMs =
        fields.optionalWhole("maxHoldMs", Settings.MIN_MAX_HOLD_MS, Settings.MAX_MAX_HOLD_MS);
    Long graceMs = graceMs(waitMs);
    String replyTo = fields.optionalId("replyTo");
    LockFields lock =
        new LockFields(
            commandId,
            owner,
            operation,
            path,
            destination,
            targets,
            leaseMs,
            waitMs,
            maxHoldMs == null ? 0 : maxHoldMs,
            holding,
            replaces,
            attributes());
    return new Acquire(account, replyTo, lock.existing(existing), graceMs, comment(graceMs));
  }

  private @Nullable Long graceMs(long waitMs) throws BadFieldException {
    Long graceMs = fields.optionalWhole("graceMs", 0, Settings.MAX_GRACE_MS);
    if (graceMs != null && graceMs >= waitMs) {
      throw fields.bad(
          "graceMs",
          "is %d beside waitMs %d, expected less: the request would be over before"
              .formatted(graceMs, waitMs));
    }
    return graceMs;
  }

  private @Nullable String comment(@Nullable Long graceMs) throws BadFieldException {
    String comment = fields.shortText("comment", Acquire.MAX_COMMENT_BYTES);
    if (comment != null && graceMs == null) {
      throw fields.bad("comment", "is given, but graceMs is not: nobody is asked");
    }
    return comment;
  }

  private @Nullable LockRef replaces() throws BadFieldException {
    if (!fields.has("replaces")) {
      return null;
    }
    Fields lock = fields.object("replaces");
    String lockId = lock.id("lockId");
    return new LockRef(lockId, new Owner(lock.id("subAccount"), lock.optionalId("session")));
  }

  private long waitMs(@Nullable LockRef replaces) throws BadFieldException {
    long waitMs = fields.whole("waitMs", 0, Settings.MAX_WAIT_MS, 0);
    if (waitMs > 0 && replaces != null) {
      throw fields.bad("waitMs", "is " + waitMs + " beside replaces, expected 0: that never waits");
    }
    return waitMs;
  }

  /** Says whether the lock lives as long as its owner's session, and has no lease of its own. */
  private boolean isBound(Owner owner) throws BadFieldException {
    if (!fields.flag("bound")) {
      return false;
    }
    if (owner.session() == null) {
      throw fields.bad("bound", "is true, but session is not given: nothing keeps the lock alive");
    }
    for (String lease : List.of("leaseMs", "keepMs")) {
      if (fields.has(lease)) {
        throw fields.bad("bound", "is true, but " + lease + " is given too");
      }
    }
    return true;
  }

  /** The lease: {@code leaseMs}, or {@code keepMs} in its place. */
  private long leaseMs(List<Target> targets) throws BadFieldException {
    long leaseMs = fields.leaseMs();
    Long keepMs =
        fields.optionalWhole("keepMs", Settings.MIN_KEEP_MS, Acquire.longestKeepMs(targets));
    if (keepMs == null) {
      return leaseMs;
    }
    if (fields.has("leaseMs")) {
      throw fields.bad("keepMs", "is given, but leaseMs is too");
    }
    return keepMs;
  }

  private @Nullable LockPath path(Operation operation) throws BadFieldException {
    if (operation.hasExplicitTargets()) {
      refuse("path", operation);
      return null;
    }
    return fields.path("path");
  }

  private @Nullable LockPath destination(Operation operation, @Nullable LockPath path)
      throws BadFieldException {
    if (!operation.hasDestination()) {
      refuse("destination", operation);
      return null;
    }
    LockPath destination = fields.path("destination");
    String problem = path == null ? null : operation.problem(path, destination);
    if (problem != null) {
      throw fields.bad("destination", problem);
    }
    return destination;
  }

  /**
   * Refuses a field that the operation does not have; otherwise its path would silently stay
   * unprotected.
   */
  private void refuse(String name, Operation operation) throws BadFieldException {
    if (fields.has(name)) {
      throw fields.bad(name, "is given, but operation " + operation + " has none");
    }
  }

  private List<Target> targets(
      Operation operation, @Nullable LockPath path, @Nullable LockPath destination)
      throws BadFieldException {
    if (path == null) {
      return explicitTargets();
    }
    refuse("targets", operation);
    List<Target> targets = operation.targets(path, destination);
    String closesPart = Acquire.closesPart(targets);
    if (closesPart != null) {
      throw fields.bad("path", closesPart);
    }
    return targets;
  }

  private List<Target> explicitTargets() throws BadFieldException {
    if (!fields.has("targets")) {
      throw fields.bad("targets", "is missing");
    }
    Set<Target> targets = new LinkedHashSet<>();
    int index = 0;
    for (Object entry : fields.entries("targets")) {
      targets.add(TargetReader.ofCommand(fields.entry("targets", index++, entry), words.modes()));
      if (targets.size() > Acquire.MAX_TARGETS) {
        throw fields.bad("targets", "has more than " + Acquire.MAX_TARGETS + " different entries");
      }
    }
    int segments = Acquire.segments(targets);
    if (segments > Acquire.MAX_TARGET_SEGMENTS) {
      throw fields.bad(
          "targets",
          "has paths of %d segments together, at most %d are allowed"
              .formatted(segments, Acquire.MAX_TARGET_SEGMENTS));
    }
    if (targets.isEmpty()) {
      throw fields.bad("targets", "is empty, allowed are 1 to " + Acquire.MAX_TARGETS + " entries");
    }
    String mixed = Acquire.mixed(targets);
    if (mixed != null) {
      throw fields.bad("targets", mixed);
    }
    String closesPart = Acquire.closesPart(targets);
    if (closesPart != null) {
      throw fields.bad("targets", closesPart);
    }
    return List.copyOf(targets);
  }

  private List<String> holding() throws BadFieldException {
    List<String> holding = new ArrayList<>();
    int index = 0;
    for (Object entry : fields.entries("holding")) {
      if (!(entry instanceof String id)) {
        throw fields.badEntry("holding", index, Fields.expected(entry, "a string"));
      }
      String problem = IdRule.problem(id);
      if (problem != null) {
        throw fields.badEntry("holding", index, problem);
      }
      holding.add(id);
      index++;
    }
    if (holding.size() > Acquire.MAX_HOLDING) {
      throw fields.bad(
          "holding",
          "has %d entries, at most %d are allowed".formatted(holding.size(), Acquire.MAX_HOLDING));
    }
    return List.copyOf(holding);
  }

  private SortedMap<String, String> attributes() throws BadFieldException {
    SortedMap<String, String> attributes = AttributesReader.read(fields);
    int given = fields.has("attributes") ? fields.object("attributes").json().members().size() : 0;
    if (given > Acquire.MAX_ATTRIBUTES) {
      throw fields.bad(
          "attributes",
          "has %d entries, at most %d are allowed".formatted(given, Acquire.MAX_ATTRIBUTES));
    }
    int bytes = 0;
    for (var attribute : attributes.entrySet()) {
      bytes += attribute.getKey().getBytes(UTF_8).length;
      bytes += attribute.getValue().getBytes(UTF_8).length;
    }
    if (bytes > Acquire.MAX_ATTRIBUTE_BYTES) {
      throw fields.bad(
          "attributes",
          "has %d UTF-8 bytes, at most %d are allowed"
              .formatted(bytes, Acquire.MAX_ATTRIBUTE_BYTES));
    }
    return attributes;
  }
}
