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
 * What the rules of this version, under other settings if wished, would have decided differently on
 * a history. The senders' later commands stay as they were, though they might have sent others.
 */
public final class RulesDifference implements ReplayListener {
  private final ModelReplay model;
  private final Consumer<Difference> differences;

  /**
   * An outcome that would have been another.
   *
   * @param offset of the command that caused it
   * @param at log time, epoch ms
   * @param commandId of the command answered, or of the acquire whose lock it happened to
   * @param recorded what was decided, such as {@code rejected LIMIT_EXCEEDED}; null if nothing
   * @param now what would be decided; null if nothing
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
   * A comparison.
   *
   * @param settings what differs from the history's settings; its other fields are null
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
    if (now == null || step.coverage() != Coverage.COMPLETE) {
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
    left.forEach(outcome -> tell(step, outcome, null, outcome.verdict()));
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
