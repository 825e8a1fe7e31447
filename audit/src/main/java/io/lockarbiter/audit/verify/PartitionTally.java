package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is read, stops where the question or the knowledge of this version ends, and draws
 * the verdict from that and the checks.
 */
final class PartitionTally implements ReplayListener {
  private final Scope scope;
  private final AuditReplay replay;
  private final FirstViolations ofReading;
  private final ReplayListener next;
  private long commands;
  private long events;
  private long asked;
  private long pending;
  private @Nullable String newer;

  /**
   * A tally.
   *
   * @param ofReading violations that reading finds
   * @param next gets the commands that can be judged
   */
  PartitionTally(Scope scope, AuditReplay replay, FirstViolations ofReading, ReplayListener next) {
    this.scope = scope;
    this.replay = replay;
    this.ofReading = ofReading;
    this.next = next;
  }

  @Override
  public void begin(HistoryStart start) {
    next.begin(start);
  }

  @Override
  public void step(ReplayStep step) {
    ofReading.moveTo(step);
    events += step.events().size();
    if (scope.to().isPassedBy(step)) {
      replay.stop();
    } else {
      newer = step.newer();
    }
    if (newer != null) {
      replay.stop();
      return;
    }
    next.step(step);
    commands++;
    if (scope.covers(step) && scope.asks(step)) {
      asked++;
      pending += step.isPending() ? 1 : 0;
    }
  }

  @Override
  public void end() {
    next.end();
  }

  /** Returns the verdict, after the end. */
  PartitionVerdict verdict(int partition, List<JudgedCheck> checks) {
    List<FirstViolations> found = new ArrayList<>(List.of(ofReading));
    checks.forEach(check -> found.add(check.violations()));
    long count = found.stream().mapToLong(FirstViolations::count).sum();
    long answers = checks.stream().mapToLong(JudgedCheck::answers).min().orElse(0);
    String why = count > 0 ? null : why(checks, answers);
    Verdict verdict =
        count > 0
            ? Verdict.VIOLATION
            : asked == 0 && events == 0
                ? Verdict.IDLE
                : why == null ? Verdict.CLEAN : Verdict.UNDECIDABLE;
    return new PartitionVerdict(
        partition,
        verdict,
        verdict == Verdict.UNDECIDABLE ? why : null,
        commands,
        events,
        answers,
        pending,
        FirstViolations.merged(found),
        count);
  }

  private @Nullable String why(List<JudgedCheck> checks, long answers) {
    if (newer != null) {
      return newer;
    }
    if (checks.stream().anyMatch(check -> check.firstUnjudged() != null)) {
      ReplayStep from = firstJudgedByAll(checks);
      return from == null
          ? "retention has removed the beginning, and what is left does not show a whole state: it takes %d s of log time and a settings record"
              .formatted(HistoryStart.HORIZON_MS / 1000)
          : "retention has removed the beginning; clean from offset=%d at=%s on: ask with --from %d"
              .formatted(from.command().offset(), new Moment(from.at(), false), from.at());
    }
    if (answers == 0) {
      return pending > 0
          ? "too quiet: no event is published, %d commands are pending".formatted(pending)
          : "too quiet: no command was answered";
    }
    return null;
  }

  /** A check that has begun to judge goes on, so all judge from where the last one has begun. */
  private static @Nullable ReplayStep firstJudgedByAll(List<JudgedCheck> checks) {
    ReplayStep last = null;
    for (JudgedCheck check : checks) {
      ReplayStep first = check.firstJudged();
      if (first == null) {
        return null;
      }
      last = last == null || first.command().offset() > last.command().offset() ? first : last;
    }
    return last;
  }
}
