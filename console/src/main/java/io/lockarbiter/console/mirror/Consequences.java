package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.MovedMemory;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The consequences of forcing a lock open now. The reference model decides them, in a copy of the
 * part of the account that the lock's end affects.
 *
 * @param freed the lock or request that would end; null if nothing with that id is held or waits
 * @param next the locks that would be granted then, in that order
 * @param waiting how many of the requests behind it, directly or behind others, would still wait
 * @param more whether these may be more: not all were compared
 * @param seq last event of the state on which this is based
 */
public record Consequences(
    @Nullable LiveLock freed, List<LiveLock> next, int waiting, boolean more, long seq) {
  private static final long OFFSET = 0;

  /** Takes some tenths of a second. */
  private static final long MOST_STEPS = 2_000_000;

  /**
   * Asks the model, with the settings of the partition.
   *
   * @throws MirrorUnavailableException if the affected part is so large that it takes too long
   */
  public static Consequences of(AccountMirror mirror, String lockId, Settings settings) {
    return mirror.look(seen -> Moment.of(seen, lockId)).after(lockId, settings);
  }

  /** The affected part at one moment; empty if there is no such lock. */
  private record Moment(
      String account,
      int partition,
      long seq,
      long at,
      List<LiveLock> queue,
      @Nullable LiveLock ending,
      List<LiveLock> affected) {
    static Moment of(AccountMirror seen, String lockId) {
      LiveLock ending = seen.lock(lockId);
      return new Moment(
          seen.account(),
          seen.partition(),
          seen.seq(),
          seen.at(),
          ending == null ? List.of() : List.copyOf(seen.queue().values()),
          ending,
          ending == null ? List.of() : List.copyOf(Affected.by(seen, ending)));
    }

    private PartitionState state(Settings settings) {
      PartitionHeader header = new PartitionHeader(OFFSET, at, -1, at, seq, settings);
      return new PartitionState(
          header,
          inOrder(false).map(lock -> lock.asHeld(account)).toList(),
          inOrder(true).map(lock -> lock.asWaiting(account)).toList(),
          List.of(),
          List.of(),
          MovedMemory.NONE,
          sessions());
    }

    /** The sessions of bound locks, which are alive at that moment and for a while. */
    private List<LiveSession> sessions() {
      return affected.stream()
          .map(LiveLock::fields)
          .filter(LockFields::isBound)
          .map(LockFields::owner)
          .distinct()
          .map(owner -> new LiveSession(account, owner, at, at + Settings.MAX_LEASE_MS))
          .sorted(LiveSession.BY_NAME)
          .toList();
    }

    private Stream<LiveLock> inOrder(boolean isWaiting) {
      return affected.stream()
          .filter(lock -> lock.waiting() == isWaiting)
          .sorted(Comparator.comparingLong(LiveLock::number));
    }

    Consequences after(String lockId, Settings settings) {
      if (ending == null) {
        return new Consequences(null, List.of(), 0, false, seq);
      }
      ReferenceLockStore model = new ReferenceLockStore();
      model.restore(partition, state(settings)).next();
      ForceRelease force =
          new ForceRelease("what-if", account, new Owner("what-if", null), null, lockId, "");
      LogRecord record = new LogRecord(OFFSET + 1, at, -1, new DecodedCommand.Valid(force));
      Decision decision = model.decide(partition, new FeedPosition(OFFSET, seq), List.of(record));
      List<LiveLock> next = new ArrayList<>();
      for (var encoded : decision.events()) {
        Event event = EventCodec.decode(encoded.value());
        if (event instanceof Granted granted) {
          next.add(LiveLock.of(granted));
        }
      }
      HeldUp heldUp = heldUp(ending, queue);
      Set<String> granted = next.stream().map(LiveLock::lockId).collect(Collectors.toSet());
      int waiting =
          (int) heldUp.locks().stream().filter(lock -> !granted.contains(lock.lockId())).count();
      return new Consequences(ending, next, waiting, heldUp.more(), seq);
    }
  }

  private record HeldUp(List<LiveLock> locks, boolean more) {}

  /** Finds the requests that wait for a lock, or for a request that does. */
  private static HeldUp heldUp(LiveLock ending, List<LiveLock> queue) {
    List<LiveLock> chain = new ArrayList<>(List.of(ending));
    long steps = MOST_STEPS;
    for (LiveLock request : queue) {
      if (ending.waiting() && request.number() <= ending.number()) {
        continue;
      }
      for (LiveLock before : chain) {
        boolean admits = before.fields().admits(request.owner());
        steps -= admits ? 1 : Conflicts.stepsBetween(request, before);
        if (steps < 0) {
          return new HeldUp(chain.subList(1, chain.size()), true);
        }
        if (!admits && Conflicts.between(request, before)) {
          chain.add(request);
          break;
        }
      }
    }
    return new HeldUp(chain.subList(1, chain.size()), false);
  }
}
