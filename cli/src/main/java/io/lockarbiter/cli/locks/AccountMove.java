package io.lockarbiter.cli.locks;

import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.contracts.event.Blocker;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

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
 */
final class AccountMove {
  static final String CLOSED = "move-account-closed";
  static final String MOVED = "move-account-moved";

  private final AccountGate from;
  private final AccountGate to;
  private final String notYet;
  private final String moved;
  private final UnaryOperator<LockRequest> drain;
  private final Predicate<String> switchSenders;

  /**
   * A way to move accounts.
   *
   * @param from the old deployment
   * @param to the new one
   * @param name of the new deployment
   * @param note more for whoever is refused; empty = nothing
   * @param drain how the old deployment waits for those who hold locks
   * @param switchSenders sends an account's senders to the new deployment; says whether it did
   */
  AccountMove(
      AccountGate from,
      AccountGate to,
      String name,
      String note,
      UnaryOperator<LockRequest> drain,
      Predicate<String> switchSenders) {
    this.from = from;
    this.to = to;
    notYet = "moves to " + name + note;
    moved = "moved to " + name + note;
    this.drain = drain;
    this.switchSenders = switchSenders;
  }

  /** The result of a move, with the line that says it. */
  sealed interface Result {
    /** Moved by this call; nobody got a lock for so long. */
    record Moved(Duration paused) implements Result {}

    /** Moved by an earlier call. */
    record MovedBefore() implements Result {}

    /** Left in the old deployment as it was. */
    record Stays(String why) implements Result {}

    /** Closed in both: whether its senders are switched is not known. */
    record Closed(String why) implements Result {}
  }

  /**
   * Moves an account, or goes on with its move.
   *
   * @throws io.lockarbiter.client.LockException if an answer fails to come; to be called again
   */
  Result run(String account) {
    if (from.holds(account, MOVED)) {
      to.open(account);
      return new Result.MovedBefore();
    }
    try {
      to.close(account, CLOSED, notYet, request -> request);
    } catch (LockRefusedException | LockWithdrawnException e) {
      return new Result.Stays("it is in use in the new deployment already: " + e.getMessage());
    } catch (ShortClosingException e) {
      to.open(account);
      return new Result.Stays(String.valueOf(e.getMessage()));
    }
    long began = System.nanoTime();
    String closed;
    try {
      closed = from.close(account, CLOSED, notYet, drain);
    } catch (LockRefusedException | LockWithdrawnException | ShortClosingException e) {
      return stays(account, e);
    }
    if (!switchSenders.test(account)) {
      return new Result.Closed("its senders were not switched");
    }
    from.replace(account, MOVED, closed, moved);
    to.open(account);
    return new Result.Moved(Duration.ofNanos(System.nanoTime() - began));
  }

  private Result stays(String account, RuntimeException why) {
    List<Blocker> inTheWay = from.inTheWay(account);
    from.open(account);
    to.open(account);
    if (why instanceof ShortClosingException) {
      return new Result.Stays(String.valueOf(why.getMessage()));
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
    if (from.holds(account, MOVED)) {
      return "it is moved already. Fix: move it back, from the new deployment to the old one";
    }
    if (!to.holds(account, CLOSED)) {
      to.close(account, CLOSED, notYet, request -> request);
    }
    from.open(account);
    return "";
  }
}
