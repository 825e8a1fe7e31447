package io.lockarbiter.embedded.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.LockPath;
import org.junit.jupiter.api.Test;

class FileLedgerTest {
  private final FileLedger ledger = new FileLedger();

  @Test
  void deletedFolder_takesItsFilesAlongAndNoOthers() {
    ledger.written(path("/a/b/f"), 1, 1);
    ledger.written(path("/ab/f"), 2, 2);

    ledger.deleted(path("/a"), 3);

    assertThat(ledger.snapshot()).containsOnlyKeys(path("/ab/f"));
  }

  @Test
  void movedFolder_takesItsFilesAlong() {
    ledger.written(path("/a/b/f"), 1, 1);
    ledger.written(path("/a/g"), 2, 2);

    ledger.moved(path("/a"), path("/z/y"), 3);

    assertThat(ledger.snapshot())
        .hasSize(2)
        .containsEntry(path("/z/y/b/f"), 1L)
        .containsEntry(path("/z/y/g"), 2L);
  }

  @Test
  void fileOfAnEarlierHolder_isTooLateBelowARemovedFolder() {
    ledger.deleted(path("/a"), 5);

    assertThat(ledger.written(path("/a/b/f"), 1, 4)).isFalse();
    assertThat(ledger.written(path("/a/b/f"), 2, 6)).isTrue();
    assertThat(ledger.written(path("/ab/f"), 3, 4)).isTrue();
  }

  private static LockPath path(String text) {
    return LockPath.of(text);
  }
}
