package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Batch;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.EventPage;
import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.arbiter.partition.FactSource;
import io.lockarbiter.arbiter.partition.FailureKind;
import io.lockarbiter.arbiter.partition.Gathering;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.PartitionLog;
import io.lockarbiter.arbiter.partition.Published;
import io.lockarbiter.arbiter.partition.ReceivedRecord;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.arbiter.partition.StartFactsReader;
import io.lockarbiter.contracts.event.EventHead;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** An owner's view of the simulated log. */
final class OwnerLog implements PartitionLog {
  private static final long SHUT = -1;
  private static final int MOST = 12;

  private final Owner owner;
  private final SimulatedWorld world;
  private final Defect defect;
  private final StartFactsReader reader;
  private long next = SHUT;
  private long endOfBatch;
  private @Nullable StartFacts early;

  OwnerLog(Owner owner, SimulatedWorld world, Defect defect) {
    this.owner = owner;
    this.world = world;
    this.defect = defect;
    this.reader = new StartFactsReader(new OwnerStore(owner, world, defect));
  }

  private void call() {
    owner.call();
    if (world.chance().happens(Fault.KAFKA_SILENT)) {
      throw new SilentException();
    }
  }

  @Override
  public void pause() {
    next = SHUT;
  }

  @Override
  public void readFrom(long offset) {
    next = offset;
  }

  @Override
  public @Nullable Batch take(Duration longest, Gathering gathering) {
    owner.runBeside();
    if (next == SHUT) {
      return null;
    }
    call();
    List<ReceivedRecord> read = List.copyOf(world.log().read(next, 1 + world.chance().below(MOST)));
    if (read.isEmpty()) {
      return null;
    }
    next = read.get(read.size() - 1).record().offset() + 1;
    endOfBatch = next; // the batch before it was committed above
    return Batch.of(read);
  }

  @Override
  public boolean hasMore(int records) {
    return next != SHUT && world.log().read(next, records).size() >= records;
  }

  @Override
  public boolean hasRead(long end) {
    return next != SHUT && next >= end;
  }

  @Override
  public OptionalLong lag() {
    return OptionalLong.empty();
  }

  @Override
  public long end(Duration longest) {
    call();
    return world.log().commands().end();
  }

  @Override
  public long confirmations() {
    return owner.confirmations();
  }

  @Override
  public EventPublisher openPublisher() {
    call();
    early = defect == Defect.FACTS_BEFORE_FENCE ? read() : null;
    if (early != null) {
      owner.call();
    }
    int epoch = world.log().fence();
    endOfBatch = 0;
    world.mayLoseEvents();
    call();
    return owner.opened(new OwnerPublisher(owner, world, defect, epoch, () -> endOfBatch));
  }

  @Override
  public boolean isCommitBare() {
    call();
    return world.log().commit() instanceof Commit.Missing;
  }

  @Override
  public boolean hasSameTopics() {
    owner.call();
    return true;
  }

  @Override
  public StartFacts facts() {
    return DefectiveFacts.of(defect, early == null ? read() : early, world);
  }

  /** Returns the facts as they are after the state was set aside. */
  StartFacts factsWithoutState() {
    return reader.readWithoutState(new Source(), world.partition());
  }

  private StartFacts read() {
    return reader.read(new Source(), world.partition());
  }

  @Override
  public EventPage events(LogRange range) {
    call();
    world.meters().builtFromEvents();
    owner.readsEvents();
    return world.log().events().page(range);
  }

  @Override
  public FailureKind kind(RuntimeException failure) {
    if (failure instanceof FencedException) {
      return FailureKind.TAKEN_OVER;
    }
    return failure instanceof SilentException ? FailureKind.PASSING : FailureKind.UNEXPECTED;
  }

  /** The facts of the log; anything may happen between two questions. */
  private final class Source implements FactSource {
    @Override
    public Published published() {
      call();
      SimulatedLog log = world.log();
      EventHead last = log.events().last();
      return new Published(
          log.commit(), log.events().range(), last == null ? null : last.seq(), log.later());
    }

    @Override
    public void requireUnchanged(Published seen) {
      call();
      boolean isSame =
          world.log().commit().equals(seen.commit())
              && world.log().events().range().end() == seen.events().end();
      if (!isSame && defect != Defect.FACTS_NOT_CHECKED) {
        throw new SilentException();
      }
    }

    @Override
    public LogRange commands() {
      call();
      return world.log().commands();
    }

    @Override
    public AppliedRecord record(long offset, LogRange commands) {
      call();
      return world.log().record(offset);
    }

    @Override
    public @Nullable LogRange tail(CommitMetadata committed, LogRange events) {
      call();
      return world.log().events().tail(committed, events);
    }
  }
}
