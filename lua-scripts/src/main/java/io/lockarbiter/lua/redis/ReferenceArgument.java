package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.LockJson;
import io.lockarbiter.contracts.command.AccountCommand;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values of a command that refers to a lock, in their order; what only its kind has follows.
 */
enum ReferenceArgument {
  ACCOUNT(AccountCommand::account),
  LOCK_ID(AccountCommand::lockId),
  HASH(command -> AccountHash.of(command.account())),
  REPLY_TO(AccountCommand::replyTo),
  ACCOUNT_JSON(command -> LockJson.quote(command.account())),
  COMMAND_ID_JSON(command -> LockJson.quote(command.commandId())),
  SUB_ACCOUNT(command -> command.owner().subAccount()),
  SESSION(command -> command.owner().session()),
  /** Which lock and who asks, as members of the answer, each with a leading comma. */
  SUBJECT_JSON(RecordArguments::subject);

  private final Function<AccountCommand, @Nullable Object> value;

  ReferenceArgument(Function<AccountCommand, @Nullable Object> value) {
    this.value = value;
  }

  @Nullable Object of(AccountCommand command) {
    return value.apply(command);
  }
}
