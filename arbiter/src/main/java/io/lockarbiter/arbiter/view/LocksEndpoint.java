package io.lockarbiter.arbiter.view;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What is locked in an account: {@code GET /api/accounts/{account}/locks}. */
@RestController
final class LocksEndpoint {
  private static final int MAX_LIMIT = 10_000;

  private final LockStore store;
  private final Settings settings;

  LocksEndpoint(LockStore store, Settings settings) {
    this.store = store;
    this.settings = settings;
  }

  /**
   * The locks with a target at or below a path, as of the last decision of the account's partition.
   *
   * @param limit most locks in the answer
   */
  @GetMapping("/api/accounts/{account}/locks")
  AccountLocks locks(
      @PathVariable String account,
      @RequestParam(defaultValue = "/") String under,
      @RequestParam(defaultValue = "1000") int limit) {
    check("account", IdRule.problem(account));
    check("limit", limit < 1 || limit > MAX_LIMIT ? "is not 1 to " + MAX_LIMIT : null);
    LockPath path = path(under);
    int partition = AccountHash.partition(account, settings.partitions());
    PartitionHeader header = store.header(partition);
    List<LockView> locks =
        store.locks(partition, account, path, limit).stream().map(LockView::of).toList();
    return new AccountLocks(account, partition, header == null ? 0 : header.at(), locks);
  }

  private static void check(String parameter, @Nullable String problem) {
    if (problem != null) {
      throw new IllegalArgumentException(parameter + " " + problem);
    }
  }

  private static LockPath path(String under) {
    try {
      return LockPath.of(under);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("under: " + e.getMessage(), e);
    }
  }

  @ExceptionHandler
  ProblemDetail badRequest(IllegalArgumentException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
  }

  @ExceptionHandler
  ProblemDetail unavailable(StoreUnavailableException e) {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
  }

  /**
   * The answer.
   *
   * @param at log time of the partition, epoch ms; compare {@code expiresAt} with it
   */
  record AccountLocks(String account, int partition, long at, List<LockView> locks) {}
}
