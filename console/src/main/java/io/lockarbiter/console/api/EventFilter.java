package io.lockarbiter.console.api;

import io.lockarbiter.console.security.AccountPattern;
import io.lockarbiter.console.stream.StreamedEvent;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which events somebody asked for, and may see.
 *
 * @param account null = all
 * @param types empty = all
 * @param lockId null = all
 */
record EventFilter(
    AccountPattern visible, @Nullable String account, Set<String> types, @Nullable String lockId)
    implements Predicate<StreamedEvent> {
  @Override
  public boolean test(StreamedEvent event) {
    return (account == null || account.equals(event.account()))
        && (types.isEmpty() || types.contains(event.type()))
        && (lockId == null || lockId.equals(event.lockId()))
        && visible.allows(event.account());
  }
}
