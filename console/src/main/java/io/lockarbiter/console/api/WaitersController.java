package io.lockarbiter.console.api;

import io.lockarbiter.console.mirror.AccountMirror;
import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.console.mirror.WaitChains;
import io.lockarbiter.service.view.Parameter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The waiting requests, each with what is in its way: {@code GET /api/waiters}. */
@RestController
final class WaitersController {
  private static final int MOST_WAITERS = 200;
  private static final int MOST_TEXT = 500;

  private final AccountMirrors mirrors;

  WaitersController(AccountMirrors mirrors) {
    this.mirrors = mirrors;
  }

  /**
   * The waiting requests of an account, the oldest first.
   *
   * @param seq last event that is contained in full
   * @param exactFrom before this event the answer may already contain parts of later events
   * @param waiting number of waiting requests in all
   * @param lookedAt how many of them were examined, from the head of the queue
   * @param found how many of these have the words
   */
  record Waiters(
      String account,
      int partition,
      long seq,
      long exactFrom,
      long at,
      int waiting,
      int lookedAt,
      int found,
      List<Waiter> waiters) {}

  /**
   * A waiting request.
   *
   * @param heldInTheWay held locks that block it, as many as were searched for
   * @param earlierInTheWay earlier requests that block it
   * @param inTheWay the first of these locks, and after them of these requests
   */
  record Waiter(
      LockView lock,
      int position,
      int heldInTheWay,
      int earlierInTheWay,
      List<LockView> inTheWay) {}

  @GetMapping("/api/waiters")
  Waiters waiters(
      @RequestParam(required = false) @Nullable String account,
      @RequestParam(defaultValue = "") String text,
      @RequestParam(defaultValue = "100") int limit,
      @RequestParam(defaultValue = "8") int blockers) {
    String known = ConsoleParameter.account(account);
    Parameter.limit(limit, MOST_WAITERS);
    Parameter.limit("blockers", blockers, WaitChains.MOST_IN_THE_WAY);
    if (text.length() > MOST_TEXT) {
      throw Refused.bad("text is longer than " + MOST_TEXT + " characters");
    }
    AccountMirror mirror = mirrors.of(known);
    WaitChains chains = WaitChains.of(mirror);
    List<WaitChains.Waiter> found =
        chains.with(Arrays.stream(text.strip().split("\\s+")).filter(w -> !w.isEmpty()).toList());
    return new Waiters(
        known,
        mirror.partition(),
        chains.seq(),
        chains.exactFrom(),
        chains.at(),
        chains.waiting(),
        chains.waiters().size(),
        found.size(),
        found.stream().limit(limit).map(waiter -> view(waiter, blockers)).toList());
  }

  private static Waiter view(WaitChains.Waiter waiter, int blockers) {
    return new Waiter(
        LockView.of(waiter.lock()),
        waiter.position(),
        waiter.held(),
        waiter.earlier(),
        waiter.inTheWay().stream().limit(blockers).map(LockView::of).toList());
  }
}
