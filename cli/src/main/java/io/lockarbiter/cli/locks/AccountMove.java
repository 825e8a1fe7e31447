package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.locks.AccountGate.Look;
import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.RejectReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The move of an account from one deployment to another. At every moment at most one of them grants
 * locks there. Each step may be done again, so a move that broke off anywhere goes on.
 *
 * <pre>
 *          old                         new
 *  1                                   closed
 *  2       closed, nobody holds
 *  3       senders are switched
 *  4       closed for good: moved
 *  5                                   open
 * </pre>
 *
 * Step 4 replaces the lock of step 2, and succeeds only if that is held. So of two runs at once one
 * moves the account, and no run opens it behind the other's back. Safe for use by many threads.
 */
final class AccountMove {
  private final AccountGate from;
  private final AccountGate to;
  private final Target target;
  private final UnaryOperator<LockRequest> drain;
  private final Switch senders;

  /**
   * A way to move accounts.
   *
   * @param from the old deployment
   * @param to the new one
   * @param drain how the old deployment waits for those who hold locks
   * @param senders sends an account's senders to the new deployment
   */
  AccountMove(
      AccountGate from,
      AccountGate to,
      Target target,
      UnaryOperator<LockRequest> drain,
      Switch senders) {
    this.from = from;
    this.to = to;
    this.target = target;
    this.drain = drain;
    this.senders = senders;
  }

  /**
   * The new deployment.
   *
   * @param name as it is told whoever is refused
   * @param note more for them; empty = nothing
   * @param mayFall whether its tokens may be lower than those of the old one
   */
  record Target(String name, String note, boolean mayFall) {
    private String text(String verb) {
      return verb + " to " + name + (note.isEmpty() ? "" : ": " + note);
    }

    String moving() {
      return text("moves");
    }

    String moved() {
      return text("moved");
    }

    /** Says whether a note of a closed account says that it is here. */
    boolean isToldBy(@Nullable String told) {
      String here = "moved to " + name;
      return told != null && (told.equals(here) || told.startsWith(here + ": "));
    }
  }

  /** The switching of an account's senders. */
  @FunctionalInterface
  interface Switch {
    /** Switches them; returns why they are not switched, empty if they are. */
    String to(String account);
  }

  /** The result of a move, with the line that says it. */
  sealed interface Result {
    /** Moved by this call; nobody got a lock for so long. */
    record Moved(Duration paused) implements Result {}

    /** Moved by an earlier call. */
    record MovedBefore() implements Result {}

    /** Left in the old deployment as it was. */
    record Stays(String why) implements Result {}

    /** Closed in the new deployment at least: whether its senders are switched is not known. */
    record Closed(String why) implements Result {}
  }

  /**
   * Moves an account, or goes on with its move.
   *
   * @throws io.lockarbiter.client.LockException if an answer fails to come; to be called again
   */
  Result run(String account) {
    Look before;
    CheckOut gate;
    try {
      before = from.look(account, AccountGate.MOVER);
      Blocker closing = before.closing();
      if (closing != null) {
        return closedBefore(account, closing);
      }
      Look after = to.look(account, AccountGate.MOVER);
      String problem = problem(before, after);
      if (!problem.isEmpty()) {
        return new Result.Stays(problem);
      }
      gate = to.close(account, target.moving());
    } catch (LockRefusedException | LockWithdrawnException e) {
      return new Result.Stays("this command has closed it nowhere: " + e.getMessage());
    } catch (ShortClosingException e) {
      return new Result.Stays(String.valueOf(e.getMessage()));
    }
    long began = System.nanoTime();
    CheckOut closed;
    try {
      closed = from.close(account, target.moving(), drain);
    } catch (LockRefusedException | LockWithdrawnException e) {
      return stays(account, gate, e);
    } catch (ShortClosingException e) {
      AccountGate.answer(gate.release());
      return new Result.Stays(String.valueOf(e.getMessage()));
    }
    if (before.epoch() == null) {
      String problem =
          problem(from.look(account, AccountGate.MOVER), to.look(account, AccountGate.MOVER));
      if (!problem.isEmpty()) {
        AccountGate.answer(closed.release());
        AccountGate.answer(gate.release());
        return new Result.Stays(problem);
      }
    }
    return moved(account, closed, began);
  }

