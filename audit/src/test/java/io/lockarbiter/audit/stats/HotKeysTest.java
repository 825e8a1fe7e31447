package io.lockarbiter.audit.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HotKeysTest {
  private final HotKeys<String, AtomicLong> keys =
      new HotKeys<>(10, AtomicLong::new, AtomicLong::get);

  @Test
  void fewKeys_areCountedExactly() {
    count("a", 3);
    count("b", 5);
    assertThat(hottest(1)).containsExactly("b=5");
    assertThat(hottest(9)).containsExactly("b=5", "a=3");
    assertThat(keys.hasForgotten()).isFalse();
  }

  @Test
  void manyRareKeys_neverPushAHotOneOut() {
    for (int i = 0; i < 10_000; i++) {
      count("hot", 1);
      count("rare-" + i, 1);
    }
    assertThat(hottest(1)).containsExactly("hot=10000");
    assertThat(keys.hasForgotten()).isTrue();
    assertThat(hottest(1_000)).hasSizeLessThanOrEqualTo(20);
  }

  private void count(String key, int times) {
    for (int i = 0; i < times; i++) {
      keys.of(key).incrementAndGet();
    }
  }

  private List<String> hottest(int count) {
    return keys.hottest(count, Map.Entry::toString);
  }
}
