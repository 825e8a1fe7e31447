package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.ArrayList;
import java.util.List;

/** An owner's transactions on the simulated log. */
final class OwnerPublisher implements EventPublisher {
  private final Owner owner;
  private final SimulatedWorld world;
  private final Defect defect;
  private final int epoch;
  private final List<EncodedEvent> added = new ArrayList<>();

  OwnerPublisher(Owner owner, SimulatedWorld world, Defect defect, int epoch) {
    this.owner = owner;
    this.world = world;
    this.defect = defect;
    this.epoch = epoch;
  }

  @Override
  public void add(List<EncodedEvent> events) {
    owner.call();
    added.addAll(events);
  }

  @Override
  public void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata) {
    owner.call();
    Commit position = new Commit.Known(nextOffset, metadata);
    if (world.chance().happens(Fault.KAFKA_SILENT)) {
      if (defect == Defect.POSITION_WITHOUT_EVENTS) {
        requireNotFenced();
        world.log().commit(List.of(), List.of(), position);
      } else if (defect == Defect.EVENTS_WITHOUT_POSITION) {
        requireNotFenced();
        world.log().commit(added, deadLetters, world.log().commit());
      }
      throw new SilentException();
    }
    requireNotFenced();
    world.log().commit(List.copyOf(added), deadLetters, position);
    added.clear();
    owner.call();
    if (world.chance().happens(Fault.COMMIT_ANSWER_LOST)) {
      throw new SilentException();
    }
  }

  /** Writes dead letters outside of any transaction. */
  void writeAtOnce(List<DeadLetter> deadLetters) {
    owner.call();
    world.log().commit(List.of(), deadLetters, world.log().commit());
  }

  private void requireNotFenced() {
    if (defect != Defect.NO_FENCE) {
      world.log().requireNotFenced(epoch);
    }
  }

  @Override
  public void close() {
    added.clear();
  }
}
