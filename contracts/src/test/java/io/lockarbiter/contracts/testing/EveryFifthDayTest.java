package io.lockarbiter.contracts.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.util.ArrayList;
import java.util.List;
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

class EveryFifthDayTest {
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
  void daysInARow_haveEveryTestOnceAndNightlyOnesEachDay() {
    List<String> all = new ArrayList<>();
    for (int day = 20_700; day < 20_705; day++) {
      Set<String> one = tests(Cut.class, String.valueOf(day));
      assertThat(one).contains("nightly").hasSizeBetween(1, 6);
      assertThat(tests(Cut.class, String.valueOf(day + 5))).isEqualTo(one);
      one.stream().filter(test -> !test.equals("nightly")).forEach(all::add);
    }
    all.add("nightly");

    assertThat(all).containsExactlyInAnyOrderElementsOf(tests(Cut.class, "all")).hasSize(9);
  }

  @Test
  void classThatIsNotMarked_runsWholeEachDay() {
    assertThat(tests(Whole.class, "20700")).containsExactly("a", "b");
    assertThat(tests(Whole.class, "20701")).containsExactly("a", "b");
  }

  @Test
  void dayThatIsNone_isRefused() {
    assertThatThrownBy(() -> tests(Cut.class, "monday"))
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
  @EveryFifthDay
  abstract static class Marked {
    @Test
    void ofASuperclass() {}
  }

  static class Cut extends Marked {
    @Test
    void a() {}

    @Test
    void b() {}

    @Test
    void e() {}

    @Test
    void f() {}

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
