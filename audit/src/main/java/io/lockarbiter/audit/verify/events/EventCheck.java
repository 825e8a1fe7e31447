package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.Answers;
import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.Coverage;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Settings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the invariants that hold under any rules, from commands and events alone, without the
 * reference model. Keeps only the held locks, the waiting requests, and the paths that were lost in
 * the last ten minutes.
 *
 * <p>If retention has cut the beginning, locks may end whose beginning was not seen. Every live
 * lock has an event within the longest lease that is not told again, every waiting request within
 * the longest wait limit; from then on no unknown one may appear. That time begins at the first
 * event.
 */
public final class EventCheck implements ReplayListener {
  private final Findings findings;
  private LiveLocks live = new LiveLocks();
  private Tellings tellings = new Tellings(live.sessions());
  private SessionCheck sessions = new SessionCheck(live, tellings);
  private LifeCheck lives = new LifeCheck(live, tellings, sessions);
  private final MovedCheck moves = new MovedCheck();
  private boolean strict;
  private long firstAt = -1;

  /** Creates a check. */
  public EventCheck(Findings findings) {
    this.findings = findings;
  }

  @Override
  public void begin(HistoryStart start) {
    live = new LiveLocks();
    tellings = new Tellings(live.sessions());
    sessions = new SessionCheck(live, tellings);
    lives = new LifeCheck(live, tellings, sessions);
    moves.begin(start);
    strict = start.isWhole();
    firstAt = -1;
  }

  @Override
  public void step(ReplayStep step) {
    if (step.coverage().isJudged()) {
      check(step);
    }
  }

  private void check(ReplayStep step) {
    if (firstAt < 0 && !step.events().isEmpty()) {
      // Only an event tells log time: a clock step before the cut may have set it ahead.
      firstAt = step.at();
    }
    moves.takeUp(step);
    AskingCheck asking = new AskingCheck(step);
    int answers = 0;
    for (RecordedEvent recorded : step.events()) {
      if (check(step, recorded, asking)) {
        answers++;
      }
    }
    checkNumberOfAnswers(step, answers);
    checkReplacementIsWhole(step);
    if (step.coverage() == Coverage.COMPLETE) {
      checkAllAreAsked(step, asking);
      checkNothingOverdue(step);
    }
    // Only now: the record that reaches the horizon still ends locks that began before the history.
    strict = strict || firstAt >= 0 && step.at() >= firstAt + HistoryStart.HORIZON_MS;
  }

  /**
   * Returns the bytes of its state on the heap, at most: half as much again as is charged for
   * locks.
   */
  public long bytes() {
    return live.bytes() * 3 / 2 + live.sessions().bytes() + moves.heapBytes();
  }

  /** Says whether everything live is known. */
  public boolean isStrict() {
    return strict;
  }

  /** Checks an event; says whether it is the direct answer to the command. */
  private boolean check(ReplayStep step, RecordedEvent recorded, AskingCheck asking) {
    EventReport report = new EventReport(findings, step, recorded);
    Event event = recorded.event();
    Subject subject = event.subject();
    LockLife before = subject == null ? null : live.find(event.head().account(), subject.lockId());
    boolean direct = Answers.isDirect(before, recorded, step);
    report.same("at", step.at(), event.head().at());
    checkNames(report, subject);
    AnswerCheck.checkForm(report, step.command().content(), direct, before);
    if (direct) {
      AnswerCheck.checkAnswer(report, step.command().content(), before);
      PartitionCheck.check(report);
    } else {
      AnswerCheck.checkConsequence(report, step.command().content());
      if (event instanceof YieldRequested asked) {
        asking.checkCause(report, asked, before);
      }
    }
    moves.check(report, direct);
    lives.apply(report, step.command().content(), before, direct, strict);
    return direct;
  }

  private void checkNumberOfAnswers(ReplayStep step, int answers) {
    DecodedCommand content = step.command().content();
    boolean asks = content.account() != null;
    int expected = asks ? 1 : 0;
    boolean mayFollow = answers < expected && step.coverage() == Coverage.LAST;
    if (answers != expected && !mayFollow) {
      report(
          step,
          content.account(),
          expected + " direct answer" + (asks ? " to " + AnswerCheck.name(content) : ""),
          answers == 0 ? "none" : String.valueOf(answers));
    }
  }

  private void checkReplacementIsWhole(ReplayStep step) {
    Released end = lives.endOfRecord();
    if (end != null && step.coverage() != Coverage.LAST) {
      report(
          step,
          end.head().account(),
          "a grant in place of lockId=" + end.subject().lockId(),
          "none after its end");
    }
  }

  /** Checks that an event says how its names are compared. */
  private static void checkNames(EventReport report, @Nullable Subject subject) {
    Settings settings = report.step().settings();
    if (settings != null && subject instanceof LockFields lock) {
      report.same("namesWithoutCase", settings.areNamesWithoutCase(), lock.isWithoutCase());
    }
  }

  private void checkAllAreAsked(ReplayStep step, AskingCheck asking) {
    if (strict) {
      for (LockLife lock : asking.notAsked(live)) {
        report(
            step,
            lock.account(),
            "the holder of lockId=%s, which is in the way, asked to let go"
                .formatted(lock.lockId()),
            "it is not asked");
      }
    }
  }

  private void checkNothingOverdue(ReplayStep step) {
    List<LockLife> overdue = live.overdue(step.at());
    Set<LockKey> endNext = overdue.isEmpty() ? Set.of() : endBeforeTheNextRecord(step);
    for (LockLife over : overdue) {
      if (endNext.contains(new LockKey(over.account(), over.lockId()))) {
        continue;
      }
      report(
          step,
          over.account(),
          "the end of lockId=%s at %d, when its %s was over"
              .formatted(over.lockId(), over.until(), over.isHeld() ? "lease" : "wait"),
          "none up to at=" + step.at());
      live.remove(over);
      tellings.forget(over);
    }
    sessions.checkNothingOutlives(
        step.at(), (account, expected, found) -> report(step, account, expected, found));
    for (Tellings.Due due : tellings.overdue(step.at())) {
      report(
          step,
          due.account(),
          "lockId=%s told again at %d".formatted(due.lockId(), due.at()),
          "not up to at=" + step.at());
    }
  }

  /**
   * Returns the locks that are asked for without a grace: each ends at its own time, but only the
   * next record releases it.
   */
  private static Set<LockKey> endBeforeTheNextRecord(ReplayStep step) {
    Set<LockKey> locks = new HashSet<>();
    for (RecordedEvent recorded : step.events()) {
      if (recorded.event() instanceof YieldRequested asked && asked.expiresAt() == step.at()) {
        locks.add(new LockKey(asked.head().account(), asked.subject().lockId()));
      }
    }
    return locks;
  }

  private void report(ReplayStep step, @Nullable String account, String expected, String found) {
    findings.add(Violation.ofCommand(step, account, expected, found));
  }
}
