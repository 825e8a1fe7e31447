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
  private final World world;
  private final Broken broken;
  private final int epoch;
  private final List<EncodedEvent> added = new ArrayList<>();

  OwnerPublisher(Owner owner, World world, Broken broken, int epoch) {
    this.owner = owner;
    this.world = world;
    this.broken = broken;
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
      if (broken == Broken.POSITION_WITHOUT_EVENTS) {
        requireNotFenced();
        world.log().commit(List.of(), List.of(), position);
      } else if (broken == Broken.EVENTS_WITHOUT_POSITION) {
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

  /** Outside of any transaction. */
  void writeAtOnce(List<DeadLetter> deadLetters) {
    owner.call();
    world.log().commit(List.of(), deadLetters, world.log().commit());
  }

  private void requireNotFenced() {
    if (broken != Broken.NO_FENCE) {
      world.log().requireNotFenced(epoch);
    }
  }

  @Override
  public void close() {
    added.clear();
  }
}
