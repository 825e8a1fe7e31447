package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.mirror.AccountMirror;
import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.console.mirror.WaitChains;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who waits for whom: {@code GET /api/waits}. */
@RestController
final class WaitsController {
  private static final int MOST_ROOTS = 200;

  private final AccountMirrors mirrors;

  WaitsController(AccountMirrors mirrors) {
    this.mirrors = mirrors;
  }

  /**
   * Wait chains.
   *
   * @param seq all events up to this one are in it
   * @param exactFrom below this it shows something of later events already
   * @param roots held locks that somebody waits for, the one that holds up most first
   * @param moreRoots whether there are more of these
   * @param waiters in queue order, the first {@link WaitChains#MOST_WAITERS} and no more than can
   *     be compared in time
   */
  record Waits(
      String account,
      int partition,
      long seq,
      long exactFrom,
      long at,
      int waiting,
      boolean moreWaiters,
      List<Root> roots,
      boolean moreRoots,
      List<Waiter> waiters) {}

  /**
   * A root blocker.
   *
   * @param directly how many it stands in the way of itself
   * @param inAll these and those behind them
   * @param since log time, epoch ms
   */
  record Root(LockView lock, int directly, int inAll, long since) {}

  /** A request that waits. */
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
      @RequestParam(defaultValue = "100") int limit) {
    String known = Parameter.account(account);
    Parameter.limit(limit, MOST_ROOTS);
    return mirrors.of(known).look(seen -> waits(seen, limit));
  }

  private static Waits waits(AccountMirror seen, int limit) {
    WaitChains chains = WaitChains.of(seen);
    return new Waits(
        seen.account(),
        seen.partition(),
        seen.seq(),
        seen.exactFrom(),
        seen.at(),
        chains.waiting(),
        chains.more(),
        chains.roots().stream()
            .limit(limit)
            .map(
                root ->
                    new Root(LockView.of(root.lock()), root.directly(), root.inAll(), root.since()))
            .toList(),
        chains.roots().size() > limit,
        chains.waiters().stream()
            .map(
                waiter ->
                    new Waiter(
                        LockView.of(waiter.lock()),
                        waiter.position(),
                        waiter.behind(),
                        waiter.behindHeld(),
                        waiter.held(),
                        waiter.earlier()))
            .toList());
  }
}
