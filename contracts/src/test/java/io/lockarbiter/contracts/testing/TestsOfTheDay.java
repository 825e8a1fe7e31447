package io.lockarbiter.contracts.testing;

import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Leaves out the tests that {@link EveryFifthDay} gives to another day. JUnit finds it in every
 * module that has these classes.
 */
public final class TestsOfTheDay implements PostDiscoveryFilter {
  private static final TestTag NIGHTLY = TestTag.create("nightly");

  /** The tests of the system property {@code day}, or of today. */
  public TestsOfTheDay() {}

  @Override
  public FilterResult apply(TestDescriptor test) {
    boolean isOfAnotherDay =
        test.getSource().orElse(null) instanceof MethodSource method
            && isCut(method.getJavaClass())
            && !test.getTags().contains(NIGHTLY)
            && !isOf(day(), method.getJavaClass().getSimpleName() + '#' + method.getMethodName());
    return FilterResult.includedIf(!isOfAnotherDay);
  }

  private static boolean isCut(Class<?> test) {
    for (@Nullable Class<?> type = test; type != null; type = type.getEnclosingClass()) {
      if (type.isAnnotationPresent(EveryFifthDay.class)) {
        return true;
      }
    }
    return false;
  }

  /** The day that was asked for; null = all. */
  private static @Nullable Long day() {
    String asked = System.getProperty("day");
    if (asked == null) {
      return LocalDate.now(ZoneOffset.UTC).toEpochDay();
    }
    if (asked.equals("all")) {
      return null;
    }
    try {
      return Long.parseLong(asked);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "-Dday=%s, expected \"all\" or a number of days since 1970; other tests would run"
              .formatted(asked),
          e);
    }
  }

  private static boolean isOf(@Nullable Long day, String name) {
    return day == null || Math.floorMod(day + name.hashCode(), 5) == 0;
  }
}
