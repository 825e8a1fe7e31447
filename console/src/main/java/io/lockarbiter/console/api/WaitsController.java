package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.mirror.AccountMirror;
import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.console.mirror.WaitChains;
import io.lockarbiter.service.view.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Wait chains: {@code GET /api/waits}. */
@RestController
final class WaitsController {
  private final AccountMirrors mirrors;

  WaitsController(AccountMirrors mirrors) {
    this.mirrors = mirrors;
  }

  /**
   * The wait chains of an account.
   *
   * @param seq last event that is contained in full
   * @param exactFrom before this event the answer may already contain parts of later events
   * @param lookedAt how many waiting requests were examined, from the head of the queue
   * @param moreWaiters whether more requests wait than the answer has
   * @param roots held locks that block requests, the one that blocks most first
   * @param rootsInAll number of roots, among the examined requests
   * @param moreRoots whether there are more roots than the answer has
   * @param waiters those behind the first root first, each before the requests behind it; those
   *     behind no root in the answer come last, in queue order
   */
  record Waits(
      String account,
      int partition,
      long seq,
      long exactFrom,
      long at,
      int waiting,
      int lookedAt,
      boolean moreWaiters,
      List<Root> roots,
      int rootsInAll,
      boolean moreRoots,
      List<Waiter> waiters) {}

  /**
   * A root blocker.
   *
   * @param directly number of requests that it blocks itself
   * @param inAll these, and the requests behind them
   * @param since time of the oldest request that waits for it, log time, epoch ms
   * @param oldest id of that request
   * @param elsewhere id of the first request that it holds up, but that stands below another lock
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Root(
      LockView lock,
      int directly,
      int inAll,
      long since,
      String oldest,
      @Nullable String elsewhere) {}

  /** A waiting request. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Waiter(
      LockView lock,
      int position,
      @Nullable String behind,
      boolean behindHeld,
      int heldInTheWay,
      int earlierInTheWay) {}

  @GetMapping("/api/waits")
  Waits waits(
      @RequestParam(required = false) @Nullable String account,
      @RequestParam(defaultValue = "100") int limit,
      @RequestParam(defaultValue = "1000") int waiters) {
    String known = ConsoleParameter.account(account);
    Parameter.limit(limit, WaitChains.MOST_ROOTS);
    Parameter.limit("waiters", waiters, WaitChains.MOST_WAITERS);
    AccountMirror mirror = mirrors.of(known);
    WaitChains chains = WaitChains.of(mirror);
    List<Waiter> shown =
        chains.inChains(limit, waiters).stream()
            .map(
                waiter ->
                    new Waiter(
                        LockView.of(waiter.lock()),
                        waiter.position(),
                        waiter.behind(),
                        waiter.behindHeld(),
                        waiter.held(),
                        waiter.earlier()))
            .toList();
    return new Waits(
        known,
        mirror.partition(),
        chains.seq(),
        chains.exactFrom(),
        chains.at(),
        chains.waiting(),
        chains.waiters().size(),
        chains.waiting() > shown.size(),
        chains.roots().stream()
            .limit(limit)
            .map(
                root ->
                    new Root(
                        LockView.of(root.lock()),
                        root.directly(),
                        root.inAll(),
                        root.oldest().since(),
                        root.oldest().lockId(),
                        root.elsewhere() == null ? null : root.elsewhere().lockId()))
            .toList(),
        chains.rootsInAll(),
        chains.rootsInAll() > limit,
        shown);
  }
}
