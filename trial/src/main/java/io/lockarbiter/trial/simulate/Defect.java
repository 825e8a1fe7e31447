package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.DeadLetter;
import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LockStore;
import java.util.List;

/** Defects of an arbiter, each of which the simulation must detect. */
enum Defect {
  /** The arbiter without a defect. */
  NOTHING("the arbiter as it is"),
  NO_FENCE("an owner that was taken over goes on publishing"),
  FACTS_BEFORE_FENCE("what Kafka and Redis say is read before earlier owners are fenced"),
  PUBLISHED_BEFORE_COMMIT("a publication counts as committed though the commit failed"),
  POSITION_WITHOUT_EVENTS("the position is committed though the events are not"),
  EVENTS_WITHOUT_POSITION("the events are committed though the position is not"),
  OUTBOX_FORGOTTEN("a successor does not publish what was decided and not published"),
  TRIMMED_TOO_EARLY("Redis drops events when they were answered, not when they are published"),
  NO_OFFSET_CHECK("a state that lost records is fed the next ones"),
  NO_CHECK_BETWEEN_CALLS("a state that lost records between two calls of a batch is fed on"),
  STATE_AHEAD_DROPPED("records that a state knows already are decided anew"),
  TOKEN_FROM_COUNTER("tokens come from a counter that no log knows"),
  EXPIRY_BY_HOST_CLOCK("leases go by the arbiter's clock"),
  GAPS_REFUSED("a log with gaps in its offsets is taken for incomplete"),
  REBUILT_WITHOUT_WAITING("a state built from events has forgotten who waits"),
  DEAD_LETTERS_AT_ONCE("dead letters are written before the transaction");

  private final String what;

  Defect(String what) {
    this.what = what;
  }

  String what() {
    return what;
  }

  /** Returns an owner's connection to Redis with the defect. */
  LockStore store(LockStore right, SimulatedWorld world) {
    return DefectiveStore.of(this, right, world);
  }

  /** Returns an owner's publisher with the defect. */
  EventPublisher publisher(OwnerPublisher right) {
    if (this != PUBLISHED_BEFORE_COMMIT && this != DEAD_LETTERS_AT_ONCE) {
      return right;
    }
    return new EventPublisher() {
      @Override
      public void add(List<EncodedEvent> events) {
        right.add(events);
      }

      @Override
      public void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata) {
        if (Defect.this == DEAD_LETTERS_AT_ONCE) {
          right.writeAtOnce(deadLetters);
          right.commit(List.of(), nextOffset, metadata);
          return;
        }
        try {
          right.commit(deadLetters, nextOffset, metadata);
        } catch (SilentException e) {
          right.close();
        }
      }

      @Override
      public void close() {
        right.close();
      }
    };
  }
}
