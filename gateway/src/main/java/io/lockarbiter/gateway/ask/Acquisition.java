package io.lockarbiter.gateway.ask;

import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.LockKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An acquire that this instance has sent, or sent again, with the HTTP requests that wait for its
 * answer. A grant is answered as it is only if this instance sent the record that it answers; any
 * other is renewed first, because nobody here knows since when its lease counts. Used in the loop's
 * turns only.
 */
final class Acquisition implements AnswerListener {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(20);

  private final CommandDesk desk;
  private final Acquire command;
  private final String subject;
  private final LockKey key;
  private final boolean isCopy;
  private final long openAt;
  private final List<AcquireWaiter> waiters = new ArrayList<>();

  /** Whether other HTTP requests of this instance asked under this key too. */
  private boolean isShared;

  private boolean isFollowed;
  private boolean isConfirming;
  private @Nullable Queued queued;
  private long firstQueuedAt;

  Acquisition(
      CommandDesk desk,
      Acquire command,
      String subject,
      AcquireWaiter waiter,
      Duration age,
      boolean isKnown) {
    this.desk = desk;
    this.command = command;
    this.subject = subject;
    this.key = new LockKey(command.account(), command.lockId());
    this.isCopy = !age.isZero();
    // From the arrival, not from the end of a body that may have come slowly.
    this.openAt = waiter.arrivedAt() - age.toNanos();
    this.isShared = isKnown;
    waiters.add(waiter);
  }

  LockKey key() {
    return key;
  }

  void begin() {
    if (isCopy) {
      knock();
    } else {
      start();
    }
  }

  /**
   * Learns from a harmless command how long ended ids are remembered in the partition at present,
   * before a copy is sent there ({@code WIRE.md}, Reading the events, a copy).
   */
  private void knock() {
    var unused =
        desk.askInTurn(desk.renewal(command, subject, desk.address().ids().next()))
            .whenComplete(
                (event, failure) -> {
                  if (failure == null) {
                    startIfRecognised();
                  } else {
                    fail(failure);
                  }
                });
  }

  private void start() {
    Duration patience = desk.options().answerTimeout();
    if (isCopy) {
      // Further copies would have to count from a first send that only the caller knows.
      follow();
      desk.commands().askOnce(command, this, patience);
    } else {
      desk.commands().ask(command, this, patience);
    }
  }

  /** Sends the copy if the arbiter is certain to recognise it. */
  private void startIfRecognised() {
    if (waiters.isEmpty()) {
      end();
    } else if (desk.commands().isRecognised(key.account(), openAt)) {
      start();
    } else {
      fail(
          new LateCopyException(
              "the request was first sent %d ms ago by its Request-Age, and an ended request may be forgotten by now: a copy could be granted a second time, so it was not sent. The request may still wait, or be granted. GET its lock, with ?wait=25, and renew it once it is granted; ask under a new Idempotency-Key only if it has ended or is not found"
                  .formatted((desk.nanoTime() - openAt) / 1_000_000)));
    }
  }

  /** Adds a request under the same key; it gets the same answer if it asks for the same. */
  void join(Acquire other, AcquireWaiter waiter) {
    if (!other.fields().equals(command.fields())) {
      waiter
          .answer()
          .completeExceptionally(
              new OtherRequestException(
                  "another request with this Idempotency-Key is under way, and it asks for something else. Take a new key"));
      return;
    }
    isShared = true;
    waiters.add(waiter);
    answerLater(waiter);
  }

  /** Removes a request; without any the command is not asked after any more. */
  void leave(AcquireWaiter waiter) {
    if (waiters.remove(waiter) && waiters.isEmpty() && !isConfirming) {
      desk.commands().cancel(key.account(), key.lockId());
      end();
    }
  }

  private void end() {
    if (isFollowed) {
      isFollowed = false;
      desk.address().filter().unfollow(key.lockId());
    }
    desk.forget(this);
  }

  /** Sees also events that are addressed to the instance which sent the first. */
  private void follow() {
    if (!isFollowed) {
      isFollowed = true;
      desk.address().filter().follow(key.lockId());
    }
  }

