package io.lockarbiter.audit.lives;

import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Every command of an account with its outcome. An acquire whose lock lives on is handed out when
 * the lock ends, or last; all others at once. Keeps the live ones only.
 */
public final class CommandOutcomes implements ReplayListener {
  private final Consumer<CommandOutcome> outcomes;
  private final Map<LockKey, CommandOutcome> live = new HashMap<>();
  private final LockLives lives = new LockLives(this::ended);

  /** A view. */
  public CommandOutcomes(Consumer<CommandOutcome> outcomes) {
    this.outcomes = outcomes;
  }

  @Override
  public void begin(HistoryStart start) {
    live.clear();
    lives.begin(start);
  }

  @Override
  public void step(ReplayStep step) {
    DecodedCommand content = step.command().content();
    if (content.account() != null && content.commandId() != null) {
      Event answer = answer(step, content.commandId());
      CommandOutcome outcome = outcome(step, content.account(), content.commandId(), answer);
      boolean begins =
          answer != null
              && !answer.repeated()
              && (answer instanceof Granted || answer instanceof Queued);
      if (begins && outcome.lockId() != null) {
        live.put(new LockKey(content.account(), outcome.lockId()), outcome);
      } else {
        outcomes.accept(outcome);
      }
    }
    lives.step(step);
  }

  @Override
  public void end() {
    lives.end();
    live.values().forEach(outcomes);
    live.clear();
  }

  private void ended(LockLife life) {
    CommandOutcome asked = live.remove(new LockKey(life.account(), life.lockId()));
    if (asked != null) {
      LockEnd end = life.end();
      boolean waited = life.queuedAt() != null && (life.grantedAt() != null || end != null);
      outcomes.accept(
          asked.endedBy(
              life.token(),
              waited ? life.waitedMs(0) : null,
              end == null ? null : life.heldMs(0),
              end == null ? null : end.reason()));
    }
  }

  private static @Nullable Event answer(ReplayStep step, String commandId) {
    for (RecordedEvent recorded : step.events()) {
      Event event = recorded.event();
      boolean byTime =
          !event.repeated()
              && (event instanceof Released released && released.reason() == ReleaseReason.EXPIRED
                  || event instanceof Rejected rejected && rejected.reason().endsWait());
      if (!byTime && event.head().commandId().equals(commandId)) {
        return event;
      }
    }
    return null;
  }

  private static CommandOutcome outcome(
      ReplayStep step, String account, String commandId, @Nullable Event answer) {
    Command command = step.command().content() instanceof Valid valid ? valid.command() : null;
    AccountCommand asked = command instanceof AccountCommand valid ? valid : null;
    Acquire acquire = command instanceof Acquire valid ? valid : null;
    return new CommandOutcome(
        step.partition(),
        step.command().offset(),
        step.at(),
        account,
        commandId,
        type(command),
        asked == null ? null : asked.owner().subAccount(),
        asked == null ? null : asked.owner().session(),
        asked == null ? null : asked.lockId(),
        acquire == null ? null : acquire.operation().name(),
        acquire == null ? null : path(acquire),
        acquire == null || acquire.destination() == null ? null : acquire.destination().toString(),
        answer == null ? "pending" : answer.type().text() + (answer.repeated() ? " repeated" : ""),
        reason(answer),
        token(answer),
        null,
        null,
        null);
  }

  private static String type(@Nullable Command command) {
    if (command instanceof Acquire) {
      return "acquire";
    } else if (command instanceof Renew) {
      return "renew";
    } else if (command instanceof Release) {
      return "release";
    }
    return command instanceof ForceRelease ? "forceRelease" : "invalid";
  }

  private static @Nullable String reason(@Nullable Event answer) {
    if (answer instanceof Rejected rejected) {
      return rejected.reason().name();
    }
    return answer instanceof Released released ? released.reason().name() : null;
  }

  private static @Nullable Long token(@Nullable Event answer) {
    if (answer instanceof Granted granted) {
      return granted.token();
    } else if (answer instanceof Renewed renewed) {
      return renewed.token();
    }
    return answer instanceof Released released ? released.token() : null;
  }

  private static String path(Acquire acquire) {
    return acquire.path() != null
        ? acquire.path().toString()
        : acquire.targets().stream()
            .map(target -> target.mode() + " " + target.path())
            .collect(Collectors.joining(", "));
  }
}
