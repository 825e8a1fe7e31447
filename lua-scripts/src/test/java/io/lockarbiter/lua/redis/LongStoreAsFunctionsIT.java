package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The longer tests of the store on a server that runs decisions as functions. */
@Needs(OptionalTool.REDIS_FUNCTIONS)
@Tag("nightly")
class LongStoreAsFunctionsIT {
  @Nested
  class LostKey extends LostKeyIT {}

  @Nested
  class HostileCalls extends HostileCallsIT {}

  @Nested
  class LockCharge extends LockChargeIT {}
}
