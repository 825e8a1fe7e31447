package io.lockarbiter.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DueLooksTest {
  private final DueLooks looks = new DueLooks();

  @Test
  void endThatDoesNotCome_isOverdueTenSecondsLater() {
    assertThat(isOverdueAfter(0, 100, 130L)).isFalse();
    assertThat(isOverdueAfter(40, 100, 130L)).isFalse();
    assertThat(isOverdueAfter(41, 100, 130L)).isTrue();
    assertThat(isOverdueAfter(42, 142, null)).isFalse();
  }

  @Test
  void renewedLease_isDueLater() {
    assertThat(isOverdueAfter(0, 100, 130L)).isFalse();
    assertThat(isOverdueAfter(20, 120, 150L)).isFalse();
    assertThat(isOverdueAfter(60, 120, 150L)).isFalse();
    assertThat(isOverdueAfter(61, 120, 150L)).isTrue();
  }

  private boolean isOverdueAfter(long seconds, long at, @Nullable Long deadline) {
    PartitionHeader header = new PartitionHeader(1, at * 1_000, 0, at * 1_000, 1, Settings.DEFAULT);
    Long next = deadline == null ? null : Long.valueOf(deadline * 1_000);
    return looks.isOverdue(3, header, next, TimeUnit.SECONDS.toNanos(seconds));
  }
}
