package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.ContentDigest;
import io.lockarbiter.contracts.codec.LockJson;
import io.lockarbiter.contracts.command.Acquire;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The values of an acquire, in their order; the ids in {@code holding} follow, then mode, path key
 * and JSON of each target.
 */
enum AcquireArgument {
  ACCOUNT((acquire, json) -> acquire.account()),
  LOCK_ID((acquire, json) -> acquire.lockId()),
  HASH((acquire, json) -> AccountHash.of(acquire.account())),
  REPLY_TO((acquire, json) -> acquire.replyTo()),
  ACCOUNT_JSON((acquire, json) -> json.account()),
  LOCK_ID_JSON((acquire, json) -> json.lockId()),
  SUB_ACCOUNT((acquire, json) -> acquire.owner().subAccount()),
  SESSION((acquire, json) -> acquire.owner().session()),
  LEASE_MS((acquire, json) -> acquire.fields().leaseMs()),
  DIGEST((acquire, json) -> ContentDigest.of(acquire.fields())),
  HEAD_JSON((acquire, json) -> json.head()),
  TAIL_JSON((acquire, json) -> json.tail()),
  WAIT_MS((acquire, json) -> acquire.fields().waitMs()),
  HOLDING_COUNT((acquire, json) -> acquire.fields().holding().size());

  private final BiFunction<Acquire, LockJson, @Nullable Object> value;

  AcquireArgument(BiFunction<Acquire, LockJson, @Nullable Object> value) {
    this.value = value;
  }

  @Nullable Object of(Acquire acquire, LockJson json) {
    return value.apply(acquire, json);
  }
}
