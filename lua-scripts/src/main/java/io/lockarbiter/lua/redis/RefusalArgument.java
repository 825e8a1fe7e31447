package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.LockJson;
import io.lockarbiter.contracts.command.Refusal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of a record that is no valid command, in their order. */
enum RefusalArgument {
  ACCOUNT(Refusal::account),
  REPLY_TO(Refusal::replyTo),
  ACCOUNT_JSON(refusal -> LockJson.quote(refusal.account())),
  COMMAND_ID_JSON(refusal -> LockJson.quote(refusal.commandId())),
  /** What the answer says beside its reason, as members, each with a leading comma. */
  DETAILS_JSON(
      refusal ->
          ",\"message\":"
              + LockJson.quote(refusal.message())
              + ",\"field\":"
              + LockJson.quote(refusal.field()));

  private final Function<Refusal, @Nullable Object> value;

  RefusalArgument(Function<Refusal, @Nullable Object> value) {
    this.value = value;
  }

  @Nullable Object of(Refusal refusal) {
    return value.apply(refusal);
  }
}
