package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of any store at any moment, checked on its events and its state; knows nothing
 * of how a store works.
 */
public final class HistoryInvariants {
  private final NaivePartition partition = new NaivePartition();
  private final Map<String, Integer> verdicts = new TreeMap<>();
  private long seq;

  /** How often which verdict was given, such as {@code rejected CONFLICT}. */
  public Map<String, Integer> verdicts() {
    return verdicts;
  }

  /** Checks the events that one record caused: all that it caused, in order. */
  public void check(LogRecord record, List<EncodedEvent> encoded) {
    partition.advanceTo(record.appendedAt());
    List<Event> events = new ArrayList<>();
    for (EncodedEvent event : encoded) {
      events.add(checkForm(event, record));
    }
    int expired = checkExpired(events, encoded);
    List<Event> answers = events.subList(expired, events.size());
    if (record.content() instanceof Refused refused) {
      checkInvalid(refused.refusal(), encoded.get(expired), answers);
    } else if (record.content() instanceof Valid valid
        && valid.command() instanceof AccountCommand command) {
      assertThat(answers).as("direct answers").hasSize(1);
      checkAnswer(command, answers.get(0), encoded.get(expired));
    } else {
      assertThat(answers).as("answers to what is no account's command").isEmpty();
      change(record);
    }
  }

  private void change(LogRecord record) {
    if (record.content() instanceof Valid valid
        && valid.command() instanceof SettingsChange change) {
      Settings after = change.applyTo(partition.settings());
      partition.change(after);
    }
  }

  private Event checkForm(EncodedEvent encoded, LogRecord record) {
    Event event = EventCodec.decode(encoded.value());
    assertThat(EventCodec.encode(event)).as("bytes of %s", event).isEqualTo(encoded.value());
    seq++;
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
    return event;
  }

  /** Every lease that is over ends first, in the order of the rules; answers how many did. */
  private int checkExpired(List<Event> events, List<EncodedEvent> encoded) {
    List<HeldLock> due = partition.due();
    assertThat(events)
        .as("at least one event per lease that is over")
        .hasSizeGreaterThanOrEqualTo(due.size());
    for (int i = 0; i < due.size(); i++) {
      HeldLock lock = due.get(i);
      Event event = events.get(i);
      assertThat(verdict(event)).as("first the leases that are over").isEqualTo("released EXPIRED");
      assertThat(event.head().commandId())
          .as("leases end by expiresAt, then token")
          .isEqualTo(lock.fields().lockId());
      AnswerInvariants.checkEnd((Released) event, lock, partition.at());
      checkReply(encoded.get(i), null, lock.replyTo());
      partition.fold(event, lock.replyTo());
      count(event);
    }
    return due.size();
  }

  private void checkInvalid(Refusal refusal, EncodedEvent encoded, List<Event> answers) {
    assertThat(answers).as("direct answers").hasSize(1);
    Rejected rejected = (Rejected) answers.get(0);
    assertThat(rejected.reason()).isEqualTo(RejectReason.INVALID);
    assertThat(rejected.subject()).isNull();
    assertThat(rejected.field()).isEqualTo(refusal.field());
    assertThat(rejected.message()).isEqualTo(refusal.message());
    checkReply(encoded, refusal.replyTo(), null);
    count(rejected);
  }

  private void checkAnswer(AccountCommand command, Event event, EncodedEvent encoded) {
    assertThat(event.head().commandId()).as("%s", event).isEqualTo(command.commandId());
    assertThat(event.head().account()).as("%s", event).isEqualTo(command.account());
    assertThat(verdict(event))
        .as("answer to %s: %s", command, event)
        .isEqualTo(new NaiveVerdicts(partition).expected(command));
    new AnswerInvariants(partition, command).check(event);
    String lockReplyTo = partition.lockReplyTo(command, event);
    checkReply(encoded, command.replyTo(), lockReplyTo);
    if (!event.repeated()) {
      partition.fold(event, lockReplyTo);
    }
    count(event);
  }

  private static void checkReply(
      EncodedEvent event, @Nullable String replyTo, @Nullable String lockReplyTo) {
    assertThat(event.replyTo()).as("replyTo header of event %d", event.seq()).isEqualTo(replyTo);
    assertThat(event.lockReplyTo())
        .as("lockReplyTo header of event %d", event.seq())
        .isEqualTo(lockReplyTo);
  }

  /** Checks the state after the last record. */
  public void check(LogRecord last, PartitionState state) {
    assertThat(state.header().appliedOffset()).as("appliedOffset").isEqualTo(last.offset());
    assertThat(state.header().at()).as("at").isEqualTo(partition.at());
    assertThat(state.header().seq()).as("seq").isEqualTo(seq);
    assertThat(state.header().settings()).as("settings").isEqualTo(partition.settings());
    SameLists.check("granted and not released: lock", partition.held(), state.held());
    assertThat(state.held())
        .as("no lock held past its lease at %d", partition.at())
        .allMatch(lock -> lock.expiresAt() > partition.at());
    SameLists.check("remembered: ended id", partition.ended(), state.ended());
    SameLists.check("acquires in the window: sub-account", partition.rates(), state.rates());
    checkNoConflict(state.held());
  }

  private static void checkNoConflict(List<HeldLock> held) {
    for (HeldLock lock : held) {
      List<HeldLock> sameAccount =
          held.stream().filter(other -> other.account().equals(lock.account())).toList();
      assertThat(NaiveConflicts.blockers(sameAccount, lock.fields()))
          .as("held locks that conflict with the held lock %s", lock)
          .isEmpty();
    }
  }

  private void count(Event event) {
    verdicts.merge(verdict(event), 1, Integer::sum);
    if (event instanceof Rejected rejected && rejected.moreBlockers()) {
      verdicts.merge("more blockers than listed", 1, Integer::sum);
    }
  }

  private static String verdict(Event event) {
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
