package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks the events that one record causes, in their order: waits that end, leases that end,
 * requests granted because of those ends; then the answer, requests whose path is gone, and
 * requests granted after that.
 */
final class RecordInvariants {
  private final NaivePartition partition;
  private final LogRecord record;
  private final List<EncodedEvent> events;
  private final Consumer<Event> counter;

  /**
   * Accounts in which something ended and no request was granted yet, in the order of those ends.
   */
  private final Set<String> touched = new LinkedHashSet<>();

  /** Accounts that were closed by a lock in the place of another. */
  private final Set<String> closed = new HashSet<>();

  private int next;

  /**
   * The checks of a record.
   *
   * @param partition the state before the record, except for its time; the checks leave it in the
   *     state after it
   * @param events all events that the record caused
   * @param counter receives each event
   */
  RecordInvariants(
      NaivePartition partition,
      LogRecord record,
      List<EncodedEvent> events,
      Consumer<Event> counter) {
    this.partition = partition;
    this.record = record;
    this.events = events;
    this.counter = counter;
  }

  void check() {
    partition.dueWaits().forEach(request -> checkEndOfWait(request, RejectReason.WAIT_TIMEOUT));
    for (LiveSession session : partition.sessionsOver()) {
      partition.due(session.expiresAt()).forEach(this::checkDue);
      checkEndOf(session);
    }
    partition.due(partition.at()).forEach(this::checkDue);
    checkPromotions();
    DecodedCommand content = record.content().under(Reading.of(partition.settings()));
    if (content instanceof Refused refused) {
      checkInvalid(refused.refusal());
    } else if (content instanceof Valid valid
        && valid.command() instanceof AccountCommand command) {
      checkAnswer(command);
    } else if (content instanceof Valid valid && valid.command() instanceof SettingsChange change) {
      partition.change(change);
    }
    assertThat(EventText.of(events.subList(next, events.size())))
        .as("events beyond those that the record must cause")
        .isEmpty();
  }

  private Event next(String expected) {
    assertThat(events).as("an event for: %s", expected).hasSizeGreaterThan(next);
    Event event = EventCodec.decode(events.get(next).value());
    next++;
    assertThat(events.get(next - 1).repeatMs())
        .as("repeatMs header of event %d", event.head().seq())
        .isEqualTo(partition.settings().get(Setting.REPEAT_WINDOW_MS));
    counter.accept(event);
    return event;
  }

  private void checkReplies(@Nullable String replyTo, @Nullable String lockReplyTo) {
    EncodedEvent event = events.get(next - 1);
    assertThat(event.replyTo()).as("replyTo header of event %d", event.seq()).isEqualTo(replyTo);
    assertThat(event.lockReplyTo())
        .as("lockReplyTo header of event %d", event.seq())
        .isEqualTo(lockReplyTo);
  }

  /** Checks an event that time or another command caused for a lock or a waiting request. */
  private Event nextAbout(
      String account, LockFields fields, String verdict, @Nullable String replyTo) {
    String expected = verdict + " of " + fields.lockId();
    Event event = next(expected);
    assertThat(HistoryInvariants.verdict(event)).as(expected).isEqualTo(verdict);
    assertThat(event.head().account()).as(expected).isEqualTo(account);
    assertThat(event.head().commandId()).as(expected).isEqualTo(fields.lockId());
    assertThat(event.subject()).as(expected).isEqualTo(fields).hasToString(fields.toString());
    checkReplies(null, replyTo);
    return event;
  }

  private Rejected checkEndOfWait(WaitingRequest request, RejectReason reason) {
    String verdict = "rejected " + reason;
    Event event = nextAbout(request.account(), request.fields(), verdict, request.replyTo());
    assertThat(((Rejected) event).blockedBy()).as("blockedBy of %s", event).isEmpty();
    partition.fold(event, request.replyTo());
    touched.add(request.account());
    return (Rejected) event;
  }

