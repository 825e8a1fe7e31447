package io.lockarbiter.gateway.stream;

import io.lockarbiter.contracts.lock.Owner;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events that a reader wants and may see.
 *
 * @param subject who reads
 * @param member whose events; null = those of all members whom he may see
 * @param session of which session; null = of all
 * @param standing whether he may still read; asked when rights change
 * @param maySee whether he may see a member now; asked for each event if member is null
 * @param grounds two wishes of one subject with equal ones may see the same
 * @param groundsBytes the heap that they take
 * @param endsAt when his token ends, by the hub's clock in ns; null = never
 */
public record StreamWish(
    String subject,
    String account,
    @Nullable String member,
    @Nullable String session,
    Standing standing,
    Predicate<String> maySee,
    Object grounds,
    long groundsBytes,
    @Nullable Long endsAt) {
  static final String OVER = "the token has ended; ask again with a new one";

  /** The same for many events in a row, with one question for each member. */
  StreamWish rememberingMembers() {
    Map<String, Boolean> seen = new HashMap<>();
    return new StreamWish(
        subject,
        account,
        member,
        session,
        standing,
        each -> seen.computeIfAbsent(each, maySee::test),
        grounds,
        groundsBytes,
        endsAt);
  }

  /** Says whether his token has ended. */
  boolean isOver(long now) {
    return endsAt != null && now - endsAt >= 0;
  }

  boolean wants(StreamedEvent event) {
    return wants(event, maySee);
  }

  boolean wants(StreamedEvent event, SubjectStreams asking) {
    return wants(event, each -> asking.maySee(event, each, this));
  }

  private boolean wants(StreamedEvent event, Predicate<String> maySee) {
    Owner owner = event.owner();
    return owner != null
        && event.account().equals(account)
        && (session == null || session.equals(owner.session()))
        && (member == null ? maySee.test(owner.subAccount()) : member.equals(owner.subAccount()));
  }
}
