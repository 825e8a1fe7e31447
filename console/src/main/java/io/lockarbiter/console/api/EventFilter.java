package io.lockarbiter.console.api;

import io.lockarbiter.console.stream.StreamedEvent;
import io.lockarbiter.service.AccountPattern;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events that a caller asked for and may see.
 *
 * @param accounts empty = all
 * @param types empty = all
 * @param lockId null = all
 */
record EventFilter(
    AccountPattern visible, Set<String> accounts, Set<String> types, @Nullable String lockId)
    implements Predicate<StreamedEvent> {
  @Override
  public boolean test(StreamedEvent event) {
    return (accounts.isEmpty() || accounts.contains(event.account()))
        && (types.isEmpty() || types.contains(event.type()))
        && (lockId == null || lockId.equals(event.lockId()))
        && visible.allows(event.account());
  }
}
