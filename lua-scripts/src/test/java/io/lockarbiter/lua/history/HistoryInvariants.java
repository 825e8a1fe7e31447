package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Invariants of any store at any moment, checked on its events and its state alone, without
 * knowledge of how it works.
 */
public final class HistoryInvariants {
  private static final long EVENTS_OF_EPOCH = 17_592_186_044_416L;

  private final NaivePartition partition = new NaivePartition();
  private final Map<String, Integer> verdicts = new TreeMap<>();
  private long seq;

  /** Number of times that each verdict was given, such as {@code rejected CONFLICT}. */
  public Map<String, Integer> verdicts() {
    return verdicts;
  }

  /** Checks all events that one record caused, in order. */
  public void check(LogRecord record, List<EncodedEvent> encoded) {
    partition.advanceTo(record.appendedAt());
    encoded.forEach(event -> checkForm(event, record));
    new RecordInvariants(partition, record, encoded, this::count).check();
    seq = seq == 0 ? partition.settings().get(Setting.EPOCH) * EVENTS_OF_EPOCH : seq;
  }

  private void checkForm(EncodedEvent encoded, LogRecord record) {
    Event event = EventCodec.decode(encoded.value());
    assertThat(EventCodec.encode(event)).as("bytes of %s", event).isEqualTo(encoded.value());
    seq++;
    partition.noteEvent();
    assertThat(encoded.seq()).as("seq without gap").isEqualTo(seq);
    assertThat(event.head().seq()).as("seq of %s", event).isEqualTo(seq);
    assertThat(event.head().at()).as("at of %s", event).isEqualTo(partition.at());
    assertThat(event.head().cause())
        .as("cause of %s", event)
        .isEqualTo(new Cause(HistoryGenerator.PARTITION, record.offset()));
    assertThat(encoded.type()).as("type header of %s", event).isEqualTo(event.type());
    assertThat(encoded.repeated()).as("repeated header of %s", event).isEqualTo(event.repeated());
    assertThat(encoded.account()).as("key of %s", event).isEqualTo(event.head().account());
    String lockId = event.subject() == null ? null : event.subject().lockId();
    assertThat(encoded.lockId()).as("lockId header of %s", event).isEqualTo(lockId);
  }

  /** Checks the state after the last record. */
  public void check(LogRecord last, PartitionState state) {
    assertThat(state.header().appliedOffset()).as("appliedOffset").isEqualTo(last.offset());
    assertThat(state.header().at()).as("at").isEqualTo(partition.at());
    assertThat(state.header().seq()).as("seq").isEqualTo(seq);
    assertThat(state.header().settings()).as("settings").isEqualTo(partition.settings());
    SameLists.check("granted and not released: lock", partition.held(), state.held());
    assertThat(state.held())
        .as(
            "no lock held past its lease at %d, but for those asked without a grace",
            partition.at())
        .allMatch(lock -> lock.expiresAt() > partition.at() || lock.endsAt() == partition.at());
    SameLists.check("kept alive and not over: session", partition.sessions(), state.sessions());
    assertThat(state.held())
        .as("each bound lock has a session")
        .allMatch(
            lock ->
                lock.fields().leaseMs() != 0
                    || partition.session(lock.account(), lock.fields().owner()) != null);
    SameLists.check("queued and not ended: request", partition.waiting(), state.waiting());
    QueueInvariants.checkWaiting(state);
    SameLists.check("remembered: ended id", partition.ended(), state.ended());
    SameLists.check(
        "counted in time: window",
        partition.limits().windows().all(partition.at()),
        state.windows());
    checkNoConflict(state.held());
  }

  /** None was granted though an earlier one was in its way. */
  private static void checkNoConflict(List<HeldLock> held) {
    for (HeldLock lock : held) {
      List<HeldLock> earlier =
          held.stream()
              .filter(other -> other.account().equals(lock.account()))
              .filter(other -> other.token() < lock.token())
              .toList();
      assertThat(NaiveConflicts.blockers(earlier, lock.fields()))
          .as("earlier locks in the way of the held lock %s", lock)
          .isEmpty();
    }
  }

  private void count(Event event) {
    verdicts.merge(verdict(event), 1, Integer::sum);
    if (event instanceof Rejected rejected && rejected.moreBlockers()) {
      verdicts.merge("more blockers than listed", 1, Integer::sum);
    } else if (event instanceof Rejected rejected && rejected.movedTo() != null) {
      verdicts.merge("told where its path was moved", 1, Integer::sum);
    } else if (event instanceof Granted granted && granted.waitedMs() > 0 && !event.repeated()) {
      verdicts.merge("granted after waiting", 1, Integer::sum);
    }
  }

  /** Type and reason of an event. */
  static String verdict(Event event) {
    if (event.repeated()) {
      return event.type().text() + " again";
    } else if (event instanceof Rejected rejected) {
      return "rejected " + rejected.reason();
    } else if (event instanceof Released released) {
      return "released " + released.reason();
    }
    return event.type().text();
  }
}
