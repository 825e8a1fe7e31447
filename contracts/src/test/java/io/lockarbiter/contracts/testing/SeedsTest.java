package io.lockarbiter.contracts.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeedsTest {
  private final PrintStream before = System.out;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final List<String> names = List.of("seed", "seeds");
  private final List<String> given =
      names.stream().map(name -> System.getProperty(name, "")).toList();

  @BeforeEach
  void listen() {
    names.forEach(System::clearProperty);
    System.setOut(new PrintStream(printed, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setOut(before);
    for (int n = 0; n < names.size(); n++) {
      if (given.get(n).isEmpty()) {
        System.clearProperty(names.get(n));
      } else {
        System.setProperty(names.get(n), given.get(n));
      }
    }
  }

  @Test
  void seeds_areFreshAndPrintedWithTheTest() {
    List<Long> seeds = Seeds.fresh(50).toList();

    assertThat(seeds).hasSize(50);
    assertThat(Seeds.fresh(50).toList()).isNotEqualTo(seeds);
    assertThat(printed.toString(UTF_8).lines().limit(50))
        .containsExactlyElementsOf(seeds.stream().map(seed -> "SeedsTest -Dseed=" + seed).toList());
  }

  @Test
  void givenSeed_isTheOnlyOne() {
    System.setProperty("seed", "-7");

    assertThat(Seeds.fresh()).isEqualTo(-7);
    assertThat(Seeds.fresh(5)).containsExactly(-7L);
    assertThat(printed.toString(UTF_8)).contains("SeedsTest -Dseed=-7");
  }

  @Test
  void someCases_areOtherOnesEachTimeAndTheSameForASeed() {
    List<Integer> cases = IntStream.range(0, 50).boxed().toList();

    List<Integer> some = Seeds.some(20, cases).toList();
    assertThat(some).hasSize(20).doesNotHaveDuplicates().isSubsetOf(cases);
    assertThat(Seeds.some(20, cases).toList()).isNotEqualTo(some);
    System.setProperty("seed", printed.toString(UTF_8).lines().findFirst().get().split("=")[1]);
    assertThat(Seeds.some(20, cases).toList()).isEqualTo(some);
    System.setProperty("seeds", "50");
    assertThat(Seeds.some(20, cases).toList()).containsExactlyInAnyOrderElementsOf(cases);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "9223372036854775808"})
  void seedThatIsNoNumber_isRefused(String seed) {
    System.setProperty("seed", seed);

    assertThatThrownBy(Seeds::fresh).hasMessageStartingWith("-Dseed=" + seed + ", expected");
  }

  @Test
  void otherNumberOfSeeds_isGiven() {
    System.setProperty("seeds", "9");

    assertThat(Seeds.fresh(2)).hasSize(9);
  }
}
