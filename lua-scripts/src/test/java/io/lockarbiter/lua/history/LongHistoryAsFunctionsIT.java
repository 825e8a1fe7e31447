package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The other histories on a server that runs decisions as functions. */
@Needs(OptionalTool.REDIS_FUNCTIONS)
@Tag("nightly")
class LongHistoryAsFunctionsIT {
  @Nested
  class Contested extends ContestedHistoryIT {}

  @Nested
  class AnswerSize extends AnswerSizeIT {}

  @Nested
  class LaterRules extends LaterRulesIT {}

  @Nested
  class Deadlock extends DeadlockIT {}

  @Nested
  class Findings extends FindingsIT {}

  @Nested
  class ByteLimits extends ByteLimitsIT {}

  @Nested
  class LostSuffix extends LostSuffixIT {}

  @Nested
  class RestoredState extends RestoredStateIT {}

  @Nested
  class Promotion extends PromotionIT {}
}
