package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.verify.events.LostPaths.Loss;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the events of the last ten minutes to whether the paths of a request exist, found
 * by going through them, without the records that the rules keep.
 */
final class MovedMemory {
  static final Set<Operation> MOVES = EnumSet.of(Operation.RENAME, Operation.MOVE);

  /** Operations that make one entry and nothing below it. */
  private static final Set<Operation> SINGLE =
      EnumSet.of(Operation.UPLOAD, Operation.CREATE_FOLDER);

  /** Stands for the first event of a history without its beginning, which is still to come. */
  private static final long FIRST = Long.MAX_VALUE;

  /** The number of the last event, as long as none was seen of a history without its beginning. */
  private static final long UNSEEN = -1;

  private final LostPaths lost = new LostPaths();

  /** Whether it is known since when moves are remembered, and nothing since was missed. */
  private boolean isSure;

  /** The end of a lock in whose place another is granted next. */
  private @Nullable Event pending;

  private @Nullable Settings settings;
  private long settingsSince = -1;
  private long lastSeq;
  private long rememberedSince;

  /** Events before this one may be known to others, if the beginning is missing. */
  private long openBelow;

  /**
   * The word on a request.
   *
   * @param isGone whether it must be refused
   * @param isOpen whether it may be refused although nothing is known against it
   * @param place where its path was moved; null if that is not certain
   * @param seq the number of the event that moved it
   */
  record Word(boolean isGone, boolean isOpen, @Nullable String place, long seq) {}

  void begin(HistoryStart start) {
    lost.clear();
    pending = null;
    isSure = start.isWhole();
    settings = null;
    settingsSince = -1;
    lastSeq = isSure ? 0 : UNSEEN;
    rememberedSince = 0;
    openBelow = 0;
  }

  void takeUp(ReplayStep step) {
    followPending();
    if (openBelow == FIRST) {
      openBelow = nextSeq(step);
    }
    Settings next = step.settings();
    if (next == null) {
      settingsSince = -1;
      isSure = false;
    } else if (settingsSince < 0) {
      settingsSince = step.at();
      openBelow = isSure ? 0 : nextSeq(step);
    } else if (settings != null && beginsAnew(settings, next)) {
      lost.clear();
      rememberedSince = Math.max(lastSeq, next.seqBefore());
      openBelow = lastSeq == UNSEEN ? FIRST : 0;
      isSure = true;
    }
    settings = next;
    lost.forget(step.at());
  }

  /** The number of the next event; {@link #FIRST} if none was seen yet. */
  private long nextSeq(ReplayStep step) {
    if (!step.events().isEmpty()) {
      return step.events().get(0).seq();
    }
    return lastSeq == UNSEEN ? FIRST : lastSeq + 1;
  }

  private static boolean beginsAnew(Settings before, Settings after) {
    return before.get(Setting.REMEMBERS_MOVES) != after.get(Setting.REMEMBERS_MOVES)
        || before.get(Setting.WINDOW_MS) != after.get(Setting.WINDOW_MS)
        || before.get(Setting.EPOCH) != after.get(Setting.EPOCH)
        || before.get(Setting.REMEMBERS_MOVES) == 1
            && before.areNamesWithoutCase() != after.areNamesWithoutCase();
  }

  long heapBytes() {
    return lost.heapBytes();
  }

  /**
   * Remembers what an event says of paths. A replacement is looked at before the lock that it
   * replaces ends, though the event of that end comes first.
   */
  void follow(Event event) {
    followPending();
    lastSeq = event.head().seq();
    if (event.reason() == ReleaseReason.REPLACED) {
      pending = event;
    } else {
      remember(event);
    }
  }

  private void followPending() {
    if (pending != null) {
      remember(pending);
      pending = null;
    }
  }

  private void remember(Event event) {
    if (isOff() || event.repeated()) {
      return;
    }
    if (event instanceof Granted granted && !lost.isEmpty(event.head().account())) {
      followGrant(event.head().account(), granted.subject());
    } else if (event instanceof Released released
        && released.token() != null
        && released.subject() instanceof LockFields lock) {
      followEnd(released, lock);
    }
  }

  /** Says whether moves are not remembered, as far as that is known. */
  boolean isOff() {
    return settings != null && settings.get(Setting.REMEMBERS_MOVES) == 0;
  }

  private void followGrant(String account, LockFields lock) {
    for (Target target : lock.targets()) {
      if (!makes(target, lock)) {
        continue;
      }
      if (lock.existing() == null) {
        levels(target.path()).forEach(level -> lost.make(account, level));
      } else if (target.mode() == Mode.PUT) {
        lost.make(account, target.path());
      }
      if (!SINGLE.contains(lock.operation())) {
        lost.makeBelow(account, target.path());
      }
    }
  }

