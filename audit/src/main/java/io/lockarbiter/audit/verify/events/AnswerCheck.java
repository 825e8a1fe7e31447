package io.lockarbiter.audit.verify.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditRecord.Header;
import io.lockarbiter.audit.replay.EventHeaders;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.schema.EventHeader;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks an event against the command that caused it: key, headers, owner and contents. */
final class AnswerCheck {
  private static final Set<RejectReason> TO_ACQUIRE =
      EnumSet.of(
          RejectReason.ACCOUNT_CLOSED,
          RejectReason.FROZEN,
          RejectReason.CONFLICT,
          RejectReason.DEADLOCK,
          RejectReason.QUEUE_FULL,
          RejectReason.LIMIT_EXCEEDED,
          RejectReason.RATE_LIMITED,
          RejectReason.NOT_HELD,
          RejectReason.NOT_HOLDER,
          RejectReason.ENDING,
          RejectReason.NO_SESSION,
          RejectReason.PATH_GONE,
          RejectReason.ID_CONFLICT,
          RejectReason.WRONG_PARTITION);
  private static final Set<RejectReason> TO_OTHERS =
      EnumSet.of(RejectReason.NOT_HELD, RejectReason.NOT_HOLDER, RejectReason.WRONG_PARTITION);
  private static final Set<RejectReason> TO_YIELD =
      EnumSet.of(RejectReason.NOT_HELD, RejectReason.RATE_LIMITED, RejectReason.WRONG_PARTITION);
  private static final Set<RejectReason> TO_RELEASE_ALL = EnumSet.of(RejectReason.WRONG_PARTITION);
  private static final Set<RejectReason> TO_KEEP_ALIVE =
      EnumSet.of(
          RejectReason.LIMIT_EXCEEDED, RejectReason.RATE_LIMITED, RejectReason.WRONG_PARTITION);
  private static final Set<RejectReason> NOT_REPEATED =
      EnumSet.of(RejectReason.INVALID, RejectReason.WRONG_PARTITION, RejectReason.ID_CONFLICT);

  private static final Set<RejectReason> LIMITED =
      EnumSet.of(RejectReason.LIMIT_EXCEEDED, RejectReason.QUEUE_FULL, RejectReason.RATE_LIMITED);
  private static final Set<@Nullable String> LIMITS =
      Setting.LIMITS.stream().map(Setting::text).collect(Collectors.toSet());

  private AnswerCheck() {}

  /** Checks that key and headers agree with the event. */
  static void checkForm(
      EventReport report, DecodedCommand command, boolean direct, @Nullable LockLife before) {
    Event event = report.event().event();
    AuditRecord record = report.event().record();
    if (!Arrays.equals(event.head().account().getBytes(UTF_8), record.key())) {
      report.add("key=" + event.head().account(), "key=" + record.keyText());
    }
    Subject subject = event.subject();
    List<Header> expected =
        EventHeaders.unless(
            record.headers(),
            event.type(),
            subject == null ? null : subject.lockId(),
            direct ? command.replyTo() : null,
            lockReplyTo(report, command, direct, before),
            event.repeated(),
            repeatMs(record));
    if (expected != null) {
      report.same("headers", expected, record.headers());
    }
  }

  /** Returns the header as it is: the right number follows from the settings alone. */
  private static String repeatMs(AuditRecord record) {
    int ms = record.repeatMs();
    return ms < 0 ? "a number of ms" : Integer.toString(ms);
  }

  /** Returns the header as it is if the acquire is not known any more. */
  private static @Nullable String lockReplyTo(
      EventReport report, DecodedCommand command, boolean direct, @Nullable LockLife before) {
    Event event = report.event().event();
    AuditRecord record = report.event().record();
    boolean ofLock = event.subject() instanceof LockFields;
    if (event.repeated() && before == null) {
      return record.header(EventHeader.LOCK_REPLY_TO);
    }
    if (!ofLock && !event.repeated()) {
      return null;
    }
    boolean asked =
        direct
            && command instanceof Valid valid
            && valid.command() instanceof Acquire acquire
            && acquire.commandId().equals(event.head().commandId())
            && !event.repeated()
            && (before == null || event instanceof Rejected && !report.event().ends());
    if (asked) {
      return command.replyTo();
    }
    return before == null ? record.header(EventHeader.LOCK_REPLY_TO) : before.replyTo();
  }

