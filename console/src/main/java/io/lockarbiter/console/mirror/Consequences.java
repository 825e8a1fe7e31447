package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would follow if a lock were forced open now, as the rules decide it: the model is asked, in
 * a copy of the account.
 *
 * @param freed what would end; null if nothing of that id is held or waits
 * @param next what would be granted then, in that order
 * @param waiting how many would still wait
 * @param seq last event of the state from which this follows
 */
public record Consequences(@Nullable LiveLock freed, List<LiveLock> next, int waiting, long seq) {
  private static final long OFFSET = 0;

  /** Asks the model, with the settings of the partition. */
  public static Consequences of(AccountMirror mirror, String lockId, Settings settings) {
    return in(mirror.look(seen -> Moment.of(seen, settings)), lockId);
  }

  /** The account as of one moment. */
  private record Moment(
      String account,
      int partition,
      PartitionHeader header,
      List<LiveLock> locks,
      List<LiveLock> queue) {
    static Moment of(AccountMirror seen, Settings settings) {
      return new Moment(
          seen.account(),
          seen.partition(),
          new PartitionHeader(OFFSET, seen.at(), -1, seen.at(), seen.seq(), settings),
          List.copyOf(seen.locks()),
          List.copyOf(seen.queue().values()));
    }

    PartitionState state() {
      List<HeldLock> held =
          locks.stream()
              .filter(lock -> !lock.waiting())
              .sorted(Comparator.comparingLong(LiveLock::number))
              .map(lock -> lock.asHeld(account))
              .toList();
      List<WaitingRequest> waiting = queue.stream().map(lock -> lock.asWaiting(account)).toList();
      return new PartitionState(header, held, waiting, List.of(), List.of());
    }
  }

  /** Says whether something of that id is held or waits. */
  public static boolean isLive(AccountMirror seen, String lockId) {
    return seen.lock(lockId) != null;
  }

  private static Consequences in(Moment moment, String lockId) {
    long seq = moment.header().seq();
    int waiting = moment.queue().size();
    LiveLock freed =
        moment.locks().stream()
            .filter(lock -> lock.lockId().equals(lockId))
            .findFirst()
            .orElse(null);
    if (freed == null) {
      return new Consequences(null, List.of(), waiting, seq);
    }
    ReferenceLockStore model = new ReferenceLockStore();
    model.restore(moment.partition(), moment.state()).next();
    ForceRelease force =
        new ForceRelease("what-if", moment.account(), new Owner("what-if", null), null, lockId, "");
    LogRecord record =
        new LogRecord(OFFSET + 1, moment.header().at(), -1, new DecodedCommand.Valid(force));
    Decision decision =
        model.decide(moment.partition(), new FeedPosition(OFFSET, seq), List.of(record));
    List<LiveLock> next = new ArrayList<>();
    int ended = 0;
    for (var encoded : decision.events()) {
      Event event = EventCodec.decode(encoded.value());
      if (event instanceof Granted granted) {
        next.add(LiveLock.of(granted));
      } else if (event instanceof Released) {
        ended = freed.waiting() ? 1 : 0;
      }
    }
    return new Consequences(freed, next, waiting - next.size() - ended, seq);
  }
}
