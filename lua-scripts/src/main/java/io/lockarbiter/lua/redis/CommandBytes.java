package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.Owner;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * COMMAND, as the scripts keep it: the command to be answered, and the lock that it is about. The
 * scripts treat it as opaque bytes.
 *
 * @param owner the owner that asks; null if it is no valid command
 * @param lock the lock that it refers to; null if it refers to none
 * @param said the comment of a forced release, of a request to yield or of an acquire, the result
 *     of a release, or the reason of a renewal that declines
 * @param field the field that is not valid; null if all are
 * @param message the problem of that field
 */
record CommandBytes(
    String account,
    String commandId,
    @Nullable String replyTo,
    @Nullable Owner owner,
    @Nullable LockRef lock,
    @Nullable String said,
    @Nullable String field,
    @Nullable String message) {
  /** Stands for the lock of a valid command that refers to none. */
  private static final String NO_LOCK = "";

  static byte[] of(AccountCommand command, Packing packing) {
    ByteBuf out = packing.buffer();
    String lockId = command.lockId() == null ? NO_LOCK : command.lockId();
    Texts.write(out, command.account(), command.commandId(), command.replyTo(), lockId);
    Texts.write(out, command.owner().subAccount(), command.owner().session(), said(command));
    return Texts.bytes(out);
  }

  private static @Nullable String said(AccountCommand command) {
    if (command instanceof Release release) {
      return release.outcome().result();
    }
    if (command instanceof Renew renew) {
      return renew.declined();
    }
    if (command instanceof Yield asked) {
      return asked.comment();
    }
    if (command instanceof Acquire acquire) {
      return acquire.comment();
    }
    return command instanceof ForceRelease force ? force.comment() : null;
  }

  static byte[] of(Refusal refusal, Packing packing) {
    ByteBuf out = packing.buffer();
    Texts.write(out, refusal.account(), refusal.commandId(), refusal.replyTo(), null);
    Texts.write(out, refusal.field(), refusal.message());
    return Texts.bytes(out);
  }

  /** Reads the bytes of a COMMAND. */
  static CommandBytes read(ByteBuf in) {
    String account = Texts.read(in);
    String commandId = Texts.read(in);
    String replyTo = Texts.readOptional(in);
    String lockId = Texts.readOptional(in);
    if (lockId == null) {
      return new CommandBytes(
          account, commandId, replyTo, null, null, null, Texts.read(in), Texts.read(in));
    }
    Owner owner = new Owner(Texts.read(in), Texts.readOptional(in));
    LockRef lock = lockId.equals(NO_LOCK) ? null : new LockRef(lockId, owner);
    return new CommandBytes(
        account, commandId, replyTo, owner, lock, Texts.readOptional(in), null, null);
  }
}
