package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** An owner's transactions on the simulated log. */
final class OwnerPublisher implements EventPublisher {
  private final Owner owner;
  private final SimulatedWorld world;
  private final Defect defect;
  private final int epoch;
  private final LongSupplier endOfBatch;
  private final List<EncodedEvent> added = new ArrayList<>();
  private boolean hasFailed;

  /**
   * A publisher.
   *
   * @param endOfBatch the offset behind the batch whose decisions are committed; 0 without one
   */
  OwnerPublisher(
      Owner owner, SimulatedWorld world, Defect defect, int epoch, LongSupplier endOfBatch) {
    this.owner = owner;
    this.world = world;
    this.defect = defect;
    this.epoch = epoch;
    this.endOfBatch = endOfBatch;
  }

  @Override
  public void add(List<EncodedEvent> events) {
    owner.call();
    added.addAll(events);
  }

  /** Says whether events were added to the present transaction. */
  boolean hasEvents() {
    return !added.isEmpty();
  }

  /**
   * Says whether it could commit the position: its owner lives, it is not fenced, and no call of it
   * has failed.
   */
  boolean isGood() {
    return !owner.isGone() && !hasFailed && !isFenced();
  }

  boolean isFenced() {
    return world.log().isFenced(epoch);
  }

  @Override
  public void drop() {
    hasFailed = true; // until it has succeeded
    owner.call();
    if (world.chance().happens(Fault.KAFKA_SILENT)) {
      throw new SilentException();
    }
    added.clear();
    hasFailed = false;
  }

  @Override
  public void commit() {
    if (added.isEmpty()) {
      throw world.judge().violated("a transaction has neither events nor the position");
    }
    commit(List.of(), null);
  }

  @Override
  public void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata) {
    commit(
        deadLetters,
        defect == Defect.DEAD_LETTERS_WITHOUT_POSITION && !deadLetters.isEmpty()
            ? null
            : new Commit.Known(nextOffset, metadata));
  }

  private void commit(List<DeadLetter> deadLetters, @Nullable Commit position) {
    hasFailed = true; // until it has succeeded
    owner.call();
    if (world.chance().happens(Fault.KAFKA_SILENT)) {
      if (defect == Defect.POSITION_WITHOUT_EVENTS && position != null) {
        requireNotFenced();
        world.log().commit(List.of(), List.of(), position);
      }
      throw new SilentException();
    }
    requireNotFenced();
    world
        .log()
        .commit(
            List.copyOf(added), deadLetters, position == null ? world.log().commit() : position);
    if (!added.isEmpty()) {
      world.log().done(endOfBatch.getAsLong());
    }
    added.clear();
    owner.call();
    if (world.chance().happens(Fault.COMMIT_ANSWER_LOST)) {
      throw new SilentException();
    }
    hasFailed = false;
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
