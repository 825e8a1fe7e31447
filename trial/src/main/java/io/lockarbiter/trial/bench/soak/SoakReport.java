package io.lockarbiter.trial.bench.soak;

import io.lockarbiter.trial.bench.handover.CauseLine;
import io.lockarbiter.trial.bench.handover.Change;
import io.lockarbiter.embedded.judge.Judgement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a run has shown.
 *
 * @param seconds from the first command to the last
 * @param broken why the run broke off; null if it did not
 * @param operations uploads, downloads, deletions and moves that were done
 * @param damage found in the files, a line for each kind
 * @param causes one line per cause
 * @param changes one by one, and what lay between them
 */
record SoakReport(
    int cores,
    SoakSettings settings,
    double seconds,
    @Nullable String broken,
    long operations,
    List<String> damage,
    Judgement judgement,
    List<CauseLine> causes,
    List<Change> changes) {

  /** Says whether the run showed what it must. */
  boolean isClean() {
    return broken == null && damage.isEmpty() && judgement.isClean();
  }
}
