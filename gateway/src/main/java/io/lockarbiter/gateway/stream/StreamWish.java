package io.lockarbiter.gateway.stream;

import io.lockarbiter.contracts.lock.Owner;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events that a reader wants and may see.
 *
 * @param subject who reads
 * @param member whose events; null = those of all members whom he may see
 * @param session of which session; null = of all
 * @param isAllowed whether he may still read; asked when rights change
 * @param maySee whether he may see a member now; asked for each event if member is null
 */
public record StreamWish(
    String subject,
    String account,
    @Nullable String member,
    @Nullable String session,
    BooleanSupplier isAllowed,
    Predicate<String> maySee) {

  boolean wants(StreamedEvent event) {
    Owner owner = event.owner();
    return owner != null
        && event.account().equals(account)
        && (session == null || session.equals(owner.session()))
        && (member == null ? maySee.test(owner.subAccount()) : member.equals(owner.subAccount()));
  }
}
