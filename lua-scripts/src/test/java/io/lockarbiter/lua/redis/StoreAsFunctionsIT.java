package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The tests of the store on a server that runs decisions as functions. */
@Needs(OptionalTool.REDIS_FUNCTIONS)
@Tag("nightly")
class StoreAsFunctionsIT {
  @Nested
  class LockStore extends RedisLockStoreIT {}

  @Nested
  class CallBounds extends CallBoundsIT {}

  @Nested
  class Restore extends RestoreIT {}

  @Nested
  class FullMemory extends FullMemoryIT {}

  @Nested
  class DamagedHeader extends DamagedHeaderIT {}

  @Nested
  class Format extends FormatIT {}

  @Nested
  class AmidRecord extends AmidRecordIT {}

  @Nested
  class LargeLocks extends LargeLocksIT {}

  @Nested
  class Yields extends YieldsIT {}

  @Nested
  class Cluster extends RedisClusterIT {
    @Override
    boolean hasFunctions() {
      return true;
    }
  }

  @Nested
  class LostKey extends LostKeyIT {}

  @Nested
  class HostileCalls extends HostileCallsIT {}

  @Nested
  class LockCharge extends LockChargeIT {}
}
