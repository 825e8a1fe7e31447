package io.lockarbiter.arbiter.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.lua.store.OwnedLocks;
import io.lockarbiter.service.view.BadParameterException;
import io.lockarbiter.service.view.Parameter;
import java.util.Base64;
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
  private static final Base64.Encoder CURSORS = Base64.getUrlEncoder().withoutPadding();

  private final LockViews views;
  private final ViewedState state;
  private final Settings settings;

  LocksEndpoint(LockViews views, ViewedState state, Settings settings) {
    this.views = views;
    this.state = state;
    this.settings = settings;
  }

  /**
   * The locks with a target at or below a path, or those of a sub-account in pages, as of the last
   * decision of the account's partition.
   *
   * @param under the path; null = all
   * @param mode the mode of those targets; null = any. Check-outs have {@code GUARD} only
   * @param subAccount whose locks; null = everybody's
   * @param session which of its locks; null = all
   * @param after {@code next} of the page before; null = the first page
   * @param limit the most locks in the answer
   */
  @GetMapping("/api/accounts/{account}/locks")
  AccountLocks locks(
      @PathVariable String account,
      @RequestParam(required = false) @Nullable String under,
      @RequestParam(required = false) @Nullable String mode,
      @RequestParam(required = false) @Nullable String subAccount,
      @RequestParam(required = false) @Nullable String session,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "1000") int limit) {
    Parameter.id("account", account);
    Parameter.limit(limit, MAX_LIMIT);
    int partition = AccountHash.partition(account, settings.get(Setting.PARTITIONS));
    if (subAccount == null) {
      refuse("subAccount is missing", "session", session, "after", after);
      LockPath path = Parameter.path("under", under == null ? "/" : under);
      List<HeldLock> locks = views.locks(partition, account, path, mode(mode), limit);
      return answer(account, partition, locks, null);
    }
    refuse("subAccount is given", "under", under, "mode", mode);
    Parameter.id("subAccount", subAccount);
    if (session != null) {
      Parameter.id("session", session);
    }
    OwnedLocks page = owned(partition, account, subAccount, session, cursor(after), limit);
    String next = page.next().length == 0 ? null : CURSORS.encodeToString(page.next());
    return answer(account, partition, page.locks(), next);
  }

  private AccountLocks answer(
      String account, int partition, List<HeldLock> locks, @Nullable String next) {
    return new AccountLocks(
        account, partition, state.at(partition), locks.stream().map(LockView::of).toList(), next);
  }

  private OwnedLocks owned(
      int partition,
      String account,
      String subAccount,
      @Nullable String session,
      byte[] after,
      int limit) {
    try {
      return views.owned(partition, account, subAccount, session, after, limit);
    } catch (IllegalArgumentException e) {
      throw new BadParameterException("after: " + e.getMessage());
    }
  }

  private static byte[] cursor(@Nullable String after) {
    try {
      return after == null ? AccountPages.FIRST : Base64.getUrlDecoder().decode(after);
    } catch (IllegalArgumentException e) {
      throw new BadParameterException("after is no next of an earlier answer");
    }
  }

  private static void refuse(
      String why, String name, @Nullable String value, String other, @Nullable String otherValue) {
    if (value != null || otherValue != null) {
      throw new BadParameterException(
          "%s has no meaning here: %s".formatted(value == null ? other : name, why));
    }
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
   * @param next leads to the next page; null if there is none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record AccountLocks(
      String account, int partition, long at, List<LockView> locks, @Nullable String next) {}
}
