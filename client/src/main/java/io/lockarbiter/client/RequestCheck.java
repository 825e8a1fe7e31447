package io.lockarbiter.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks the bounds of a request as the arbiter would: {@code RULES.md}, Defaults and bounds. */
final class RequestCheck {
  private RequestCheck() {}

  static void checkPresent(String account, String subAccount) {
    Objects.requireNonNull(account, "account is null, expected the account whose tree is locked");
    Objects.requireNonNull(subAccount, "subAccount is null, expected the member that asks");
  }

  static void checkOperation(Operation operation, @Nullable String destination) {
    checkKnown(operation);
    if (operation.hasDestination() != (destination != null)) {
      throw new IllegalArgumentException(
          "operation=%s destination=%s, expected %s destination"
              .formatted(operation, destination, operation.hasDestination() ? "a" : "no"));
    }
  }

  static void checkHasOnePath(List<Target> targets) {
    if (targets.size() > 1) {
      throw new IllegalArgumentException(
          "targets=%s, expected one: the place of one path is told, and not those of others"
              .formatted(targets));
    }
  }

  static void checkSeq(long seq) {
    if (seq < 1) {
      throw new IllegalArgumentException(
          "existingAsOf=%d, expected the seq of an event, 1 or more; existing() says that the paths exist now"
              .formatted(seq));
    }
  }

  static void checkNamesTargets(Operation operation) {
    if (!operation.hasExplicitTargets()) {
      throw new IllegalArgumentException("operation=" + operation + " names no targets itself");
    }
  }

  static void check(RequestDraft asked) {
    checkId("account", asked.account);
    checkId("subAccount", asked.subAccount);
    if (asked.owner != null && asked.owner.session() != null) {
      checkId("session", asked.owner.session());
    }
    asked.targets.forEach(target -> checkKnown(target.mode()));
    checkCount("targets", asked.targets.size(), 1, Acquire.MAX_TARGETS);
    checkCount(
        "segments of all targets' paths",
        Acquire.segments(asked.targets),
        0,
        Acquire.MAX_TARGET_SEGMENTS);
    String mixed = Acquire.mixed(asked.targets);
    if (mixed != null) {
      throw new IllegalArgumentException("targets " + mixed);
    }
    String closesPart = Acquire.closesPart(asked.targets);
    if (closesPart != null) {
      throw new IllegalArgumentException("targets " + closesPart);
    }
    if (asked.adoptedWithin != null) {
      checkDuration(
          "adoptedWithin", asked.adoptedWithin, Settings.MIN_LEASE_MS, Settings.MAX_LEASE_MS);
    }
    checkDuration("waitingUpTo", asked.waitLimit, 0, Settings.MAX_WAIT_MS);
    if (!asked.maxHold.isZero()) {
      checkDuration("maxHold", asked.maxHold, Settings.MIN_MAX_HOLD_MS, Settings.MAX_MAX_HOLD_MS);
    }
    checkCount("holding", asked.holding.size(), 0, Acquire.MAX_HOLDING);
    asked.holding.forEach(lockId -> checkId("holding", lockId));
    if (asked.replaces != null) {
      checkReplaced(asked.replaces, asked.waitLimit);
    }
    checkAttributes(asked.attributes);
    if (asked.path != null && asked.destination != null) {
      String problem = asked.operation.problem(asked.path, asked.destination);
      if (problem != null) {
        throw new IllegalArgumentException(
            "path=%s destination=%s: destination %s"
                .formatted(asked.path, asked.destination, problem));
      }
    }
  }

  private static void checkReplaced(LockRef replaced, Duration waitLimit) {
    checkId("replacing: lockId", replaced.lockId());
    checkId("replacing: subAccount", replaced.owner().subAccount());
    if (replaced.owner().session() != null) {
      checkId("replacing: session", replaced.owner().session());
    }
    if (!waitLimit.isZero()) {
      throw new IllegalArgumentException(
          "waitingUpTo=%s beside replacing(…), expected none: a replacement is decided at once"
              .formatted(waitLimit));
    }
  }

  /** Refuses constants that stand for words of newer arbiters, because no request can name them. */
  private static void checkKnown(Enum<?> word) {
    if (word == Mode.UNKNOWN || word == Operation.UNKNOWN) {
      throw new IllegalArgumentException(
          "%s UNKNOWN stands in events for words of newer versions, and cannot be asked for"
              .formatted(word instanceof Mode ? "mode" : "operation"));
    }
  }

  private static void checkAttributes(Map<String, String> attributes) {
    if (attributes.containsKey(LockFields.POOL)) {
      throw new IllegalArgumentException(
          "attribute %s=%s is reserved: the workers of that pool would take the lock over; leave it to submit(pool, request)"
              .formatted(LockFields.POOL, attributes.get(LockFields.POOL)));
    }
    if (attributes.containsKey(LockFields.LEASE)) {
      throw new IllegalArgumentException(
          "attribute %s=%s is reserved: whoever takes the lock up would renew it by that; leave it to leaseOf(…)"
              .formatted(LockFields.LEASE, attributes.get(LockFields.LEASE)));
    }
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      if (!IdRule.isEncodable(attribute.getKey()) || !IdRule.isEncodable(attribute.getValue())) {
        throw new IllegalArgumentException("an attribute has a lone surrogate");
      }
    }
    checkCount("attributes", attributes.size(), 0, Acquire.MAX_ATTRIBUTES);
    checkCount("UTF-8 bytes of attributes", bytes(attributes), 0, Acquire.MAX_ATTRIBUTE_BYTES);
  }

  /** Says whether a {@code traceparent} fits among the attributes, beside the name of a pool. */
  static boolean hasRoomForATrace(Map<String, String> attributes) {
    int trace = LockFields.TRACEPARENT.length() + Traceparent.LENGTH;
    boolean hasPool = attributes.containsKey(LockFields.POOL);
    int pool = hasPool ? 0 : LockFields.POOL.length() + IdRule.MAX_BYTES;
    return attributes.size() + (hasPool ? 1 : 2) <= Acquire.MAX_ATTRIBUTES
        && bytes(attributes) + trace + pool <= Acquire.MAX_ATTRIBUTE_BYTES;
  }

  private static int bytes(Map<String, String> attributes) {
    int bytes = 0;
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      bytes += attribute.getKey().getBytes(UTF_8).length;
      bytes += attribute.getValue().getBytes(UTF_8).length;
    }
    return bytes;
  }

  static void checkId(String name, String id) {
    String problem = IdRule.problem(id);
    if (problem != null) {
      throw new IllegalArgumentException(name + " " + problem);
    }
  }

  /** Checks what all holders in the way of a request are told. */
  static void checkCommentForAll(@Nullable String comment) {
    int bytes = comment == null ? 0 : comment.getBytes(UTF_8).length;
    checkCount("UTF-8 bytes of the comment", bytes, 0, Acquire.MAX_COMMENT_BYTES);
  }

  private static void checkCount(String name, int count, int least, int most) {
    if (count < least || count > most) {
      throw new IllegalArgumentException(
          "%s: %d, expected %d to %d".formatted(name, count, least, most));
    }
  }

  static void checkDuration(String name, Duration duration, long leastMs, long mostMs) {
    if (duration.compareTo(Duration.ofMillis(leastMs)) < 0
        || duration.compareTo(Duration.ofMillis(mostMs)) > 0) {
      throw new IllegalArgumentException(
          "%s=%s, expected %s to %s"
              .formatted(name, duration, Duration.ofMillis(leastMs), Duration.ofMillis(mostMs)));
    }
  }
}
