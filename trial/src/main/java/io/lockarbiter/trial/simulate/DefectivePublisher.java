package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A publisher that is used or built incorrectly. */
final class DefectivePublisher implements EventPublisher {
  private final Defect defect;
  private final OwnerPublisher right;
  private final Owner owner;
  private final SimulatedWorld world;
  private @Nullable CommitMetadata last;

  private DefectivePublisher(
      Defect defect, OwnerPublisher right, Owner owner, SimulatedWorld world) {
    this.defect = defect;
    this.right = right;
    this.owner = owner;
    this.world = world;
  }

  static EventPublisher of(Defect defect, OwnerPublisher right, Owner owner, SimulatedWorld world) {
    return defect == Defect.NOTHING ? right : new DefectivePublisher(defect, right, owner, world);
  }

  @Override
  public void add(List<EncodedEvent> events) {
    right.add(events);
  }

  @Override
  public void drop() {
    right.drop();
  }

  @Override
  public void commit() {
    try {
      right.commit();
    } catch (SilentException e) {
      forget(e);
    }
  }

  @Override
  public void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata) {
    boolean isPositionAlone = !right.hasEvents() && deadLetters.isEmpty();
    CommitMetadata before = last;
    last = metadata;
    switch (defect) {
      case POSITION_NEVER_FOLLOWS -> {
        if (!isPositionAlone) {
          right.commit(deadLetters, nextOffset, metadata);
        }
      }
      case LEAVES_WITHOUT_POSITION -> {
        if (!isPositionAlone || !owner.isLeaving()) {
          right.commit(deadLetters, nextOffset, metadata);
        }
      }
      case LEAVES_UNSETTLED ->
          right.commit(
              deadLetters,
              nextOffset,
              isPositionAlone && owner.isLeaving() && before != null ? before : metadata);
      case SETTINGS_WITHOUT_POSITION -> {
        if (right.hasEvents() && deadLetters.isEmpty() && changesSettings(metadata)) {
          right.commit();
        } else {
          right.commit(deadLetters, nextOffset, metadata);
        }
      }
      case DEAD_LETTERS_AT_ONCE -> {
        right.writeAtOnce(deadLetters);
        right.commit(List.of(), nextOffset, metadata);
      }
      default -> {
        try {
          right.commit(deadLetters, nextOffset, metadata);
        } catch (SilentException e) {
          forget(e);
        }
      }
    }
  }

  private boolean changesSettings(CommitMetadata metadata) {
    CommitMetadata committed = world.log().committed();
    return committed != null && !committed.state().settings().equals(metadata.state().settings());
  }

  private void forget(SilentException failure) {
    if (defect != Defect.PUBLISHED_BEFORE_COMMIT) {
      throw failure;
    }
    right.close();
  }

  @Override
  public void close() {
    right.close();
  }
}
