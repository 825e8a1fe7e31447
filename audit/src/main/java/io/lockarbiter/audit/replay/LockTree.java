package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Locks and blockers as JSON trees; names as in events and in the HTTP view. */
public final class LockTree {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private LockTree() {}

  /** An object without fields. */
  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** Adds the fields of a lock. */
  public static void put(ObjectNode out, LockFields fields) {
    out.put("lockId", fields.lockId());
    put(out, fields.owner());
    out.put("operation", fields.operationWord());
    if (fields.path() != null) {
      out.put("path", fields.path().toString());
    }
    if (fields.destination() != null) {
      out.put("destination", fields.destination().toString());
    }
    ArrayNode targets = out.putArray("targets");
    for (Target target : fields.targets()) {
      targets.addObject().put("path", target.path().toString()).put("mode", target.modeWord());
    }
    if (fields.isBound()) {
      out.put("bound", true);
    } else {
      out.put("leaseMs", fields.leaseMs());
    }
    out.put("waitMs", fields.waitMs());
    if (fields.maxHoldMs() != 0) {
      out.put("maxHoldMs", fields.maxHoldMs());
    }
    if (!fields.holding().isEmpty()) {
      ArrayNode holding = out.putArray("holding");
      fields.holding().forEach(holding::add);
    }
    put(out, "replaces", fields.replaces());
    if (!fields.attributes().isEmpty()) {
      ObjectNode attributes = out.putObject("attributes");
      fields.attributes().forEach(attributes::put);
    }
  }

  /** Adds a lock by name only; nothing if it is null. */
  public static void put(ObjectNode out, String name, @Nullable LockRef lock) {
    if (lock != null) {
      put(out.putObject(name).put("lockId", lock.lockId()), lock.owner());
    }
  }

  private static void put(ObjectNode out, Owner owner) {
    out.put("subAccount", owner.subAccount());
    if (owner.session() != null) {
      out.put("session", owner.session());
    }
  }

  /** Adds blockers, each an object. */
  public static void put(ArrayNode out, List<Blocker> blockers) {
    for (Blocker blocker : blockers) {
      ObjectNode node = out.addObject();
      node.put("lockId", blocker.lockId());
      put(node, blocker.owner());
      node.put("operation", blocker.operationWord());
      node.put("path", blocker.path().toString());
      if (blocker.pathCut()) {
        node.put("pathCut", true);
      }
      node.put("mode", blocker.modeWord());
      if (blocker.expiresAt() != null) {
        node.put("expiresAt", blocker.expiresAt());
      }
      node.put("relation", blocker.relationWord());
      node.put("waiting", blocker.waiting());
      if (blocker.note() != null) {
        node.put("note", blocker.note());
      }
    }
  }
}