  @Override
  public void answered(PendingCommand asked, Event event) {
    if (!isOwn(event)) {
      return;
    }
    if (event instanceof Queued now) {
      queued(asked, now);
      return;
    }
    asked.done();
    if (event instanceof Granted granted) {
      if (granted.repeated() || isCopy || isShared || isFollowed) {
        confirm();
      } else {
        grant(granted, asked.firstSentAt());
      }
    } else {
      complete(AcquireAnswer.of(event));
    }
  }

  /**
   * Says whether an event is about this request. Anybody may ask under the same key, and what is
   * followed is told to all who do: the answer of one is not the business of another.
   */
  private boolean isOwn(Event event) {
    Subject told = event.subject();
    if (told == null) {
      return true;
    }
    boolean isSameSubject =
        !(told instanceof LockFields fields)
            || Objects.equals(
                fields.attributes().get(LockFields.SUBJECT),
                command.fields().attributes().get(LockFields.SUBJECT));
    return isSameSubject && told.owner().equals(command.owner());
  }

  private void queued(PendingCommand asked, Queued now) {
    Queued before = queued;
    if (before == null) {
      firstQueuedAt = now.head().at();
      if (now.repeated()) {
        follow();
      }
    }
    queued = before == null || !now.repeated() ? now : moved(before, now);
    asked.waits(
        now,
        isFollowed ? firstQueuedAt : now.requestedAt(),
        ASK_AGAIN,
        Duration.ofMillis(command.fields().waitMs()).plus(desk.options().answerTimeout()));
    List.copyOf(waiters).forEach(this::answerLater);
  }

  /** A repeated answer has the present position, and no blockers. */
  private static Queued moved(Queued before, Queued now) {
    return new Queued(
        now.head(),
        now.subject(),
        now.position(),
        now.deadline(),
        now.requestedAt(),
        before.blockedBy(),
        before.moreBlockers(),
        now.repeated());
  }

  private void answerLater(AcquireWaiter waiter) {
    if (queued == null) {
      return;
    }
    if (desk.isStopping() || desk.nanoTime() - waiter.until() >= 0) {
      answerQueued(waiter);
    } else {
      desk.loop().executeAt(waiter.until(), () -> answerQueued(waiter));
    }
  }

  private void answerQueued(AcquireWaiter waiter) {
    Queued now = queued;
    if (now != null && !isConfirming && waiters.contains(waiter)) {
      Duration copiesFor = desk.commands().recognisedFor(key.account());
      waiter.answer().complete(AcquireAnswer.queued(now, copiesFor));
    }
  }

  void answerQueued() {
    List.copyOf(waiters).forEach(this::answerQueued);
  }

  private void grant(Granted granted, long firstSentAt) {
    long safeMs = granted.expiresAt() - granted.head().at() + granted.waitedMs();
    long safeEnd = desk.safeEnd(firstSentAt, safeMs);
    if (desk.nanoTime() - safeEnd >= 0) {
      confirm();
    } else {
      complete(AcquireAnswer.safe(granted, safeEnd));
    }
  }

  /** Renews a granted lock, so that its answer counts from a send of this instance. */
  private void confirm() {
    isConfirming = true;
    desk.countConfirmed();
    var unused =
        desk.askInTurn(desk.renewal(command, subject, key.lockId()))
            .whenComplete(
                (answer, failure) -> {
                  if (failure != null) {
                    fail(
                        new UnansweredException(
                            "the lock is granted, but its renewal was not answered, so it is not known until when it is safe: "
                                + failure.getMessage()));
                  } else if (answer.event() instanceof Renewed renewed) {
                    long safeMs = renewed.expiresAt() - renewed.head().at();
                    complete(
                        AcquireAnswer.safe(renewed, desk.safeEnd(answer.firstSentAt(), safeMs)));
                  } else {
                    complete(AcquireAnswer.unconfirmed(answer.event()));
                  }
                });
  }

  private void complete(AcquireAnswer answer) {
    end();
    List<AcquireWaiter> all = List.copyOf(waiters);
    waiters.clear();
    all.forEach(waiter -> waiter.answer().complete(answer));
  }

  @Override
  public void unanswered(String why) {
    fail(new UnansweredException(why));
  }

  private void fail(Throwable why) {
    end();
    List<AcquireWaiter> all = List.copyOf(waiters);
    waiters.clear();
    all.forEach(waiter -> waiter.answer().completeExceptionally(why));
  }
}