  /** Checks that an event that no command asked for carries the acquire's id. */
  static void checkConsequence(EventReport report, DecodedCommand command) {
    Event event = report.event().event();
    Subject subject = event.subject();
    report.same("commandId", subject == null ? null : subject.lockId(), event.head().commandId());
    report.require(subject instanceof LockFields, "all fields of the lock", "its name only");
    if (event instanceof Rejected rejected && rejected.reason() == RejectReason.PATH_GONE) {
      report.require(
          rejected.saysExisting()
              || command instanceof Valid valid
                  && valid.command() instanceof Release release
                  && release.outcome().gone(),
          () -> "a release with gone as its cause",
          () -> "PATH_GONE caused by " + name(command));
    }
    if (event instanceof Released released) {
      ReleaseAllCheck.checkEnd(report, released, command);
    }
  }

  /** Checks that an answer is one to this command. */
  static void checkAnswer(EventReport report, DecodedCommand command, @Nullable LockLife before) {
    Event event = report.event().event();
    EventHead head = event.head();
    report.same("account", command.account(), head.account());
    if (command.commandId() != null) {
      report.same("commandId", command.commandId(), head.commandId());
    }
    if (command instanceof Refused refused) {
      checkInvalid(report, refused.refusal(), event);
    } else if (command instanceof Valid valid && valid.command() instanceof AccountCommand asked) {
      if (event instanceof Rejected rejected) {
        checkRefusal(report, asked, rejected, before);
      } else {
        checkDone(report, asked, event);
      }
    }
  }

  private static void checkInvalid(EventReport report, Refusal refusal, Event event) {
    if (event instanceof Rejected rejected && rejected.reason() == RejectReason.INVALID) {
      report.same("field", refusal.field(), rejected.field());
      report.same("message", refusal.message(), rejected.message());
      report.same("lockId", null, rejected.subject());
    } else {
      report.add("rejected INVALID", RecordedEvent.verdict(event));
    }
  }

  private static void checkRefusal(
      EventReport report, AccountCommand asked, Rejected rejected, @Nullable LockLife before) {
    RejectReason reason = rejected.reason();
    boolean acquire = asked instanceof Acquire;
    boolean yields = asked instanceof Yield;
    boolean possible =
        rejected.repeated()
            ? !NOT_REPEATED.contains(reason) && (acquire || asked instanceof Release)
            : mayAnswer(asked).contains(reason);
    report.require(
        possible, () -> "an answer to " + name(asked), () -> RecordedEvent.verdict(rejected));
    report.same("message", reason.message(), rejected.message());
    report.same("subject", asked.subject(), rejected.subject());
    boolean limited =
        (acquire || asked instanceof KeepAlive) && LIMITED.contains(reason) && !rejected.repeated();
    report.require(
        limited ? LIMITS.contains(rejected.limit()) : rejected.limit() == null,
        () -> limited ? "limit, the name of a setting" : "no limit",
        () -> "limit=" + rejected.limit());
    if (!acquire && before != null && !rejected.repeated()) {
      boolean own = before.fields().owner().equals(asked.owner());
      boolean wrong =
          reason == RejectReason.NOT_HELD
                  && (before.isHeld() ? own || yields : asked instanceof Release && own)
              || reason == RejectReason.NOT_HOLDER && own;
      report.require(
          !wrong, () -> "done: lockId is its sender's", () -> RecordedEvent.verdict(rejected));
    }
  }

  private static Set<RejectReason> mayAnswer(AccountCommand asked) {
    if (asked instanceof Acquire) {
      return TO_ACQUIRE;
    } else if (asked instanceof ReleaseAll) {
      return TO_RELEASE_ALL;
    } else if (asked instanceof KeepAlive) {
      return TO_KEEP_ALIVE;
    }
    return asked instanceof Yield ? TO_YIELD : TO_OTHERS;
  }