  private Result moved(String account, CheckOut closed, long began) {
    String unswitched = senders.to(account);
    if (!unswitched.isEmpty()) {
      return new Result.Closed("its senders were not switched: " + unswitched);
    }
    try {
      from.leave(account, closed.lockId(), closed.owner(), target.moved());
    } catch (LockRefusedException | ShortClosingException e) {
      return new Result.Closed(
          e instanceof LockRefusedException refused && refused.reason() == RejectReason.NOT_HELD
              ? "somebody ended its closing in the old one meanwhile, such as another move-account"
              : "its closing in the old one was not made to stay: " + e.getMessage());
    }
    to.open(account);
    return new Result.Moved(Duration.ofNanos(System.nanoTime() - began));
  }

  /** An account that is closed where it was, by a lock that is no gate. */
  private Result closedBefore(String account, Blocker closing) {
    if (!closing.owner().subAccount().equals(AccountGate.MOVED)) {
      return new Result.Stays("it is closed there: " + AccountGate.text(closing));
    }
    if (!target.isToldBy(closing.note())) {
      return new Result.Stays(
          "it was moved before, to another deployment: " + AccountGate.text(closing));
    }
    Long until = closing.expiresAt();
    if (until != null && from.endsEarly(Instant.ofEpochMilli(until))) {
      try {
        from.leave(account, closing.lockId(), closing.owner(), target.moved());
      } catch (LockRefusedException | ShortClosingException e) {
        return new Result.Closed("it would open in the old one: " + e.getMessage());
      }
    }
    to.open(account);
    return new Result.MovedBefore();
  }

  /** Why an account cannot move; empty if it can, as far as is known. */
  private String problem(Look before, Look after) {
    if (after.refused() != null) {
      Blocker closing = after.closing();
      return closing == null
          ? "it is in use in the new deployment already: " + after.refused().getMessage()
          : "it is closed in the new deployment: " + AccountGate.text(closing);
    }
    Integer old = before.epoch();
    Integer next = after.epoch();
    if (target.mayFall() || old == null || next == null || next > old) {
      return "";
    }
    return "its tokens have epoch=%d there, expected more than the epoch=%d that they have here; its storage would refuse all writers. Fix: a new deployment with lockarbiter.epoch=%d, told before its first command; or --tokens-may-fall, if no storage compares tokens"
        .formatted(next, old, old + 1);
  }

  private Result stays(String account, CheckOut gate, RuntimeException why) {
    List<Blocker> inTheWay = from.inTheWay(account);
    AccountGate.answer(gate.release());
    if (!inTheWay.isEmpty() && inTheWay.get(0).owner().subAccount().equals(AccountGate.MOVED)) {
      return closedBefore(account, inTheWay.get(0)); // by another run, meanwhile
    }
    String which =
        inTheWay.isEmpty()
            ? String.valueOf(why.getMessage())
            : inTheWay.stream().map(AccountGate::text).collect(Collectors.joining(", "));
    return new Result.Stays("it is not free of locks: " + which);
  }

  /**
   * Opens an account again in the old deployment. In the new one it stays closed, so whoever was
   * switched gets nothing there.
   *
   * @return why it is not opened; empty if it is
   */
  String undo(String account) {
    try {
      Blocker closing = closingHere(account);
      if (closing != null && closing.owner().subAccount().equals(AccountGate.MOVER)) {
        // Whoever was switched must get nothing, though the old deployment grants again.
        to.close(account, target.moving());
      }
      from.open(account);
      Blocker stays = closingHere(account);
      return stays == null ? "" : "it is closed by " + AccountGate.text(stays);
    } catch (LockRefusedException | LockWithdrawnException | ShortClosingException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** The lock that closes an account where it was, seen by a stranger; null if there is none. */
  private @Nullable Blocker closingHere(String account) {
    return from.look(account, "undo-" + AccountGate.MOVER).closing();
  }
}
