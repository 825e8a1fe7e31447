package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.model.ModelReplay;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.events.EventCheck;
import io.lockarbiter.audit.verify.model.ModelCheck;
import io.lockarbiter.contracts.codec.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

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

  /** Which thread does what; the verdict is the same. */
  public enum Threads {
    /** All is done by the caller's. */
    ONE,
    /** The caller's reads, and each check has its own. */
    EACH_CHECK
  }

  private final Scope scope;
  private final Set<Check> checks;
  private final Threads threads;
  private final Vocabulary vocabulary;

  /**
   * A way to verify.
   *
   * @param vocabulary of commands
   */
  Verification(Scope scope, Set<Check> checks, Threads threads, Vocabulary vocabulary) {
    this.scope = scope;
    this.checks = checks;
    this.threads = threads;
    this.vocabulary = vocabulary;
  }

  /**
   * Verifies a partition's history by the caller's thread alone.
   *
   * @param progress is called at every step
   */
  public static PartitionVerdict of(
      PartitionHistory history, Scope scope, Set<Check> checks, ReplayListener progress) {
    return new Verification(scope, checks, Threads.ONE, Vocabulary.OF_THIS_BUILD)
        .run(history, progress, bytes -> true);
  }

  /**
   * Verifies a partition's history.
   *
   * @param progress is called at every step, as it is read
   * @param fits is asked now and then whether the state may take so many bytes
   * @throws NoRoomException if it may not
   */
  PartitionVerdict run(PartitionHistory history, ReplayListener progress, LongPredicate fits) {
    List<JudgedCheck> judged = judgedChecks();
    List<ReplayListener> watching = List.of(progress, new StateWatch(judged, fits));
    return threads == Threads.ONE
        ? run(history, judged, new InTurn(judged), watching)
        : runBeside(history, judged, watching);
  }

  private List<JudgedCheck> judgedChecks() {
    List<JudgedCheck> judged = new ArrayList<>();
    if (checks.contains(Check.MODEL)) {
      FirstViolations violations = new FirstViolations(scope, judged.size());
      ModelReplay model = new ModelReplay(vocabulary.newestRules());
      ModelCheck check = new ModelCheck(model, violations);
      judged.add(new JudgedCheck(scope, violations, check, model::isReady, model::bytes));
    }
    if (checks.contains(Check.EVENTS)) {
      FirstViolations violations = new FirstViolations(scope, judged.size());
      EventCheck events = new EventCheck(violations);
      judged.add(new JudgedCheck(scope, violations, events, events::isStrict, events::bytes));
    }
    return judged;
  }

  private PartitionVerdict runBeside(
      PartitionHistory history, List<JudgedCheck> judged, List<ReplayListener> watching) {
    try (ChecksBeside beside = new ChecksBeside(judged)) {
      try {
        return run(history, judged, beside, watching);
      } catch (RuntimeException e) {
        beside.end();
        throw e;
      }
    }
  }

  private PartitionVerdict run(
      PartitionHistory history,
      List<JudgedCheck> judged,
      ReplayListener checks,
      List<ReplayListener> watching) {
    FirstViolations ofReading = new FirstViolations(scope, judged.size());
    AuditReplay replay = new AuditReplay(history, ofReading, vocabulary);
    PartitionTally tally = new PartitionTally(scope, replay, ofReading, checks);
    List<ReplayListener> listeners = new ArrayList<>(List.of(tally));
    listeners.addAll(watching);
    replay.run(listeners);
    return tally.verdict(history.partition(), judged);
  }

  /** Passes each command to one check after the other. */
  private record InTurn(List<JudgedCheck> checks) implements ReplayListener {
    @Override
    public void begin(HistoryStart start) {
      checks.forEach(check -> check.begin(start));
    }

    @Override
    public void step(ReplayStep step) {
      for (JudgedCheck check : checks) {
        check.step(step);
      }
    }

    @Override
    public void end() {
      checks.forEach(JudgedCheck::end);
    }
  }

  /** Asks now and then whether the state has room. */
  private static final class StateWatch implements ReplayListener {
    private static final int STRIDE = 1_000;

    private final List<JudgedCheck> checks;
    private final LongPredicate fits;
    private int commands;

    StateWatch(List<JudgedCheck> checks, LongPredicate fits) {
      this.checks = checks;
      this.fits = fits;
    }

    @Override
    public void step(ReplayStep step) {
      if (++commands % STRIDE == 0
          && !fits.test(checks.stream().mapToLong(JudgedCheck::bytes).sum())) {
        throw new NoRoomException();
      }
    }
  }
}
