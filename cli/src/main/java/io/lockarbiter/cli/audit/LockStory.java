package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The events about one lock id, as lines of text; of tellings in a row only the last. */
final class LockStory implements ReplayListener {
  private final String lockId;
  private final @Nullable String account;
  private final String topic;
  private final List<String> lines = new ArrayList<>();
  private int tellings;

  LockStory(String lockId, @Nullable String account, String topic) {
    this.lockId = lockId;
    this.account = account;
    this.topic = topic;
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void step(ReplayStep step) {
    for (RecordedEvent recorded : step.events()) {
      Event event = recorded.event();
      boolean asked =
          event.subject() != null
              && event.subject().lockId().equals(lockId)
              && (account == null || account.equals(event.head().account()));
      if (asked) {
        add(step, recorded);
      }
    }
  }

  private void add(ReplayStep step, RecordedEvent recorded) {
    Event event = recorded.event();
    if (lines.isEmpty() && event.subject() instanceof LockFields fields) {
      lines.add(
          "lockId %s of account %s: %s by %s, %s%s%s%s"
                  .formatted(
                      lockId,
                      event.head().account(),
                      Words.request(fields),
                      Words.owner(fields.owner()),
                      fields.isBound()
                          ? "lives with its session"
                          : "lease " + Words.length(fields.leaseMs()),
                      fields.waitMs() == 0 ? "" : ", waits up to " + Words.length(fields.waitMs()),
                      fields.maxHoldMs() == 0
                          ? ""
                          : ", held at most " + Words.length(fields.maxHoldMs()),
                      fields.replaces() == null ? "" : ", replaces " + Words.ref(fields.replaces()))
              + Words.existing(fields)
              + Words.note(fields));
    }
    tellings = event instanceof Told ? tellings + 1 : 0;
    if (tellings > 1) {
      lines.remove(lines.size() - 1);
    }
    lines.add(
        "  %s  %s  [%s partition=%d offset=%d, caused by offset=%d]"
            .formatted(
                Words.time(event.head().at()),
                what(event) + asking(event, step) + withAll(event, step),
                topic,
                step.partition(),
                recorded.record().offset(),
                step.command().offset()));
  }

  private String what(Event event) {
    String again = event.repeated() ? " (answer to a command sent again)" : "";
    if (event instanceof Granted granted) {
      return "granted%s, token %d, until %s%s%s%s"
          .formatted(
              granted.waitedMs() == 0 ? "" : " after " + Words.length(granted.waitedMs()),
              granted.token(),
              Words.time(granted.expiresAt()),
              cut(granted.cut()),
              ends(granted.endsAt()),
              again);
    } else if (event instanceof Queued queued) {
      return "queued as number %d until %s, behind %s%s"
          .formatted(
              queued.position(),
              Words.time(queued.deadline()),
              blockers(queued.blockedBy()),
              again);
    } else if (event instanceof Renewed renewed) {
      return "renewed until %s%s%s%s"
          .formatted(
              Words.time(renewed.expiresAt()),
              cut(renewed.cut()),
              ends(renewed.endsAt()),
              renewed.declined() == null ? "" : ", does not let go: " + renewed.declined());
    } else if (event instanceof Told told) {
      return "told again%s, until %s%s"
          .formatted(
              tellings == 1 ? "" : " %,d times".formatted(tellings),
              Words.time(told.expiresAt()),
              ends(told.endsAt()));
    } else if (event instanceof YieldRequested asked) {
      return asked(asked);
    } else if (event instanceof Released released) {
      return ended(released) + again;
    }
    return event instanceof Rejected rejected
        ? rejected(rejected) + again
        : event.typeWord() + ", which this version does not know" + again;
  }

  private static String cut(Cut cut) {
    return (cut.leaseMs() == null ? "" : ", lease cut to " + Words.length(cut.leaseMs()))
        + (cut.maxHoldMs() == null ? "" : ", held at most " + Words.length(cut.maxHoldMs()));
  }

  private static String ends(@Nullable Long attached) {
    return attached == null ? "" : ", ends at " + Words.time(attached);
  }

  private static String asked(YieldRequested asked) {
    return "asked to let go by %s%s%s%s"
        .formatted(
            Words.owner(new Owner(asked.by(), asked.bySession())),
            asked.graceMs() == null ? "" : " with a grace of " + Words.length(asked.graceMs()),
            ends(asked.endsAt()),
            asked.comment() == null ? "" : ": " + asked.comment());
  }

  /** The part of an acquire with a grace in an event, which does not tell that itself. */
  private static String asking(Event event, ReplayStep step) {
    Acquire acquire =
        step.command().content() instanceof Valid valid && valid.command() instanceof Acquire asking
            ? asking
            : null;
    if (acquire == null || acquire.graceMs() == null || event.repeated()) {
      return "";
    }
    if (event instanceof YieldRequested) {
      return ", because lockId %s waits".formatted(acquire.commandId());
    }
    if (!(event instanceof Queued)) {
      return "";
    }
    long asked =
        step.events().stream().filter(each -> each.event() instanceof YieldRequested).count();
    return ", asks %,d in its way to let go, with a grace of %s%s"
        .formatted(
            asked,
            Words.length(acquire.graceMs()),
            acquire.comment() == null ? "" : ": " + acquire.comment());
  }

  /** The command that ended a lock with others, which the event does not tell itself. */
  private static String withAll(Event event, ReplayStep step) {
    boolean isOne =
        event.reason() == ReleaseReason.RELEASED || event.reason() == ReleaseReason.CANCELLED;
    return isOne
            && step.command().content() instanceof Valid valid
            && valid.command() instanceof ReleaseAll all
        ? ", with all of " + Words.owner(all.owner())
        : "";
  }

  private static String rejected(Rejected rejected) {
    String asker =
        rejected.subject() instanceof LockRef ref ? " to " + Words.owner(ref.owner()) : "";
    return "rejected %s%s%s%s%s"
        .formatted(
            rejected.reasonWord(),
            rejected.limit() == null ? "" : " by " + rejected.limit(),
            asker,
            rejected.movedTo() == null
                ? ""
                : ", moved to "
                    + rejected.movedTo()
                    + (rejected.movedSeq() == null ? "" : " at seq " + rejected.movedSeq()),
            rejected.blockedBy().isEmpty() ? "" : ", behind " + blockers(rejected.blockedBy()));
  }

  private static String ended(Released released) {
    return "released %s%s%s%s%s%s"
        .formatted(
            released.reasonWord(),
            released.heldMs() == null ? "" : " after " + Words.length(released.heldMs()),
            released.by() == null ? "" : ", by " + released.by(),
            released.comment() == null ? "" : ": " + released.comment(),
            released.replacedBy() == null ? "" : " by " + Words.ref(released.replacedBy()),
            outcome(released.outcome()));
  }

  private static String outcome(WorkOutcome outcome) {
    return (outcome.gone() ? ", gone" : "")
        + (outcome.failed() ? ", failed" : "")
        + (outcome.result() == null ? "" : ", result " + outcome.result());
  }

  private static String blockers(List<Blocker> blockers) {
    return blockers.isEmpty()
        ? "others"
        : blockers.stream()
            .map(
                blocker ->
                    "%s %s %s (lockId %s%s%s)"
                        .formatted(
                            Words.owner(blocker.owner()),
                            blocker.modeWord(),
                            blocker.path(),
                            blocker.lockId(),
                            blocker.expiresAt() == null
                                ? ""
                                : ", until " + Words.time(blocker.expiresAt()),
                            blocker.note() == null ? "" : ", note: " + blocker.note()))
            .collect(Collectors.joining(", "));
  }
}
