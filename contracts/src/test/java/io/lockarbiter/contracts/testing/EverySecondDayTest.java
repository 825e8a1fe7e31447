package io.lockarbiter.contracts.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherFactory;

class EverySecondDayTest {
  private static final String NIGHTLY = "nightly";

  private final @Nullable String before = System.getProperty("day");

  @AfterEach
  void putBack() {
    if (before == null) {
      System.clearProperty("day");
    } else {
      System.setProperty("day", before);
    }
  }

  @Test
  void twoDaysInARow_haveEveryTestOnceAndNightlyOnesEachDay() {
    Set<String> one = tests(Halved.class, "20700");
    Set<String> next = tests(Halved.class, "20701");

    assertThat(one).contains("nightly").hasSizeBetween(2, 6);
    assertThat(next).contains("nightly").hasSizeBetween(2, 6);
    assertThat(one.stream().filter(next::contains)).containsExactly("nightly");
    Set<String> both = new TreeSet<>(one);
    both.addAll(next);
    assertThat(both).isEqualTo(tests(Halved.class, "all")).hasSize(7);
    assertThat(tests(Halved.class, "20702")).isEqualTo(one);
  }

  @Test
  void classThatIsNotMarked_runsWholeEachDay() {
    assertThat(tests(Whole.class, "20700")).containsExactly("a", "b");
    assertThat(tests(Whole.class, "20701")).containsExactly("a", "b");
  }

  @Test
  void dayThatIsNone_isRefused() {
    assertThatThrownBy(() -> tests(Halved.class, "monday"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("-Dday=monday, expected");
  }

  private static Set<String> tests(Class<?> type, String day) {
    System.setProperty("day", day);
    TestPlan plan =
        LauncherFactory.create().discover(request().selectors(selectClass(type)).build());
    return plan.getRoots().stream()
        .flatMap(root -> plan.getDescendants(root).stream())
        .map(TestIdentifier::getSource)
        .flatMap(source -> source.stream())
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getMethodName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Its tests are only looked for, in this class and in those that extend it. */
  @EverySecondDay
  abstract static class Marked {
    @Test
    void ofASuperclass() {}
  }

  static class Halved extends Marked {
    @Test
    void a() {}

    @Test
    void b() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void repeated(int number) {}

    @Test
    @Tag(NIGHTLY)
    void nightly() {}

    @Nested
    class Inner {
      @Test
      void c() {}

      @Test
      void d() {}
    }
  }

  static class Whole {
    @Test
    void a() {}

    @Test
    void b() {}
  }
}
