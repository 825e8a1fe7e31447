package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of one partition in the order of RULES.md, Order of a decision: time, shape,
 * then the command.
 */
final class Decider {
  private final Partition partition;
  private final int newestRules;
  private final AcquireRules acquireRules;
  private final HolderRules holderRules;
  private final YieldRules yieldRules;
  private final ReleaseAllRules releaseAllRules;
  private final SessionRules sessionRules;
  private final QueueRules queueRules;
  private final Promotion promotion;

  /**
   * Decides for one partition.
   *
   * @param newestRules the newest rules that are known
   */
  Decider(Partition partition, int newestRules) {
    this.partition = partition;
    this.newestRules = newestRules;
    acquireRules = new AcquireRules(partition);
    holderRules = new HolderRules(partition);
    yieldRules = new YieldRules(partition);
    releaseAllRules = new ReleaseAllRules(partition);
    sessionRules = new SessionRules(partition);
    queueRules = new QueueRules(partition);
    promotion = new Promotion(partition);
  }

  void apply(LogRecord record) {
    partition.advanceTo(record);
    timeOutWaits();
    endSessions();
    expireOrTell(partition.at());
    promote();
    DecodedCommand content = record.content().under(Reading.of(partition.settings()));
    if (content instanceof Refused refused) {
      refuse(refused.refusal());
    } else if (content instanceof Valid valid) {
      apply(valid.command());
    }
  }

  private void timeOutWaits() {
    WaitingRequest request = partition.waiting().nextToTimeOut();
    while (request != null && request.deadline() <= partition.at()) {
      enact(queueRules.timedOut(request), null, request.replyTo());
      request = partition.waiting().nextToTimeOut();
    }
  }

  /** Ends sessions in their turn among the leases that end and the locks that are told again. */
  private void endSessions() {
    LiveSession session = partition.sessions().due(partition.at());
    while (session != null) {
      expireOrTell(session.expiresAt());
      for (WaitingRequest request : partition.waiting().boundTo(session)) {
        enact(sessionRules.ended(request), null, request.replyTo());
      }
      for (HeldLock lock : partition.held().boundTo(session)) {
        enact(sessionRules.ended(lock), null, lock.replyTo());
      }
      partition.sessions().remove(session);
      session = partition.sessions().due(partition.at());
    }
  }

  private void expireOrTell(long until) {
    HeldLock lock = partition.held().due(until);
    while (lock != null) {
      enact(dueEvent(lock), null, lock.replyTo());
      lock = partition.held().due(until);
    }
  }

  private Event dueEvent(HeldLock lock) {
    long end = partition.sessions().endOf(lock);
    if (end > partition.at()) {
      return holderRules.told(lock);
    }
    return end < lock.expiresAt() ? sessionRules.ended(lock) : holderRules.expired(lock);
  }

  private void promote() {
    promotion.run(
        request -> enact(queueRules.promoted(request), null, request.replyTo()),
        this::refuseIfClosed);
  }

  private void refuseIfClosed(WaitingRequest request) {
    Event refusal = queueRules.accountClosed(request);
    if (refusal != null) {
      enact(refusal, null, request.replyTo());
    }
  }

  private void enact(Event event, @Nullable String replyTo, @Nullable String lockReplyTo) {
    LockFields ended = partition.enact(event, replyTo, lockReplyTo);
    if (ended != null) {
      promotion.noteEnd(event.head().account(), ended);
    }
  }

  private void refuse(Refusal refusal) {
    EventHead head = partition.nextHead(refusal.account(), refusal.commandId());
    enact(Rejections.invalid(head, refusal.field(), refusal.message()), refusal.replyTo(), null);
  }

