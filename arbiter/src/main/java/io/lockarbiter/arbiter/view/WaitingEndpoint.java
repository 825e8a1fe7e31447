package io.lockarbiter.arbiter.view;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.service.view.Parameter;
import java.util.List;
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
   * The account's queue in its order, as of the last decision of the account's partition.
   *
   * @param limit the most requests in the answer
   */
  @GetMapping("/api/accounts/{account}/waiting")
  AccountQueue waiting(
      @PathVariable String account, @RequestParam(defaultValue = "100") int limit) {
    Parameter.id("account", account);
    Parameter.limit(limit, MAX_LIMIT);
    int partition = AccountHash.partition(account, settings.get(Setting.PARTITIONS));
    List<WaitingView> waiting =
        views.queue(partition, account, limit).stream().map(WaitingView::of).toList();
    return new AccountQueue(account, partition, state.at(partition), waiting);
  }

  /**
   * The answer.
   *
   * @param at the log time of the partition, epoch ms; compare {@code deadline} and {@code
   *     expiresAt} with it
   */
  record AccountQueue(String account, int partition, long at, List<WaitingView> waiting) {}
}
