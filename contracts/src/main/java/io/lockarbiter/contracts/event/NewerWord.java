package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the word of an event that only newer arbiters know. */
final class NewerWord {
  private static final Pattern CITABLE = Pattern.compile("[A-Za-z0-9_-]{1,32}");

  private NewerWord() {}

  static @Nullable String in(Event event) {
    if (event instanceof UnknownEvent unknown) {
      return text("type", unknown.typeWord());
    }
    String reason = event.reasonWord();
    if (reason != null
        && (event.reason() == RejectReason.UNKNOWN || event.reason() == ReleaseReason.UNKNOWN)) {
      return text("reason", reason);
    }
    String ofLock = event.subject() instanceof LockFields fields ? in(fields) : null;
    if (ofLock != null) {
      return ofLock;
    }
    if (event instanceof Queued queued) {
      return in(queued.blockedBy());
    }
    return event instanceof Rejected rejected ? in(rejected.blockedBy()) : null;
  }

  private static @Nullable String in(LockFields fields) {
    if (fields.operation() == Operation.UNKNOWN) {
      return text("operation", fields.operationWord());
    }
    for (Target target : fields.targets()) {
      if (target.mode() == Mode.UNKNOWN) {
        return text("targets.mode", target.modeWord());
      }
    }
    return null;
  }

  private static @Nullable String in(List<Blocker> blockers) {
    for (Blocker blocker : blockers) {
      if (blocker.operation() == Operation.UNKNOWN) {
        return text("blockedBy.operation", blocker.operationWord());
      }
      if (blocker.mode() == Mode.UNKNOWN) {
        return text("blockedBy.mode", blocker.modeWord());
      }
      if (blocker.relation() == Relation.UNKNOWN) {
        return text("blockedBy.relation", blocker.relationWord());
      }
    }
    return null;
  }

  private static String text(String field, String word) {
    return field
        + "="
        + (CITABLE.matcher(word).matches() ? word : "a word of " + word.length() + " characters");
  }
}
