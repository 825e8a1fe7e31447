package io.lockarbiter.console.mirror;

import io.lockarbiter.lua.store.AccountPage;
import io.lockarbiter.lua.store.AccountPages;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads an account from Redis, page by page. */
final class MirrorLoad {
  private final AccountPages pages;
  private final Consumer<AccountMirror> grown;

  /**
   * For accounts of a store.
   *
   * @param grown is told after each page; what it throws ends the reading
   */
  MirrorLoad(AccountPages pages, Consumer<AccountMirror> grown) {
    this.pages = pages;
    this.grown = grown;
  }

  /**
   * What was read.
   *
   * @param from every event after this one has to be applied
   * @param to last event of which something may be in it already
   */
  record Loaded(AccountMirror mirror, long from, long to) {}

  private static final class Range {
    private long from = Long.MAX_VALUE;
    private long to;
  }

  private interface PageSource<T> {
    @Nullable AccountPage<T> page(int partition, String account, byte[] cursor);
  }

  /**
   * Waiting requests first: one that is granted between the two is among the held ones, and the
   * events say so once more.
   */
  Loaded read(AccountMirror mirror) {
    Range range = new Range();
    each(pages::waitingPage, mirror, range, request -> mirror.add(LiveLock.of(request)));
    each(pages::heldPage, mirror, range, lock -> mirror.add(LiveLock.of(lock)));
    return new Loaded(mirror, range.from, range.to);
  }

  private <T> void each(PageSource<T> source, AccountMirror mirror, Range range, Consumer<T> take) {
    byte[] cursor = AccountPages.FIRST;
    do {
      AccountPage<T> page = source.page(mirror.partition(), mirror.account(), cursor);
      if (page == null) {
        throw new MirrorUnavailableException(
            "partition=%d has no state in Redis, or half of one: no arbiter has started it yet, or its owner brings the state back. Ask again, or see partitions"
                .formatted(mirror.partition()));
      }
      page.entries().forEach(take);
      grown.accept(mirror);
      range.from = Math.min(range.from, page.seq());
      range.to = Math.max(range.to, page.last());
      mirror.reach(0, page.at());
      cursor = page.next();
    } while (cursor.length > 0);
  }
}
