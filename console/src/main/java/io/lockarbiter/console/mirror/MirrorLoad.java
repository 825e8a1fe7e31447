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
   * Prepares reading from a store.
   *
   * @param grown is called after each page; an exception from it ends the reading
   */
  MirrorLoad(AccountPages pages, Consumer<AccountMirror> grown) {
    this.pages = pages;
    this.grown = grown;
  }

  /**
   * The account as read.
   *
   * @param from every event after this one has to be applied
   * @param to the account may already contain events up to this one
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
   * Reads waiting requests first: a request that is granted between the two readings is then found
   * among the held locks, and its event repeats the grant.
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
