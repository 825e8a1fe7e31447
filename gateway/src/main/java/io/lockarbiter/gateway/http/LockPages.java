package io.lockarbiter.gateway.http;

import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.live.LockBook;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The pages of the locks of an account. Those of all members are in the order of members, then ids:
 * so no page begins after a lock, or a member, that its caller may not see.
 */
final class LockPages {
  private final LockBook book;
  private final String account;
  private final @Nullable String session;
  private int hidden;

  /**
   * Pages of locks.
   *
   * @param session null = of every session
   */
  LockPages(LockBook book, String account, @Nullable String session) {
    this.book = book;
    this.account = account;
    this.session = session;
  }

  /**
   * A page of a member.
   *
   * @param after the last id of the page before; null = the first page
   */
  List<LiveLock> ofMember(String member, @Nullable String after, int limit) {
    return book.ofMember(account, member, session, after == null ? "" : after, limit);
  }

  /**
   * A page of all members whom the caller may see.
   *
   * @param after {@link #next} of the page before; null = the first page
   */
  List<LiveLock> ofAll(@Nullable String after, int limit, Predicate<String> maySee) {
    List<LiveLock> page = new ArrayList<>();
    String member = "";
    if (after != null) {
      int colon = after.indexOf(':');
      int end = colon < 0 ? -1 : colon + 1 + length(after.substring(0, colon));
      if (end <= colon + 1 || end > after.length()) {
        throw Refused.bad(
            "the query's after is no next of a page with members=*; list from the first page, without after");
      }
      member = after.substring(colon + 1, end);
      if (maySee.test(member)) {
        page.addAll(ofMember(member, after.substring(end), limit));
      }
    }
    for (String next = book.memberAfter(account, member);
        next != null && page.size() < limit;
        next = book.memberAfter(account, next)) {
      if (maySee.test(next)) {
        page.addAll(ofMember(next, null, limit - page.size()));
      } else {
        hidden++;
      }
    }
    return page;
  }

  /** Members that were passed over because the caller may not see them. */
  int hidden() {
    return hidden;
  }

  /** The place after a lock in the pages of all members. */
  static String next(LiveLock lock) {
    String member = lock.fields().owner().subAccount();
    return "%d:%s%s".formatted(member.length(), member, lock.fields().lockId());
  }

  /** The length of a name; negative if it is none. */
  private static int length(String digits) {
    return digits.matches("[0-9]{1,3}") ? Integer.parseInt(digits) : -1_000;
  }
}
