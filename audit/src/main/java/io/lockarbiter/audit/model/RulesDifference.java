package io.lockarbiter.audit.model;

import io.lockarbiter.audit.replay.Coverage;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares the decisions of a history with those of this version's rules, optionally under other
 * settings. The senders' later commands stay the same, although they might have sent others.
 */
public final class RulesDifference implements ReplayListener {
  private final ModelReplay model;
  private final Consumer<Difference> differences;

  /**
   * A command with another outcome.
   *
   * @param offset of the command that caused it
   * @param at log time, epoch ms
   * @param commandId of the command answered, or of the acquire whose lock is affected
   * @param recorded the recorded decision, such as {@code rejected LIMIT_EXCEEDED}; null if there
   *     is none
   * @param now the decision of this version; null if there is none
   */
  public record Difference(
      int partition,
      long offset,
      long at,
      String account,
      String commandId,
      @Nullable String recorded,
      @Nullable String now) {}

  private record Outcome(String account, String commandId, String verdict) {}

  /**
   * Creates a comparison.
   *
   * @param settings those that differ from the history's; its other fields are null
   */
  public RulesDifference(SettingsChange settings, Consumer<Difference> differences) {
    this.model = new ModelReplay(settings);
    this.differences = differences;
  }

  @Override
  public void begin(HistoryStart start) {
    model.begin(start);
  }

  @Override
  public void step(ReplayStep step) {
    List<EncodedEvent> now = model.decide(step);
    if (now == null || !step.coverage().isJudged()) {
      return;
    }
    List<Outcome> left = new ArrayList<>();
    now.forEach(event -> left.add(outcome(EventCodec.decode(event.value()))));
    List<Outcome> recordedOnly = new ArrayList<>();
    for (RecordedEvent recorded : step.events()) {
      Outcome outcome = outcome(recorded.event());
      if (!left.remove(outcome)) {
        recordedOnly.add(outcome);
      }
    }
    for (Outcome recorded : recordedOnly) {
      Outcome other = sameCommand(recorded, left);
      left.remove(other);
      tell(step, recorded, recorded.verdict(), other == null ? null : other.verdict());
    }
    if (step.coverage() == Coverage.COMPLETE) {
      left.forEach(outcome -> tell(step, outcome, null, outcome.verdict()));
    }
  }

  private static @Nullable Outcome sameCommand(Outcome recorded, List<Outcome> outcomes) {
    for (Outcome outcome : outcomes) {
      if (outcome.account().equals(recorded.account())
          && outcome.commandId().equals(recorded.commandId())) {
        return outcome;
      }
    }
    return null;
  }

  private void tell(
      ReplayStep step, Outcome about, @Nullable String recorded, @Nullable String now) {
    differences.accept(
        new Difference(
            step.partition(),
            step.command().offset(),
            step.at(),
            about.account(),
            about.commandId(),
            recorded,
            now));
  }

  private static Outcome outcome(Event event) {
    return new Outcome(
        event.head().account(), event.head().commandId(), RecordedEvent.verdict(event));
  }
}
