package io.lockarbiter.audit.lives;

import io.lockarbiter.audit.lives.CommandOutcome.Asked;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.lock.LockKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes on every command of an account with its outcome. An acquire follows when its lock ends, or
 * at the end of the history; all other commands follow at once. Keeps the live locks only.
 */
public final class CommandOutcomes implements ReplayListener {
  private final Consumer<CommandOutcome> outcomes;
  private final Map<LockKey, Asked> live = new HashMap<>();
  private final LockLives lives = new LockLives(Scope.ALL, this::ended);

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
    boolean answered = false;
    for (RecordedEvent recorded : step.events()) {
      if (!answered && answers(step, recorded)) {
        asked(step, recorded.event());
        answered = true;
      }
      lives.apply(step.partition(), recorded);
    }
    if (!answered) {
      asked(step, null);
    }
  }

  /** One event may precede the answer: the grant of a waiting request with the command's id. */
  private boolean answers(ReplayStep step, RecordedEvent recorded) {
    DecodedCommand content = step.command().content();
    EventHead head = recorded.event().head();
    return head.commandId().equals(content.commandId())
        && head.account().equals(content.account())
        && Answers.isDirect(lives.before(recorded), recorded, step);
  }

  /**
   * Notes an acquire, the only command that begins a life; a copy of one whose lock is live does
   * not change that.
   */
  private void asked(ReplayStep step, @Nullable Event answer) {
    DecodedCommand content = step.command().content();
    if (content.account() == null || content.commandId() == null) {
      return;
    }
    Asked asked = new Asked(step.partition(), step.command().offset(), step.at(), content, answer);
    LockKey key = new LockKey(content.account(), content.commandId());
    if (!begins(content, answer) || live.putIfAbsent(key, asked) != null) {
      outcomes.accept(CommandOutcome.of(asked, null));
    }
  }

  @Override
  public void end() {
    lives.end();
    live.values().forEach(asked -> outcomes.accept(CommandOutcome.of(asked, null)));
    live.clear();
  }

  /** A request that was refused at once has no life, although another lock may have its id. */
  private void ended(LockLife life) {
    Asked asked = life.isRefused() ? null : live.remove(new LockKey(life.account(), life.lockId()));
    if (asked != null) {
      outcomes.accept(CommandOutcome.of(asked, life));
    }
  }

  private static boolean begins(DecodedCommand content, @Nullable Event answer) {
    return content instanceof Valid valid
        && valid.command() instanceof Acquire
        && answer != null
        && !answer.repeated()
        && (answer instanceof Granted || answer instanceof Queued);
  }
}
