package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.live.LockBook;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class LockPagesTest {
  private final LockBook book = new LockBook(1 << 20);
  private final LockPages pages = new LockPages(book, "acme", null);

  private void see(String account, String member, String session, String lockId) {
    book.see(
        new Granted(
            new EventHead(1, 1_000, account, lockId, new Cause(0, 0)),
            RequestCommands.acquire(
                    LockRequest.upload(account, member, "/" + lockId),
                    new Owner(member, session),
                    lockId,
                    null)
                .fields(),
            1,
            31_000,
            0,
            false));
  }

  private List<String> walk(LockPages of, int size, Predicate<String> maySee) {
    List<String> all = new ArrayList<>();
    String after = null;
    do {
      List<LiveLock> page = of.ofAll(after, size, maySee);
      assertThat(page.size()).isLessThanOrEqualTo(size);
      page.forEach(lock -> all.add(lock.fields().lockId()));
      after = page.size() < size ? null : LockPages.next(page.get(size - 1));
    } while (after != null);
    return all;
  }

  @Test
  void pagesOfAll_haveEachLockOnce_byMemberAndId_whateverTheirSize() {
    see("acme", "zoë:1", "s", "b");
    see("acme", "ann", "s", "9:9");
    see("acme", "ann", "s", "c");
    see("acme", "12:x", "s", "a");
    see("beta", "ann", "s", "other");
    see("acme", "bob", "s", "d");
    for (int size = 1; size < 7; size++) {
      assertThat(walk(pages, size, member -> true))
          .as("size=%d", size)
          .containsExactly("a", "9:9", "c", "d", "b");
      assertThat(walk(pages, size, member -> !member.equals("ann")))
          .as("size=%d", size)
          .containsExactly("a", "d", "b");
    }
  }

  @Test
  void pagesOfAll_goOnWhereALockWasReleasedMeanwhile_andCountWhatIsHidden() {
    see("acme", "ann", "s", "a");
    see("acme", "bob", "s", "b");
    see("acme", "bob", "t", "c");
    String next = LockPages.next(pages.ofAll(null, 1, member -> true).get(0));
    book.clear();
    see("acme", "bob", "s", "b");
    assertThat(pages.ofAll(next, 9, member -> true)).hasSize(1);
    assertThat(pages.hidden()).isZero();
    assertThat(pages.ofAll(null, 9, member -> false)).isEmpty();
    assertThat(pages.hidden()).isEqualTo(1);
    assertThat(new LockPages(book, "acme", "t").ofAll(null, 9, member -> true)).isEmpty();
  }

  /** A place names its member, so nobody is led to the locks of one whom he may not see. */
  @Test
  void placeInAMemberThatIsHidden_showsNothingOfIt() {
    see("acme", "ann", "s", "a");
    see("acme", "ann", "s", "b");
    see("acme", "bob", "s", "c");
    assertThat(pages.ofAll("3:anna", 9, "bob"::equals)).hasSize(1);
  }

  @Test
  void placeThatIsNone_isRefused() {
    for (String bad : new String[] {"", "h1", ":", "9:ann", "-1:ann", "0:ann", "99999999999:a"}) {
      assertThatThrownBy(() -> pages.ofAll(bad, 9, member -> true))
          .as(bad)
          .isInstanceOf(Refused.class)
          .hasMessage(
              "the query's after is no next of a page with members=*; list from the first page, without after");
    }
  }
}