  private static void checkDone(EventReport report, AccountCommand asked, Event event) {
    Subject subject = event.subject();
    String lockId = subject == null ? null : subject.lockId();
    if (asked instanceof Acquire acquire) {
      report.require(
          !(event instanceof Renewed || event instanceof YieldRequested)
              && (!(event instanceof Released) || event.repeated()),
          () -> "an answer to " + name(asked),
          () -> RecordedEvent.verdict(event));
      report.same("subject", acquire.fields(), subject);
      report.require(
          !(subject instanceof LockFields lock) || lock.isSentAs(acquire.fields()),
          () -> "paths as they were sent: " + acquire.fields(),
          () -> String.valueOf(subject));
    } else if (asked instanceof Renew renew) {
      report.require(
          event instanceof Renewed,
          () -> "an answer to " + name(asked),
          () -> RecordedEvent.verdict(event));
      report.same("lockId", renew.lockId(), lockId);
      report.same("owner", renew.owner(), subject == null ? null : subject.owner());
      checkDeclined(report, event, renew);
    } else if (asked instanceof Yield wanted) {
      report.require(
          event instanceof YieldRequested,
          () -> "an answer to " + name(asked),
          () -> RecordedEvent.verdict(event));
      report.same("lockId", wanted.lockId(), lockId);
      if (event instanceof YieldRequested told) {
        checkAsked(report, told, wanted.owner(), wanted.comment(), wanted.graceMs());
      }
    } else if (asked instanceof Release release) {
      report.require(
          event instanceof Released released
              && (released.repeated() || released.reason() != ReleaseReason.FORCED),
          () -> "an answer to " + name(asked),
          () -> RecordedEvent.verdict(event));
      report.same("lockId", release.lockId(), lockId);
      report.same("owner", release.owner(), subject == null ? null : subject.owner());
      checkOperator(report, event, null, null);
      checkOutcome(report, event, release);
    } else if (asked instanceof ForceRelease force) {
      report.require(
          event instanceof Released released && released.reason() != ReleaseReason.RELEASED,
          () -> "an answer to " + name(asked),
          () -> RecordedEvent.verdict(event));
      report.same("lockId", force.lockId(), lockId);
      checkOperator(report, event, force.owner().subAccount(), force.comment());
    } else if (asked instanceof ReleaseAll all) {
      report.require(
          event instanceof ReleasedAll,
          () -> "an answer to " + name(asked),
          () -> RecordedEvent.verdict(event));
      report.same(
          "owner", all.owner(), event instanceof ReleasedAll answer ? answer.owner() : null);
    } else if (asked instanceof KeepAlive keep) {
      KeptAlive kept = event instanceof KeptAlive answer ? answer : null;
      report.require(
          kept != null, () -> "an answer to " + name(asked), () -> RecordedEvent.verdict(event));
      report.same("owner", keep.owner(), kept == null ? null : kept.owner());
      report.same("leaseMs", keep.leaseMs(), kept == null ? -1 : kept.leaseMs());
    }
  }

  /** Checks the outcome: as in the release, and only once. */
  private static void checkOutcome(EventReport report, Event event, Release release) {
    if (event instanceof Released released) {
      boolean ended = !released.repeated() && released.reason() == ReleaseReason.RELEASED;
      report.same("outcome", ended ? release.outcome() : WorkOutcome.DONE, released.outcome());
    }
  }

  private static void checkDeclined(EventReport report, Event event, Renew renew) {
    if (event instanceof Renewed renewed) {
      report.same("declined", renew.declined(), renewed.declined());
    }
  }

  /** Checks that a holder is told who asks, why, and with which grace. */
  static void checkAsked(
      EventReport report,
      YieldRequested told,
      Owner by,
      @Nullable String comment,
      @Nullable Long graceMs) {
    report.same("by", by.subAccount(), told.by());
    report.same("bySession", by.session(), told.bySession());
    report.same("comment", comment, told.comment());
    report.same("graceMs", graceMs, told.graceMs());
  }

  private static void checkOperator(
      EventReport report, Event event, @Nullable String by, @Nullable String comment) {
    if (event instanceof Released released) {
      report.same("by", by, released.by());
      report.same("comment", comment, released.comment());
    }
  }

  /** Returns the command for a report: its type and id. */
  static String name(DecodedCommand command) {
    if (command instanceof Refused refused) {
      return "the invalid command commandId=" + refused.refusal().commandId();
    }
    return command instanceof Valid valid ? name(valid.command()) : "an unreadable record";
  }

  private static String name(Command command) {
    String type = command.getClass().getSimpleName();
    return command instanceof AccountCommand asked
        ? type + " commandId=" + asked.commandId()
        : type;
  }
}
