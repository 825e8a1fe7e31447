package io.lockarbiter.audit.lives;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command and its outcome; for an acquire also that of its lock.
 *
 * @param at log time, epoch ms
 * @param type as on the wire; {@code invalid} if the command could not be understood
 * @param path of an acquire; for a CUSTOM one its targets
 * @param outcome type of the direct answer, {@code pending} if there is none yet
 * @param reason in that answer; null if it names none
 * @param waitedMs from request to grant or to the end of the wait; null if it did not wait
 * @param heldMs null if it was never held or has not ended
 * @param end how lock or wait ended; null if it has not, or never began
 * @param endedBy who ended it by force; null unless somebody did
 * @param graceMs of a yield, or of an acquire that asks the holders in its way; null if none
 * @param comment of the command; null if it has none
 */
public record CommandOutcome(
    int partition,
    long offset,
    long at,
    @Nullable String account,
    @Nullable String commandId,
    String type,
    @Nullable String subAccount,
    @Nullable String session,
    @Nullable String lockId,
    @Nullable String operation,
    @Nullable String path,
    @Nullable String destination,
    String outcome,
    @Nullable String reason,
    @Nullable Long token,
    @Nullable Long waitedMs,
    @Nullable Long heldMs,
    @Nullable String end,
    @Nullable String endedBy,
    @Nullable Long graceMs,
    @Nullable String comment) {

  /** A command and the direct answer to it; null if there is none yet. */
  record Asked(
      int partition, long offset, long at, DecodedCommand content, @Nullable Event answer) {}

  /**
   * Makes an outcome.
   *
   * @param life of the lock that it asked for, as far as it is known; null if it got none
   */
  static CommandOutcome of(Asked asked, @Nullable LockLife life) {
    Event answer = asked.answer();
    Command command = asked.content() instanceof Valid valid ? valid.command() : null;
    AccountCommand sent = command instanceof AccountCommand valid ? valid : null;
    Acquire acquire = command instanceof Acquire valid ? valid : null;
    LockEnd end = life == null ? null : life.end();
    boolean waitIsOver =
        life != null && life.queuedAt() != null && (life.isHeld() || life.end() != null);
    return new CommandOutcome(
        asked.partition(),
        asked.offset(),
        asked.at(),
        asked.content().account(),
        asked.content().commandId(),
        type(command),
        sent == null ? null : sent.owner().subAccount(),
        sent == null ? null : sent.owner().session(),
        sent == null ? null : sent.lockId(),
        acquire == null ? null : acquire.fields().operation().name(),
        acquire == null ? null : path(acquire),
        acquire == null || acquire.fields().destination() == null
            ? null
            : acquire.fields().destination().toString(),
        answer == null ? "pending" : answer.typeWord() + (answer.repeated() ? " repeated" : ""),
        reason(answer),
        life == null ? token(answer) : life.token(),
        life != null && waitIsOver ? life.waitedMs(0) : null,
        life == null || end == null ? null : life.heldMs(0),
        end == null ? null : end.reason(),
        end == null ? null : end.by(),
        graceMs(command),
        comment(command));
  }

  private static @Nullable Long graceMs(@Nullable Command command) {
    if (command instanceof Yield yield) {
      return yield.graceMs();
    }
    return command instanceof Acquire acquire ? acquire.graceMs() : null;
  }

  private static @Nullable String comment(@Nullable Command command) {
    if (command instanceof Yield yield) {
      return yield.comment();
    } else if (command instanceof ForceRelease forced) {
      return forced.comment();
    }
    return command instanceof Acquire acquire ? acquire.comment() : null;
  }

  private static String type(@Nullable Command command) {
    if (command instanceof Acquire) {
      return "acquire";
    } else if (command instanceof Renew) {
      return "renew";
    } else if (command instanceof Release) {
      return "release";
    }
    if (command instanceof Yield) {
      return "yield";
    } else if (command instanceof ReleaseAll) {
      return "releaseAll";
    } else if (command instanceof KeepAlive) {
      return "keepAlive";
    }
    return command instanceof ForceRelease ? "forceRelease" : "invalid";
  }

  private static @Nullable String reason(@Nullable Event answer) {
    return answer == null ? null : answer.reasonWord();
  }

  private static @Nullable Long token(@Nullable Event answer) {
    if (answer instanceof Granted granted) {
      return granted.token();
    } else if (answer instanceof Renewed renewed) {
      return renewed.token();
    } else if (answer instanceof YieldRequested asked) {
      return asked.token();
    }
    return answer instanceof Released released ? released.token() : null;
  }

  private static String path(Acquire acquire) {
    return acquire.fields().path() != null
        ? acquire.fields().path().toString()
        : acquire.fields().targets().stream()
            .map(target -> target.modeWord() + " " + target.path())
            .collect(Collectors.joining(", "));
  }
}
