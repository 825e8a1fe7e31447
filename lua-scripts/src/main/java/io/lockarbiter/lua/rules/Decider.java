package io.lockarbiter.lua.rules;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of one partition in the order of the rules: time, shape, then the command.
 */
final class Decider {
  private final Partition partition;
  private final AcquireRules acquireRules;
  private final HolderRules holderRules;

  Decider(Partition partition) {
    this.partition = partition;
    acquireRules = new AcquireRules(partition);
    holderRules = new HolderRules(partition);
  }

  void apply(LogRecord record) {
    partition.advanceTo(record);
    expireLeases();
    if (record.content() instanceof Refused refused) {
      refuse(refused.refusal());
    } else if (record.content() instanceof Valid valid) {
      apply(valid.command());
    }
  }

  private void expireLeases() {
    HeldLock lock = partition.held().nextToExpire();
    while (lock != null && lock.expiresAt() <= partition.at()) {
      partition.enact(holderRules.expired(lock), null, lock.replyTo());
      lock = partition.held().nextToExpire();
    }
  }

  private void refuse(Refusal refusal) {
    EventHead head = partition.nextHead(refusal.account(), refusal.commandId());
    partition.enact(
        Rejections.invalid(head, refusal.field(), refusal.message()), refusal.replyTo(), null);
  }

  private void apply(Command command) {
    if (command instanceof SettingsChange change) {
      partition.change(change);
    } else if (command instanceof AccountCommand asked) {
      Answer answer = decide(asked);
      partition.enact(answer.event(), asked.replyTo(), answer.lockReplyTo());
    }
  }

  private Answer decide(AccountCommand command) {
    int expected = AccountHash.partition(command.account(), partition.settings().partitions());
    if (expected != partition.number()) {
      return wrongPartition(command, expected);
    }
    if (command instanceof Acquire acquire) {
      return acquireRules.decide(acquire);
    } else if (command instanceof Renew renew) {
      return holderRules.decide(renew);
    } else if (command instanceof Release release) {
      return holderRules.decide(release);
    }
    return holderRules.decide((ForceRelease) command);
  }

  private Answer wrongPartition(AccountCommand command, int expected) {
    EventHead head = partition.nextHead(command.account(), command.commandId());
    @Nullable String lockReplyTo = command instanceof Acquire ? command.replyTo() : null;
    return new Answer(Rejections.wrongPartition(head, subject(command), expected), lockReplyTo);
  }

  private static Subject subject(AccountCommand command) {
    if (command instanceof Acquire acquire) {
      return LockFields.of(acquire);
    } else if (command instanceof Renew renew) {
      return new LockRef(renew.lockId(), renew.owner());
    } else if (command instanceof Release release) {
      return new LockRef(release.lockId(), release.owner());
    }
    return new LockRef(((ForceRelease) command).lockId(), command.owner());
  }
}
