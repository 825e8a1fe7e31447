package io.lockarbiter.arbiter.view;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who waits in an account, and for what: {@code GET /api/accounts/{account}/waiting}. */
@RestController
final class WaitingEndpoint {
  private static final int MAX_LIMIT = 1_000;

  private final LockViews views;
  private final Settings settings;

  WaitingEndpoint(LockViews views, Settings settings) {
    this.views = views;
    this.settings = settings;
  }

  /**
   * The account's queue in its order, as of the last decision of the account's partition.
   *
   * @param limit most requests in the answer
   */
  @GetMapping("/api/accounts/{account}/waiting")
  AccountQueue waiting(
      @PathVariable String account, @RequestParam(defaultValue = "100") int limit) {
    Parameter.id("account", account);
    Parameter.limit(limit, MAX_LIMIT);
    int partition = AccountHash.partition(account, settings.get(Setting.PARTITIONS));
    PartitionHeader header = views.header(partition);
    List<WaitingView> waiting =
        views.queue(partition, account, limit).stream().map(WaitingView::of).toList();
    return new AccountQueue(account, partition, header == null ? 0 : header.at(), waiting);
  }

  /**
   * The answer.
   *
   * @param at log time of the partition, epoch ms; compare {@code deadline} and {@code expiresAt}
   *     with it
   */
  record AccountQueue(String account, int partition, long at, List<WaitingView> waiting) {}
}
