package io.lockarbiter.client.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Turns of a cleaner, and failures in them. */
class GuardCleanerTest {
  /** Remembers the last token forgotten for each account; fails for chosen accounts. */
  private static final class Memory implements FencingMemory {
    final SortedMap<String, Long> floors = new TreeMap<>();
    final List<String> asked = new ArrayList<>();
    @Nullable String failing;
    boolean listFails;

    Memory(String... accounts) {
      for (String account : accounts) {
        floors.put(account, 0L);
      }
    }

    @Override
    public List<String> accounts(@Nullable String after, int most) {
      if (listFails) {
        throw new IllegalStateException("no database");
      }
      return floors.keySet().stream()
          .filter(account -> after == null || account.compareTo(after) > 0)
          .limit(most)
          .toList();
    }

    @Override
    public void forgetBelow(String account, long token) {
      asked.add(account);
      if (account.equals(failing)) {
        throw new IllegalStateException("no row");
      }
      floors.put(account, token);
    }
  }

  @Test
  void turns_goRoundAllAccountsPageByPage() {
    Memory memory = new Memory("a", "b", "c");
    GuardCleaner cleaner = new GuardCleaner(account -> OptionalLong.of(7), memory, 2);
    cleaner.turn();
    assertThat(memory.asked).containsExactly("a", "b");
    cleaner.turn();
    cleaner.turn();
    assertThat(memory.asked).containsExactly("a", "b", "c", "a", "b");
    assertThat(memory.floors).containsEntry("c", 7L);
    assertThat(cleaner.statistics()).isEqualTo(new CleanerStatistics(3, 5, 0, 0));
  }

  @Test
  void unknownLowestToken_leavesTheAccountAsItIs() {
    Memory memory = new Memory("a", "b");
    LiveTokens tokens = account -> account.equals("a") ? OptionalLong.empty() : OptionalLong.of(3);
    GuardCleaner cleaner = new GuardCleaner(tokens, memory, 10);
    cleaner.turn();
    assertThat(memory.asked).containsExactly("b");
    assertThat(cleaner.statistics()).isEqualTo(new CleanerStatistics(1, 1, 1, 0));
  }

  @Test
  void accountThatFails_harmsNoOtherAndIsTriedAgain() {
    Memory memory = new Memory("a", "b", "c");
    memory.failing = "a";
    GuardCleaner cleaner = new GuardCleaner(account -> OptionalLong.of(7), memory, 10);
    cleaner.turn();
    assertThat(memory.floors).containsEntry("a", 0L).containsEntry("b", 7L).containsEntry("c", 7L);
    memory.failing = null;
    cleaner.turn();
    assertThat(memory.floors).containsEntry("a", 7L);
    assertThat(cleaner.statistics()).isEqualTo(new CleanerStatistics(2, 5, 0, 1));
  }

  @Test
  void sourceOfTokensThatFails_harmsNoOther() {
    Memory memory = new Memory("a", "b");
    LiveTokens tokens =
        account -> {
          if (account.equals("a")) {
            throw new IllegalStateException("of the source");
          }
          return OptionalLong.of(7);
        };
    GuardCleaner cleaner = new GuardCleaner(tokens, memory, 10);
    cleaner.turn();
    assertThat(memory.asked).containsExactly("b");
    assertThat(cleaner.statistics().failed()).isEqualTo(1);
  }

  @Test
  void listThatFails_isAskedForAgainInTheNextTurn() {
    Memory memory = new Memory("a", "b", "c");
    GuardCleaner cleaner = new GuardCleaner(account -> OptionalLong.of(7), memory, 2);
    cleaner.turn();
    memory.listFails = true;
    cleaner.turn();
    memory.listFails = false;
    cleaner.turn();
    assertThat(memory.asked).as("goes on where it was").containsExactly("a", "b", "c");
    assertThat(cleaner.statistics()).isEqualTo(new CleanerStatistics(3, 3, 0, 1));
  }

  @Test
  void startedCleaner_takesTurnsUntilItIsClosed() {
    Memory memory = new Memory("a");
    memory.listFails = true;
    GuardCleaner cleaner =
        GuardCleaner.start(account -> OptionalLong.of(7), memory, Duration.ofMillis(1));
    await().until(() -> cleaner.statistics().turns() > 2);
    cleaner.close();
    cleaner.close();
    await().until(() -> !cleaner.isRunning());
  }

  @Test
  void noAccountsPerTurn_isAMistake() {
    assertThatThrownBy(() -> new GuardCleaner(account -> OptionalLong.of(7), new Memory(), 0))
        .hasMessage("accountsPerTurn=0, expected 1 or more; nothing would ever be forgotten");
  }
}
