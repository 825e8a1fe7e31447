package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.EventPublisher;
import io.lockarbiter.lua.store.LockStore;

/** Defects of an arbiter, each of which the simulation must detect. */
enum Defect {
  /** The arbiter without a defect. */
  NOTHING("the arbiter as it is"),
  NO_FENCE("an owner that was taken over goes on publishing"),
  FACTS_BEFORE_FENCE("what Kafka and Redis say is read before earlier owners are fenced"),
  PUBLISHED_BEFORE_COMMIT("a publication counts as committed though the commit failed"),
  POSITION_WITHOUT_EVENTS("the position is committed though the events are not"),
  DEAD_LETTERS_WITHOUT_POSITION("dead letters are committed though the position is not"),
  POSITION_NEVER_FOLLOWS("the position stays behind the events when nothing comes"),
  LEAVES_WITHOUT_POSITION("an owner that leaves does not commit the position"),
  LEAVES_UNSETTLED("an owner that leaves commits the position of the batch before the last"),
  SETTINGS_WITHOUT_POSITION("settings are changed though the position is not committed"),
  FACTS_NOT_CHECKED("facts count though another owner has committed while they were read"),
  GAP_BELIEVED("events that are missing behind the position are taken for published"),
  LOSS_AMID_BELIEVED("an event that is lost amid those behind the position is not missed"),
  LATER_EVENTS_UNUSED("what is behind the position is never built from events"),
  STRANGER_BELIEVED("events behind the position are not compared with what was decided"),
  LOST_EVENTS_BELIEVED("events that Redis knows to be published are not missed in the log"),
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
  EventPublisher publisher(OwnerPublisher right, Owner owner, SimulatedWorld world) {
    return DefectivePublisher.of(this, right, owner, world);
  }
}
