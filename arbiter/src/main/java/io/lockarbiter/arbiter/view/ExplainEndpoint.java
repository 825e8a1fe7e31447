package io.lockarbiter.arbiter.view;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.service.view.Parameter;
import io.lockarbiter.service.view.SupposedRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Shows the blockers that a request would meet now, without asking for it: {@code GET
 * /api/accounts/{account}/explain}.
 */
@RestController
final class ExplainEndpoint {
  private final LockViews views;
  private final ViewedState state;
  private final Settings settings;

  ExplainEndpoint(LockViews views, ViewedState state, Settings settings) {
    this.views = views;
    this.state = state;
    this.settings = settings;
  }

  /**
   * Finds the held locks and waiting requests that would block, as of the last decision of the
   * account's partition. Limits and rates are not checked.
   *
   * @param subAccount the sub-account that would ask, whose own locks never block; without it,
   *     every lock counts
   */
  @GetMapping("/api/accounts/{account}/explain")
  AccountExplanation explain(
      @PathVariable String account,
      @RequestParam(required = false) @Nullable String path,
      @RequestParam(required = false) @Nullable String operation,
      @RequestParam(required = false) @Nullable String destination,
      @RequestParam(required = false) @Nullable String subAccount,
      @RequestParam(required = false) @Nullable String session) {
    Parameter.id("account", account);
    int partition = AccountHash.partition(account, settings.get(Setting.PARTITIONS));
    SupposedRequest request =
        SupposedRequest.of(
            views.reading(partition), path, operation, destination, subAccount, session);
    Explanation explanation = views.explain(partition, account, request.owner(), request.targets());
    return AccountExplanation.of(account, partition, state.at(partition), request, explanation);
  }
}