  private void apply(Command command) {
    Answer answer = decide(command);
    if (answer != null) {
      if (answer.replaced() != null) {
        end(answer.replaced(), ((Acquire) command).fields());
      }
      enact(answer.event(), ((AccountCommand) command).replyTo(), answer.lockReplyTo());
      if (answer.replaced() != null && ((Acquire) command).fields().isClose()) {
        promotion.noteClosing(answer.replaced().account());
      }
      if (command instanceof Acquire acquire && isQueued(answer.event())) {
        askHolders(acquire);
      }
      if (command instanceof Release release && release.outcome().gone()) {
        refuseWhatIsGone(answer.event());
      }
      promote();
    }
  }

  private static boolean isQueued(Event answer) {
    return answer.type() == EventType.QUEUED && !answer.repeated();
  }

  private void askHolders(Acquire acquire) {
    for (HeldLock lock : yieldRules.askedBy(acquire)) {
      enact(yieldRules.requested(lock, acquire), null, lock.replyTo());
    }
  }

  /** Ends what an owner or a sub-account has, and then answers. */
  private Answer releaseAll(ReleaseAll command) {
    List<WaitingRequest> waiting = releaseAllRules.waiting(command);
    List<HeldLock> held = releaseAllRules.held(command);
    int cancelled = Math.min(waiting.size(), Settings.MAX_RELEASED);
    int released = Math.min(held.size(), Settings.MAX_RELEASED - cancelled);
    for (WaitingRequest request : waiting.subList(0, cancelled)) {
      enact(releaseAllRules.cancelled(request), null, request.replyTo());
    }
    for (HeldLock lock : held.subList(0, released)) {
      enact(releaseAllRules.released(lock), null, lock.replyTo());
    }
    boolean more = cancelled + released < waiting.size() + held.size();
    return new Answer(releaseAllRules.answer(command, released, cancelled, more), null);
  }

  /** Ends a lock because another is granted in its place. */
  private void end(HeldLock old, LockFields replacedBy) {
    EventHead head = partition.nextHead(old.account(), old.fields().lockId());
    LockRef by = new LockRef(replacedBy.lockId(), replacedBy.owner());
    enact(Replacements.end(head, old, by), null, old.replyTo());
  }

  private void refuseWhatIsGone(Event answer) {
    if (answer instanceof Released released
        && released.reason() == ReleaseReason.RELEASED
        && released.subject() instanceof LockFields gone) {
      String account = released.head().account();
      boolean moved = !released.outcome().failed();
      for (WaitingRequest request : queueRules.leftWithoutPath(account, gone)) {
        Event refusal = queueRules.pathGone(request, moved ? gone : null);
        enact(refusal, null, request.replyTo());
      }
    }
  }

  /** The answer of the command; null if it has none. */
  private @Nullable Answer decide(Command command) {
    if (command instanceof AccountCommand asked) {
      int partitions = partition.settings().get(Setting.PARTITIONS);
      if (partitions != Settings.UNTOLD) {
        int expected = AccountHash.partition(asked.account(), partitions);
        if (expected != partition.number()) {
          return wrongPartition(asked, expected);
        }
      }
    }
    return switch (command.type()) {
      case ACQUIRE -> acquireRules.decide((Acquire) command);
      case RENEW -> holderRules.decide((Renew) command);
      case RELEASE -> holderRules.decide((Release) command);
      case FORCE_RELEASE -> holderRules.decide((ForceRelease) command);
      case YIELD -> yieldRules.decide((Yield) command);
      case RELEASE_ALL -> releaseAll((ReleaseAll) command);
      case KEEP_ALIVE -> sessionRules.decide((KeepAlive) command);
      case SETTINGS -> {
        partition.change((SettingsChange) command, newestRules);
        yield null;
      }
      case TICK -> null;
    };
  }

  private Answer wrongPartition(AccountCommand command, int expected) {
    EventHead head = partition.nextHead(command.account(), command.commandId());
    @Nullable String lockReplyTo = command instanceof Acquire ? command.replyTo() : null;
    return new Answer(Rejections.wrongPartition(head, command.subject(), expected), lockReplyTo);
  }
}
