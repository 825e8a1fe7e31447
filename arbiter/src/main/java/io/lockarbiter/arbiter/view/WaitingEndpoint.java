package io.lockarbiter.arbiter.view;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.Owner;
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

/**
 * Shows the waiting requests of an account and their blockers: {@code GET
 * /api/accounts/{account}/waiting}.
 */
@RestController
final class WaitingEndpoint {
  private static final int MAX_LIMIT = 1_000;

  private final LockViews views;
  private final ViewedState state;
  private final Settings settings;

  WaitingEndpoint(LockViews views, ViewedState state, Settings settings) {
    this.views = views;
    this.state = state;
    this.settings = settings;
  }

  /**
   * The account's queue in its order, as of the last decision of the account's partition. Of one
   * sub-account only what stands among the first 1,000 is shown.
   *
   * @param subAccount whose requests; null = everybody's
   * @param session which of its requests; null = all
   * @param limit the most requests in the answer
   */
  @GetMapping("/api/accounts/{account}/waiting")
  AccountQueue waiting(
      @PathVariable String account,
      @RequestParam(required = false) @Nullable String subAccount,
      @RequestParam(required = false) @Nullable String session,
      @RequestParam(defaultValue = "100") int limit) {
    Parameter.id("account", account);
    Parameter.limit(limit, MAX_LIMIT);
    if (subAccount == null && session != null) {
      throw new BadParameterException("session has no meaning here: subAccount is missing");
    }
    int partition = AccountHash.partition(account, settings.get(Setting.PARTITIONS));
    List<WaitingView> waiting =
        views.queue(partition, account, subAccount == null ? limit : MAX_LIMIT).stream()
            .filter(queued -> isOf(queued.request().fields().owner(), subAccount, session))
            .limit(limit)
            .map(WaitingView::of)
            .toList();
    return new AccountQueue(account, partition, state.at(partition), waiting);
  }

  private static boolean isOf(Owner owner, @Nullable String subAccount, @Nullable String session) {
    return (subAccount == null || subAccount.equals(owner.subAccount()))
        && (session == null || session.equals(owner.session()));
  }

  /**
   * The answer.
   *
   * @param at the log time of the partition, epoch ms; compare {@code deadline} and {@code
   *     expiresAt} with it
   */
  record AccountQueue(String account, int partition, long at, List<WaitingView> waiting) {}
}