  private void checkDue(HeldLock lock) {
    long end = partition.endOf(lock);
    if (end > partition.at()) {
      Event event = nextAbout(lock.account(), lock.fields(), "told", lock.replyTo());
      assertThat(event)
          .isEqualTo(
              new Told(
                  event.head(),
                  lock.fields(),
                  lock.token(),
                  end,
                  lock.grantedAt(),
                  lock.waitedMs(),
                  lock.fields().leaseMs() == 0 ? partition.cut(lock, 0).maxHoldMs() : null,
                  NaivePartition.attachedEnd(lock)));
      partition.fold(event, lock.replyTo());
    } else if (end < lock.expiresAt()) {
      checkEndedWithSession(lock);
    } else {
      checkExpired(lock);
    }
  }

  /** Checks that all that is bound to a session ends: what waits, by arrival, what is held. */
  private void checkEndOf(LiveSession session) {
    NaiveQueue queue = partition.queue(session.account());
    queue.waiting().stream()
        .filter(r -> r.fields().leaseMs() == 0 && r.fields().owner().equals(session.owner()))
        .forEach(request -> checkEndOfWait(request, RejectReason.NO_SESSION));
    queue.held().stream()
        .filter(l -> l.fields().leaseMs() == 0 && l.fields().owner().equals(session.owner()))
        .forEach(this::checkEndedWithSession);
    partition.drop(session);
  }

  private void checkEndedWithSession(HeldLock lock) {
    String verdict = "released SESSION_ENDED";
    Event event = nextAbout(lock.account(), lock.fields(), verdict, lock.replyTo());
    AnswerInvariants.checkEnd(event, lock, partition.at());
    assertThat(((Released) event).by()).as("by of %s", event).isNull();
    partition.fold(event, lock.replyTo());
    touched.add(lock.account());
  }

  private void checkExpired(HeldLock lock) {
    boolean isForced = lock.expiresAt() >= lock.endsAt();
    String verdict = isForced ? "released FORCED" : "released EXPIRED";
    Event event = nextAbout(lock.account(), lock.fields(), verdict, lock.replyTo());
    AnswerInvariants.checkEnd(event, lock, partition.at());
    assertThat(((Released) event).by())
        .as("by of %s", event)
        .isEqualTo(isForced ? Objects.requireNonNull(lock.asked()).endsBy() : null);
    partition.fold(event, lock.replyTo());
    touched.add(lock.account());
  }

  /**
   * Checks that requests are granted in turn which conflict with no lock and with no earlier
   * request that still waits.
   */
  private void checkPromotions() {
    for (String account : touched) {
      boolean isClosed = closed.contains(account);
      while (checkPromotions(account, isClosed)) {
        isClosed = true;
      }
    }
    touched.clear();
    closed.clear();
  }

  /** Checks those of an account until one of them closes it; says whether one does. */
  private boolean checkPromotions(String account, boolean isClosed) {
    for (WaitingRequest request : partition.queue(account).waiting()) {
      if (partition.queue(account).blockers(request).isEmpty()) {
        Event event = nextAbout(account, request.fields(), "granted", request.replyTo());
        QueueInvariants.checkPromoted(event, request, partition);
        partition.fold(event, request.replyTo());
        if (closes(request.fields())) {
          return true;
        }
      } else if (isClosed) {
        checkClosed(request);
      }
    }
    return false;
  }

  /** Checks that a waiting request is refused if its account has just been closed to it. */
  private void checkClosed(WaitingRequest request) {
    BlockedBy closes = partition.queue(request.account()).closes(request.fields());
    if (closes.listed().isEmpty()) {
      return;
    }
    String verdict = "rejected ACCOUNT_CLOSED";
    Event event = nextAbout(request.account(), request.fields(), verdict, request.replyTo());
    assertThat(((Rejected) event).blockedBy())
        .as("blockedBy of %s", event)
        .isEqualTo(closes.listed());
    partition.fold(event, request.replyTo());
  }

  private static boolean closes(LockFields lock) {
    return lock.targets().get(0).mode() == Mode.CLOSE;
  }

