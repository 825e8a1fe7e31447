package io.lockarbiter.arbiter.view;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.service.view.BadParameterException;
import io.lockarbiter.service.view.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows the locks of an account: {@code GET /api/accounts/{account}/locks}. */
@RestController
final class LocksEndpoint {
  private static final int MAX_LIMIT = 10_000;

  private final LockViews views;
  private final ViewedState state;
  private final Settings settings;

  LocksEndpoint(LockViews views, ViewedState state, Settings settings) {
    this.views = views;
    this.state = state;
    this.settings = settings;
  }

  /**
   * The locks with a target at or below a path, as of the last decision of the account's partition.
   *
   * @param mode the mode of those targets; null = any. Check-outs have {@code GUARD} only
   * @param limit the most locks in the answer
   */
  @GetMapping("/api/accounts/{account}/locks")
  AccountLocks locks(
      @PathVariable String account,
      @RequestParam(defaultValue = "/") String under,
      @RequestParam(required = false) @Nullable String mode,
      @RequestParam(defaultValue = "1000") int limit) {
    Parameter.id("account", account);
    Parameter.limit(limit, MAX_LIMIT);
    LockPath path = Parameter.path("under", under);
    int partition = AccountHash.partition(account, settings.get(Setting.PARTITIONS));
    List<LockView> locks =
        views.locks(partition, account, path, mode(mode), limit).stream()
            .map(LockView::of)
            .toList();
    return new AccountLocks(account, partition, state.at(partition), locks);
  }

  private static @Nullable Mode mode(@Nullable String word) {
    Mode mode = word == null ? null : Mode.ofWord(word);
    if (mode == Mode.UNKNOWN) {
      throw new BadParameterException("mode is not one of " + Mode.known());
    }
    return mode;
  }

  /**
   * The answer.
   *
   * @param at the log time of the partition, epoch ms; compare {@code expiresAt} with it
   */
  record AccountLocks(String account, int partition, long at, List<LockView> locks) {}
}
