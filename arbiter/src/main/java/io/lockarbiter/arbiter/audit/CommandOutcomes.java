package io.lockarbiter.arbiter.audit;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Refusal;
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
  private record Key(String account, String lockId) {}

  private final Consumer<CommandOutcome> outcomes;
  private final Map<Key, CommandOutcome> live = new HashMap<>();
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
    CommandOutcome outcome = outcome(step);
    Event answer = answer(step, outcome);
    if (outcome != null) {
      CommandOutcome answered = answered(outcome, answer);
      boolean begins =
          answer != null
              && !answer.repeated()
              && (answer instanceof Granted || answer instanceof Queued);
      if (begins && answered.account() != null && answered.lockId() != null) {
        live.put(new Key(answered.account(), answered.lockId()), answered);
      } else {
        outcomes.accept(answered);
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
    CommandOutcome asked = live.remove(new Key(life.account(), life.lockId()));
    if (asked != null) {
      LockEnd end = life.end();
      outcomes.accept(
          new CommandOutcome(
              asked.partition(),
              asked.offset(),
              asked.at(),
              asked.account(),
              asked.commandId(),
              asked.type(),
              asked.subAccount(),
              asked.session(),
              asked.lockId(),
              asked.operation(),
              asked.path(),
              asked.destination(),
              asked.outcome(),
              asked.reason(),
              life.token(),
              life.queuedAt() == null || life.grantedAt() == null && end == null
                  ? null
                  : life.waitedMs(0),
              end == null ? null : life.heldMs(0),
              end == null ? null : end.reason()));
    }
  }

  private static @Nullable Event answer(ReplayStep step, @Nullable CommandOutcome asked) {
    Event answer = null;
    for (RecordedEvent recorded : step.events()) {
      Event event = recorded.event();
      boolean sameId = asked != null && event.head().commandId().equals(asked.commandId());
      boolean byTime =
          !event.repeated()
              && (event instanceof Released released && released.reason() == ReleaseReason.EXPIRED
                  || event instanceof Rejected rejected && AnswerCheck.endsWait(rejected));
      if (sameId && !byTime && answer == null) {
        answer = event;
      }
    }
    return answer;
  }

  private static CommandOutcome answered(CommandOutcome asked, @Nullable Event answer) {
    String reason =
        answer instanceof Rejected rejected
            ? rejected.reason().name()
            : answer instanceof Released released ? released.reason().name() : null;
    Long token =
        answer instanceof Granted granted
            ? Long.valueOf(granted.token())
            : answer instanceof Renewed renewed
                ? Long.valueOf(renewed.token())
                : answer instanceof Released released ? released.token() : null;
    String outcome =
        answer == null ? "pending" : answer.type().text() + (answer.repeated() ? " repeated" : "");
    return new CommandOutcome(
        asked.partition(),
        asked.offset(),
        asked.at(),
        asked.account(),
        asked.commandId(),
        asked.type(),
        asked.subAccount(),
        asked.session(),
        asked.lockId(),
        asked.operation(),
        asked.path(),
        asked.destination(),
        outcome,
        reason,
        token,
        null,
        null,
        null);
  }

  /** What was asked; null for ticks, settings and what nobody can be answered about. */
  private static @Nullable CommandOutcome outcome(ReplayStep step) {
    if (step.command().content() instanceof Refused refused) {
      Refusal refusal = refused.refusal();
      return asked(step, refusal.account(), refusal.commandId(), "invalid", null, null);
    }
    if (!(step.command().content() instanceof Valid valid)
        || !(valid.command() instanceof AccountCommand command)) {
      return null;
    }
    if (command instanceof Acquire acquire) {
      return asked(
          step, acquire.account(), acquire.commandId(), "acquire", acquire, acquire.commandId());
    } else if (command instanceof Renew renew) {
      return asked(step, renew.account(), renew.commandId(), "renew", renew, renew.lockId());
    } else if (command instanceof Release release) {
      return asked(
          step, release.account(), release.commandId(), "release", release, release.lockId());
    }
    ForceRelease force = (ForceRelease) command;
    return asked(step, force.account(), force.commandId(), "forceRelease", force, force.lockId());
  }

  private static CommandOutcome asked(
      ReplayStep step,
      String account,
      String commandId,
      String type,
      @Nullable AccountCommand command,
      @Nullable String lockId) {
    Acquire acquire = command instanceof Acquire asked ? asked : null;
    return new CommandOutcome(
        step.partition(),
        step.command().offset(),
        step.at(),
        account,
        commandId,
        type,
        command == null ? null : command.owner().subAccount(),
        command == null ? null : command.owner().session(),
        lockId,
        acquire == null ? null : acquire.operation().name(),
        acquire == null ? null : path(acquire),
        acquire == null || acquire.destination() == null ? null : acquire.destination().toString(),
        "pending",
        null,
        null,
        null,
        null,
        null);
  }

  private static String path(Acquire acquire) {
    return acquire.path() != null
        ? acquire.path().toString()
        : acquire.targets().stream()
            .map(target -> target.mode() + " " + target.path())
            .collect(Collectors.joining(", "));
  }
}