  private static boolean makes(Target target, LockFields lock) {
    return switch (target.mode()) {
      case PUT, ADD -> true;
      case EXCLUSIVE -> lock.operation() == Operation.CUSTOM;
      default -> false;
    };
  }

  private void followEnd(Released released, LockFields lock) {
    boolean isDone = released.reason() == ReleaseReason.RELEASED && !released.outcome().failed();
    boolean isGone = released.outcome().gone();
    if (lock.targets().stream().noneMatch(MovedMemory::removes) || isDone && !isGone) {
      return;
    }
    EventHead head = released.head();
    LockPath place =
        isGone && isDone && MOVES.contains(lock.operation()) ? lock.destination() : null;
    for (Target target : lock.targets()) {
      if (isGone ? isRemoved(target, lock) : removes(target)) {
        lost.add(new Loss(head.account(), target.path(), isGone, place, head.seq(), head.at()));
      } else if (target.mode() == Mode.PUT && !isDone) {
        lost.add(
            new Loss(
                head.account(), target.path(), /* isSure= */ false, null, head.seq(), head.at()));
      }
    }
  }

  /** Says whether a path is lost with the lock's work; a rename onto itself leaves it there. */
  static boolean isRemoved(Target target, LockFields lock) {
    return target.mode() == Mode.DELETE
        || removes(target) && !lock.targets().contains(new Target(target.path(), Mode.PUT));
  }

  private static boolean removes(Target target) {
    return target.mode() == Mode.DELETE || target.mode() == Mode.EXCLUSIVE;
  }

  private static List<LockPath> levels(LockPath path) {
    List<LockPath> levels = new ArrayList<>(path.ancestors());
    levels.add(path);
    return levels;
  }

  /** Returns the word on a request that an event decides; null if it is not known. */
  @Nullable Word word(Event event, LockFields request) {
    Long existing = request.existing();
    Settings inForce = settings;
    if (existing == null
        || inForce == null
        || !isSure && event.head().at() < settingsSince + LostPaths.KEPT_MS) {
      return null;
    }
    if (inForce.get(Setting.REMEMBERS_MOVES) == 0) {
      return new Word(/* isGone= */ false, /* isOpen= */ false, null, 0);
    }
    boolean isReplacing = event instanceof Granted && request.replaces() != null;
    long last = event.head().seq() - (isReplacing ? 2 : 1);
    return word(event.head(), request, existing, last);
  }

  /**
   * Returns the word on a request.
   *
   * @param last the number of the last event before it was decided
   */
  private Word word(EventHead head, LockFields request, long known, long last) {
    String account = head.account();
    long forgotten = lost.forgotten(account);
    boolean isUnknown = known > 0 && (known < rememberedSince || known < forgotten || known > last);
    boolean isDoubtful = false;
    boolean isUncertain = false;
    Loss nearest = null;
    List<Loss> onTheWay = new ArrayList<>();
    for (Target target : request.targets()) {
      Loss ofTarget = null;
      long goneSince = Long.MAX_VALUE;
      for (LockPath level : levels(target.path())) {
        if (target.mode() == Mode.PUT && level.equals(target.path())) {
          continue;
        }
        List<Loss> losses = lost.of(account, level);
        onTheWay.addAll(losses);
        Loss latest = LostPaths.last(losses);
        if (latest != null) {
          ofTarget = latest.isGone() ? latest : ofTarget;
          goneSince = latest.isGone() ? Math.min(goneSince, latest.seq()) : goneSince;
          isUnknown |= known > 0 && !latest.isGone() && latest.seq() > known;
        }
        List<Loss> doubts = lost.doubts(account, level);
        isDoubtful |= isDoubtful(doubts, goneSince, known);
        isUncertain |= latest != null && hasOneBefore(latest, doubts, known);
      }
      nearest = ofTarget == null ? nearest : ofTarget;
    }
    isUnknown |= known > 0 && isDoubtful;
    boolean isOpen = known > 0 && known < openBelow;
    boolean isCertain =
        nearest != null
            && !isUnknown
            && !isDoubtful
            && !isUncertain
            && forgotten <= known
            && request.targets().size() == 1;
    String place =
        isCertain ? MovedPlace.certain(request, nearest, onTheWay, known, head.at()) : null;
    return new Word(
        nearest != null || isUnknown, isOpen, place, nearest == null ? 0 : nearest.seq());
  }

  /**
   * Says whether somebody may have removed a path unseen after an event. Work on what was gone
   * already has found nothing, but it may hide what was done before.
   */
  private static boolean isDoubtful(List<Loss> doubts, long goneSince, long known) {
    Loss last = LostPaths.last(doubts);
    return last != null && last.seq() > known && (doubts.size() > 1 || last.seq() <= goneSince);
  }

  private static boolean hasOneBefore(Loss loss, List<Loss> doubts, long known) {
    return doubts.stream().anyMatch(doubt -> doubt.seq() > known && doubt.seq() < loss.seq());
  }
}