  private void checkInvalid(Refusal refusal) {
    Rejected rejected = (Rejected) next("rejected INVALID");
    assertThat(rejected.reason()).isEqualTo(RejectReason.INVALID);
    assertThat(rejected.subject()).isNull();
    assertThat(rejected.field()).isEqualTo(refusal.field());
    assertThat(rejected.message()).isEqualTo(refusal.message());
    checkReplies(refusal.replyTo(), null);
  }

  private void checkAnswer(AccountCommand command) {
    String expected = new NaiveVerdicts(partition).expected(command);
    if (command instanceof ReleaseAll all && expected.equals("releasedAll")) {
      checkReleasedAll(all);
      return;
    }
    HeldLock replaced = expected.equals("granted") ? replacedBy((Acquire) command) : null;
    Event end = replaced == null ? null : nextEnd(replaced, (Acquire) command);
    Event event = next("direct answer to " + command);
    assertThat(event.head().commandId()).as("%s", event).isEqualTo(command.commandId());
    assertThat(event.head().account()).as("%s", event).isEqualTo(command.account());
    assertThat(HistoryInvariants.verdict(event))
        .as("answer to %s: %s", command, event)
        .isEqualTo(expected);
    new AnswerInvariants(partition, command).check(event);
    assertThat(events.get(next - 1).value().length)
        .as("bytes of %s", event)
        .isLessThanOrEqualTo(8 * CommandCodec.encode(command).length + 2_048);
    QueueInvariants.checkNoOvertaking(event, partition);
    String lockReplyTo = partition.lockReplyTo(command, event);
    checkReplies(command.replyTo(), lockReplyTo);
    if (event.repeated()) {
      return;
    }
    if (end != null && replaced != null) {
      partition.fold(end, replaced.replyTo());
      touched.add(command.account());
      if (closes(((Acquire) command).fields())) {
        closed.add(command.account());
      }
    }
    partition.fold(event, lockReplyTo);
    if (event.type() == EventType.QUEUED) {
      checkAsked((Acquire) command);
    }
    String verdict = HistoryInvariants.verdict(event);
    if (verdict.startsWith("released")) {
      touched.add(command.account());
    }
    if (verdict.equals("released RELEASED") && command instanceof Release release) {
      checkGone(release, (LockFields) event.subject());
    }
    checkPromotions();
  }

  /**
   * Checks that the first thousand holders in the way of a request that begins to wait are asked to
   * let go, each once, unless it is a freeze or a kept lock, or the end of the lock is no second
   * later than wanted, or comes before twice the grace.
   */
  private void checkAsked(Acquire acquire) {
    Long graceMs = acquire.graceMs();
    if (graceMs == null) {
      return;
    }
    long wanted = partition.at() + graceMs;
    List<Blocker> inTheWay = partition.queue(acquire.account()).heldBlockers(acquire.fields());
    for (Blocker blocker : inTheWay.subList(0, Math.min(1_000, inTheWay.size()))) {
      HeldLock lock = Objects.requireNonNull(partition.find(acquire.account(), blocker.lockId()));
      boolean hasEnd = lock.endsAt() < Long.MAX_VALUE;
      boolean standsByItself =
          Set.of(Mode.FREEZE, Mode.CLOSE).contains(lock.fields().targets().get(0).mode())
              || lock.fields().leaseMs() > 600_000;
      if (standsByItself
          || (hasEnd && lock.endsAt() < Math.max(wanted + 1_000, wanted + graceMs))) {
        continue;
      }
      Event event = nextAbout(lock.account(), lock.fields(), "yieldRequested", lock.replyTo());
      AnswerInvariants.checkYieldRequested(
          event,
          NaiveSessions.shown(partition.sessions(), lock),
          acquire.owner(),
          acquire.comment(),
          graceMs,
          wanted);
      partition.fold(event, lock.replyTo());
    }
  }

