package io.lockarbiter.console.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.mirror.LockSearch.Order;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LockSearchTest {
  private static final LockSearch ALL = new LockSearch(null, null, null, null, null, null);

  private final List<LiveLock> locks = new ArrayList<>();

  private void checkOut(String id, String subAccount, String path, long since, String note) {
    LockPath at = LockPath.of(path);
    LockFields fields =
        new LockFields(
            id,
            new Owner(subAccount, null),
            Operation.CHECK_OUT,
            at,
            null,
            Operation.CHECK_OUT.targets(at, null),
            86_400_000,
            0,
            List.of(),
            new TreeMap<>(Map.of(LockFields.NOTE, note)));
    locks.add(new LiveLock(fields, false, since, since, since + 86_400_000, 0));
  }

  /** Returns the ids of each page. */
  private List<List<String>> pages(Order order, int limit) {
    List<List<String>> pages = new ArrayList<>();
    String after = null;
    do {
      LockSearch.Found found = ALL.in(locks, order, after, limit);
      assertThat(found.total()).isEqualTo(locks.size());
      pages.add(found.locks().stream().map(LiveLock::lockId).toList());
      after = found.next();
    } while (after != null);
    return pages;
  }

  private void fourCheckOuts() {
    checkOut("young", "ann", "/a/b", 100_000, "");
    checkOut("old", "carl", "/a-b", 9, "");
    checkOut("first", "ann", "/a", 20, "");
    checkOut("bob's", "bob", "/z", 1_000, "");
  }

  @Test
  void orders_areByPathByMemberAndByAge() {
    fourCheckOuts();
    assertThat(pages(Order.PATH, 9).get(0)).containsExactly("first", "young", "old", "bob's");
    assertThat(pages(Order.SUB_ACCOUNT, 9).get(0))
        .containsExactly("first", "young", "bob's", "old");
    assertThat(pages(Order.SINCE, 9).get(0)).containsExactly("old", "first", "bob's", "young");
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void pages_followEachOtherWithoutGapOrRepetition(Order order) {
    fourCheckOuts();
    List<List<String>> pages = pages(order, 3);
    assertThat(pages).hasSize(2);
    assertThat(pages.stream().flatMap(List::stream).toList()).isEqualTo(pages(order, 9).get(0));
  }

  @Test
  void pageOfLongNotes_endsBeforeTheBound_andTheNextGoesOn() {
    for (int n = 1_000; n < 2_000; n++) {
      checkOut("l" + n, "ann", "/" + n, n, "\u00fc\u4e00".repeat(2_000));
    }
    List<List<String>> pages = pages(Order.SINCE, 1_000);
    long bytes = HeapBytes.of(locks.get(0));
    assertThat(pages).hasSize(3);
    assertThat(pages.get(0).size() * bytes)
        .isBetween(LockSearch.MOST_PAGE_BYTES - bytes, LockSearch.MOST_PAGE_BYTES);
    assertThat(pages.stream().flatMap(List::stream).toList())
        .isEqualTo(locks.stream().map(LiveLock::lockId).toList());
  }

  @Test
  void lockLargerThanAPage_isAPageOfItsOwn() {
    checkOut("big", "ann", "/a", 1, "x".repeat((int) LockSearch.MOST_PAGE_BYTES));
    checkOut("small", "ann", "/b", 2, "");
    assertThat(pages(Order.SINCE, 9)).containsExactly(List.of("big"), List.of("small"));
  }
}
