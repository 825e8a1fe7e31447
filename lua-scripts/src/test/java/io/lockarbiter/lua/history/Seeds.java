package io.lockarbiter.lua.history;

import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Seeds of random tests; each run of the build tries one that none tried before. */
public final class Seeds {
  private Seeds() {}

  /**
   * Fixed seeds and as the last a new one, which a failure names; or only the one given by {@code
   * -Dhistory.seed}. {@code -Dhistory.seeds} asks for another number of them.
   */
  public static Stream<Long> of(int count) {
    Long given = Long.getLong("history.seed");
    return given != null
        ? Stream.of(given)
        : LongStream.concat(
                LongStream.range(1, Integer.getInteger("history.seeds", count)),
                LongStream.of(new Random().nextLong()))
            .boxed();
  }
}