  /**
   * Checks that a thousand at most of what its owners have ends, each once: what waits before what
   * is held; and then the answer.
   */
  private void checkReleasedAll(ReleaseAll all) {
    List<WaitingRequest> waiting = new ArrayList<>();
    partition.queue(all.account()).waiting().stream()
        .filter(request -> isOf(all, request.fields()))
        .forEach(waiting::add);
    List<HeldLock> held = new ArrayList<>();
    partition.heldOf(all.account()).stream()
        .filter(lock -> isOf(all, lock.fields()))
        .forEach(held::add);
    int cancelled = Math.min(1_000, waiting.size());
    int released = Math.min(1_000 - cancelled, held.size());
    for (int n = 0; n < cancelled + released; n++) {
      EncodedEvent due = events.get(next);
      boolean waits = n < cancelled;
      if (waits) {
        WaitingRequest request =
            waiting.stream()
                .filter(one -> one.fields().lockId().equals(due.lockId()))
                .findAny()
                .orElseThrow(() -> new AssertionError("nothing of " + all + " ends by " + due));
        waiting.remove(request);
        Event event =
            nextAbout(all.account(), request.fields(), "released CANCELLED", request.replyTo());
        assertThat(((Released) event).token()).as("token of %s", event).isNull();
        partition.fold(event, request.replyTo());
      } else {
        HeldLock lock =
            held.stream()
                .filter(one -> one.fields().lockId().equals(due.lockId()))
                .findAny()
                .orElseThrow(() -> new AssertionError("nothing of " + all + " ends by " + due));
        held.remove(lock);
        Event event = nextAbout(all.account(), lock.fields(), "released RELEASED", lock.replyTo());
        AnswerInvariants.checkEnd(event, lock, partition.at());
        assertThat(((Released) event).outcome())
            .as("outcome of %s", event)
            .isEqualTo(WorkOutcome.DONE);
        partition.fold(event, lock.replyTo());
      }
      touched.add(all.account());
    }
    Event answer = next("direct answer to " + all);
    boolean more = !waiting.isEmpty() || !held.isEmpty();
    assertThat(answer)
        .isEqualTo(new ReleasedAll(answer.head(), all.owner(), released, cancelled, more));
    assertThat(answer.head().commandId()).as("%s", answer).isEqualTo(all.commandId());
    assertThat(answer.head().account()).as("%s", answer).isEqualTo(all.account());
    checkReplies(all.replyTo(), null);
    checkPromotions();
  }

  private static boolean isOf(ReleaseAll all, LockFields fields) {
    Owner owner = all.owner();
    return owner.session() == null
        ? fields.owner().subAccount().equals(owner.subAccount())
        : fields.owner().equals(owner);
  }

  private @Nullable HeldLock replacedBy(Acquire acquire) {
    return partition.heldOf(acquire.account()).stream()
        .filter(lock -> NaiveQueue.replaces(acquire.fields(), lock))
        .findAny()
        .orElse(null);
  }

  /** Checks the end of a lock right before the grant of the one that takes its place. */
  private Event nextEnd(HeldLock lock, Acquire acquire) {
    Event event = nextAbout(lock.account(), lock.fields(), "released REPLACED", lock.replyTo());
    assertThat(event)
        .isEqualTo(
            Released.replaced(
                event.head(),
                lock.fields(),
                lock.token(),
                partition.at() - lock.grantedAt(),
                new LockRef(acquire.commandId(), acquire.owner())));
    return event;
  }

  private void checkGone(Release release, @Nullable LockFields lock) {
    if (release.outcome().gone() && lock != null) {
      partition.queue(release.account()).waiting().stream()
          .filter(request -> QueueInvariants.needsOneOf(lock.targets(), request.fields()))
          .forEach(
              request -> {
                Rejected gone = checkEndOfWait(request, RejectReason.PATH_GONE);
                boolean failed = release.outcome().failed();
                assertThat(gone.movedTo() == null ? null : gone.movedTo().toString())
                    .as("movedTo of %s", gone)
                    .isEqualTo(failed ? null : QueueInvariants.movedTo(lock, request.fields()));
              });
    }
  }
}
