package io.lockarbiter.e2e;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.e2e.LockView.Told;
import io.lockarbiter.e2e.SessionView.Alive;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges what clients saw by the log, and by what the other clients saw. */
final class ViewJudge {
  /** A lock may outlive its client's last word, or its session's, by the lease and this. */
  private static final long SLACK_MS = 2_000;

  /** The clients' clock has fractions of a millisecond, the log has none. */
  private static final double ROUNDING_MS = 5;

  private final Map<String, LockStory> stories;
  private final List<String> found = new ArrayList<>();
  private double longestOutlivedMs = Double.NEGATIVE_INFINITY;
  private double leastMarginMs = Double.POSITIVE_INFINITY;

  private ViewJudge(Map<String, LockStory> stories) {
    this.stories = stories;
  }

  /** Judges all that clients saw by all events. */
  static ViewJudge of(Collection<LockView> views, Collection<Event> events) {
    ViewJudge judge = new ViewJudge(LockStory.of(events));
    views.forEach(judge::judge);
    judge.judgeStrangers(views);
    judge.judgeConflicts(views);
    return judge;
  }

  /** Each thing that must not be, in words. */
  List<String> found() {
    return List.copyOf(found);
  }

  /** The longest that a lock outlived its client's last word and its lease, ms. */
  double longestOutlivedMs() {
    return longestOutlivedMs;
  }

  /** The shortest time between the end of a client's acting and that of its lock, ms. */
  double leastMarginMs() {
    return leastMarginMs;
  }

  private void judge(LockView view) {
    LockStory story = stories.get(view.request());
    if (story == null) {
      if (!view.told().isEmpty()) {
        found.add(
            "%s: was answered %s, and is not in the log".formatted(view.request(), view.told()));
      }
      return;
    }
    for (Told answer : view.told()) {
      if (!story.has(answer)) {
        found.add("%s: was answered %s, which is not in the log".formatted(view.request(), answer));
      }
    }
    for (Alive answer : view.session() == null ? List.<Alive>of() : view.session().told()) {
      if (!story.has(answer)) {
        found.add(
            "%s: its session was answered %s, which is not in the log"
                .formatted(view.request(), answer));
      }
    }
    if (story.grants() > 1) {
      found.add("%s: %d grants for one request".formatted(view.request(), story.grants()));
    }
    if (story.hasEnded()) {
      judgeEnd(view, story);
    } else {
      found.add("%s: has not ended".formatted(view.request()));
    }
    if (view.hasActed()) {
      judgeActing(view, story);
    }
  }

  private void judgeEnd(LockView view, LockStory story) {
    double lateMs = story.endedAt() - view.latestEndMs(story.wasGranted());
    if (story.wasGranted()) {
      longestOutlivedMs = Math.max(longestOutlivedMs, lateMs);
    }
    if (lateMs > SLACK_MS) {
      found.add(
          "%s: outlived its client's last word%s by %.0f ms more than its lease"
              .formatted(view.request(), view.session() == null ? "" : " for its session", lateMs));
    }
  }

  private void judgeActing(LockView view, LockStory story) {
    double marginMs = Math.min(story.expiresAt(), story.endedAt()) - view.untilMs();
    leastMarginMs = Math.min(leastMarginMs, marginMs);
    if (!story.wasGranted() || marginMs < -ROUNDING_MS) {
      found.add(
          "%s: its client acted until %.0f ms after the lock's end"
              .formatted(view.request(), -marginMs));
    }
  }

  /** Locks that no client has asked for. */
  private void judgeStrangers(Collection<LockView> views) {
    Set<String> known = new HashSet<>();
    views.forEach(view -> known.add(view.request()));
    stories.keySet().stream()
        .filter(request -> !known.contains(request))
        .forEach(request -> found.add(request + ": nobody has asked for it"));
  }

  /** A client that acts meets all that began before and act still. */
  private void judgeConflicts(Collection<LockView> views) {
    Map<String, List<LockView>> acting = new HashMap<>();
    views.stream()
        .filter(LockView::hasActed)
        .sorted(Comparator.comparingDouble(LockView::fromMs))
        .forEach(
            view -> {
              List<LockView> others =
                  acting.computeIfAbsent(view.account(), key -> new ArrayList<>());
              meet(view, others);
              others.add(view);
            });
  }

  private void meet(LockView view, List<LockView> others) {
    for (Iterator<LockView> each = others.iterator(); each.hasNext(); ) {
      LockView other = each.next();
      if (other.untilMs() <= view.fromMs()) {
        each.remove();
      } else if (!view.isOfOneOwnerWith(other) && conflict(view.targets(), other.targets())) {
        found.add(
            "%s and %s: two clients acted at once under locks that conflict, for %.1f ms: %s, %s"
                .formatted(
                    other.request(),
                    view.request(),
                    Math.min(view.untilMs(), other.untilMs()) - view.fromMs(),
                    other.targets(),
                    view.targets()));
      }
    }
  }

  private static boolean conflict(List<Target> ours, List<Target> theirs) {
    return ours.stream().anyMatch(one -> theirs.stream().anyMatch(other -> conflict(one, other)));
  }

  private static boolean conflict(Target ours, Target theirs) {
    Relation relation = ours.path().relationOf(theirs.path());
    return relation != null && Compatibility.conflictsWith(ours.mode(), relation, theirs.mode());
  }
}
