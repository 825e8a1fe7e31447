package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.model.ModelReplay;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.Coverage;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.events.EventCheck;
import io.lockarbiter.audit.verify.model.ModelCheck;
import io.lockarbiter.contracts.codec.Vocabulary;
import io.lockarbiter.contracts.command.DecodedCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the history of one partition: against the reference model, and by invariants that hold
 * under any rules. Memory is bounded by the live and remembered locks, not by the history.
 */
public final class Verification {
  /** The two independent checks. */
  public enum Check {
    /** Decides every command again and compares. */
    MODEL,
    /** Searches the events for violations of the invariants. */
    EVENTS
  }

  private static final int LISTED = 20;

  private final Scope scope;
  private final Set<Check> checks;
  private final ReplayListener progress;
  private final Vocabulary vocabulary;
  private final List<Violation> violations = new ArrayList<>();
  private long violationCount;
  private @Nullable ReplayStep current;

  private Verification(
      Scope scope, Set<Check> checks, ReplayListener progress, Vocabulary vocabulary) {
    this.scope = scope;
    this.checks = Set.copyOf(checks);
    this.progress = progress;
    this.vocabulary = vocabulary;
  }

  /**
   * Verifies a partition's history.
   *
   * @param progress is called at every step
   */
  public static PartitionVerdict of(
      PartitionHistory history, Scope scope, Set<Check> checks, ReplayListener progress) {
    return of(history, scope, checks, progress, Vocabulary.OF_THIS_BUILD);
  }

  /**
   * Verifies a partition's history.
   *
   * @param progress is called at every step
   * @param vocabulary of commands
   */
  public static PartitionVerdict of(
      PartitionHistory history,
      Scope scope,
      Set<Check> checks,
      ReplayListener progress,
      Vocabulary vocabulary) {
    return new Verification(scope, checks, progress, vocabulary).run(history);
  }

  private PartitionVerdict run(PartitionHistory history) {
    AuditReplay replay = new AuditReplay(history, this::report, vocabulary);
    Tally tally = new Tally(replay);
    if (checks.contains(Check.MODEL)) {
      ModelReplay model = new ModelReplay(vocabulary.newestRules());
      tally.add(new ModelCheck(model, this::report), model::isReady);
    }
    if (checks.contains(Check.EVENTS)) {
      EventCheck events = new EventCheck(this::report);
      tally.add(events, events::isStrict);
    }
    replay.run(List.of(tally, progress));
    return tally.verdict(history.partition());
  }

  private void report(Violation violation) {
    boolean asked = current == null ? scope.from() == Moment.BEGINNING : scope.covers(current);
    if (!asked || !scope.covers(violation.account())) {
      return;
    }
    violationCount++;
    if (violations.size() < LISTED) {
      violations.add(violation);
    }
  }

  /**
   * Passes each command to the checks, and counts the commands that are judged, and from which on.
   */
  private final class Tally implements ReplayListener {
    private final AuditReplay replay;
    private final List<ReplayListener> listeners = new ArrayList<>();
    private final List<BooleanSupplier> sure = new ArrayList<>();
    private long commands;
    private long events;
    private long asked;
    private long answers;
    private long pending;
    private @Nullable String newer;
    private @Nullable ReplayStep firstUnjudged;
    private @Nullable ReplayStep firstJudged;

    Tally(AuditReplay replay) {
      this.replay = replay;
    }

    /** Adds a check, and whether it knows enough to judge. */
    void add(ReplayListener check, BooleanSupplier isSure) {
      listeners.add(check);
      sure.add(isSure);
    }

    @Override
    public void begin(HistoryStart start) {
      listeners.forEach(check -> check.begin(start));
    }

    @Override
    public void step(ReplayStep step) {
      current = step;
      if (scope.to().isPassedBy(step)) {
        replay.stop();
      } else {
        newer = step.newer();
      }
      if (newer != null) {
        events += step.events().size();
        replay.stop();
        return;
      }
      for (ReplayListener check : listeners) {
        check.step(step);
      }
      count(step);
    }

    @Override
    public void end() {
      listeners.forEach(ReplayListener::end);
    }

    private void count(ReplayStep step) {
      commands++;
      events += step.events().size();
      if (!scope.covers(step)) {
        return;
      }
      boolean asks = asks(step.command().content());
      asked += asks ? 1 : 0;
      boolean judged =
          step.coverage() == Coverage.COMPLETE
              && sure.stream().allMatch(BooleanSupplier::getAsBoolean);
      if (step.coverage() == Coverage.PENDING) {
        pending += asks ? 1 : 0;
      } else if (judged) {
        answers += asks ? 1 : 0;
        firstJudged = firstJudged == null ? step : firstJudged;
      } else if (firstUnjudged == null) {
        firstUnjudged = step;
      }
    }

    private boolean asks(DecodedCommand content) {
      return content.account() != null && scope.covers(content.account());
    }

    PartitionVerdict verdict(int partition) {
      String why = violationCount > 0 ? null : why();
      Verdict verdict =
          violationCount > 0
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
          List.copyOf(violations),
          violationCount);
    }

    private @Nullable String why() {
      if (newer != null) {
        return newer;
      }
      if (firstUnjudged != null) {
        return firstJudged == null
            ? "retention has removed the beginning, and what is left does not show a whole state: it takes %d s of log time and a settings record"
                .formatted(HistoryStart.HORIZON_MS / 1000)
            : "retention has removed the beginning; clean from offset=%d at=%s on: ask with --from %d"
                .formatted(
                    firstJudged.command().offset(),
                    new Moment(firstJudged.at(), false),
                    firstJudged.at());
      }
      if (answers == 0) {
        return pending > 0
            ? "too quiet: no event is published, %d commands are pending".formatted(pending)
            : "too quiet: no command was answered";
      }
      return null;
    }
  }
}
