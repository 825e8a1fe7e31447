package io.lockarbiter.contracts.testing;

import java.lang.StackWalker.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Seeds of random tests. Each run takes fresh ones and prints them; {@code -Dseed=N} repeats a test
 * with one.
 */
public final class Seeds {
  private static final StackWalker CALLER = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

  private Seeds() {}

  /** A seed for the calling test. */
  public static long fresh() {
    return fresh(CALLER.getCallerClass());
  }

  /**
   * Seeds for the calling test, one after another. {@code -Dseeds} sets their number; {@code
   * -Dseed} leaves only the given one.
   */
  public static Stream<Long> fresh(int count) {
    Class<?> test = CALLER.getCallerClass();
    int asked = System.getProperty("seed") != null ? 1 : Integer.getInteger("seeds", count);
    return Stream.generate(() -> fresh(test)).limit(asked);
  }

  /**
   * Some of the cases of the calling test, other ones each time. {@code -Dseeds} asks for another
   * number of them; {@code -Dseed} chooses the same again.
   */
  public static <T> Stream<T> some(int count, List<T> cases) {
    List<T> shuffled = new ArrayList<>(cases);
    Collections.shuffle(shuffled, new Random(fresh(CALLER.getCallerClass())));
    return shuffled.stream().limit(Integer.getInteger("seeds", count));
  }

  private static long fresh(Class<?> test) {
    String given = System.getProperty("seed");
    long seed = given == null ? new Random().nextInt(Integer.MAX_VALUE) : parse(given);
    System.out.printf("%s -Dseed=%d%n", test.getSimpleName(), seed);
    return seed;
  }

  private static long parse(String seed) {
    try {
      return Long.parseLong(seed);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "-Dseed=%s, expected a whole number; the test would run with another seed"
              .formatted(seed),
          e);
    }
  }
}
