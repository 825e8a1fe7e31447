package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import org.junit.jupiter.api.Nested;

/** A random history on a server that runs decisions as functions. */
@Needs(OptionalTool.REDIS_FUNCTIONS)
class HistoryAsFunctionsIT {
  private static final int COMMANDS = 2_500;

  @Nested
  class RandomHistory extends RandomHistoryIT {
    @Override
    int commands() {
      return COMMANDS;
    }
  }
}
