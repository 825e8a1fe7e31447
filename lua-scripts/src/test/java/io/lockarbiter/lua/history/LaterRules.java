package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.HistoryOfLaterRules.EARLIER;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.LATER;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.PARTITION;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.RULES_1;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.RULES_2;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.laterWords;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.records;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests how a build of later rules reads a log, on any store: RULES.md, Settings. */
abstract class LaterRules {
  private static final List<String> LOG =
      Stream.concat(Stream.of(RULES_1), laterWords("a").stream()).toList();

  /** An empty store of a build that knows rules 1 and 2. */
  abstract LockStore later();

  @Test
  void logOfRules1_isDecidedAsTheEarlierBuildDid() {
    ReferenceLockStore earlier = new ReferenceLockStore(EARLIER.newestRules());
    List<String> events = decide(earlier, records(0, LOG, EARLIER));
    LockStore later = later();

    assertThat(decide(later, records(0, LOG, LATER))).isEqualTo(events);
    assertThat(later.state(PARTITION)).isEqualTo(earlier.state(PARTITION));
    assertThat(verdicts(events))
        .containsExactly(
            "a-copy INVALID operation",
            "a-put granted",
            "a-add INVALID targets",
            "a-del granted",
            "a-max granted",
            "a-bad granted",
            "a-none INVALID operation",
            "a-ask INVALID type");
  }

  /**
   * Rebuilds the state from the events that the earlier build published before its state was lost.
   */
  @Test
  void stateOfRules1_isBuiltFromItsEventsAndGoesOnUnderRules2() {
    ReferenceLockStore earlier = new ReferenceLockStore(EARLIER.newestRules());
    List<EncodedEvent> events =
        earlier.decide(PARTITION, FeedPosition.START, records(0, LOG, EARLIER)).events();
    PartitionHeader header = Objects.requireNonNull(earlier.header(PARTITION));
    ModelRebuild rebuild = new ModelRebuild(PARTITION, header);
    events.forEach(event -> rebuild.follow(EventCodec.decode(event.value()), event.lockReplyTo()));
    LockStore later = later();
    restore(later, rebuild.state());

    List<LogRecord> more = new ArrayList<>(records(LOG.size(), laterWords("b"), LATER));
    more.addAll(records(LOG.size() + more.size(), List.of(RULES_2), LATER));
    more.addAll(records(LOG.size() + more.size(), laterWords("c"), LATER));
    assertThat(verdicts(decide(later, more)))
        .filteredOn(verdict -> !verdict.startsWith("a-"))
        .containsExactly(
            "b-copy INVALID operation",
            "b-put granted",
            "b-add INVALID targets",
            "b-del granted",
            "b-max granted",
            "b-bad granted",
            "b-none INVALID operation",
            "b-ask INVALID type",
            "c-copy granted",
            "c-put CONFLICT null",
            "c-add granted",
            "c-del CONFLICT null",
            "c-max granted",
            "c-bad INVALID maxHoldMs",
            "c-none INVALID operation",
            "c-ask yieldRequested");
  }

  /** The rules change within a batch, whichever rules the store knew before. */
  @Test
  void oneBatch_isDecidedAsRecordByRecord() {
    List<String> log = new ArrayList<>(LOG);
    log.add(RULES_2);
    log.addAll(laterWords("b"));
    log.add(RULES_1);
    log.addAll(laterWords("c"));
    List<LogRecord> records = records(0, log, LATER);
    ReferenceLockStore byOne = new ReferenceLockStore(LATER.newestRules());
    List<String> events = new ArrayList<>();
    for (LogRecord record : records) {
      events.addAll(decide(byOne, List.of(record)));
    }
    LockStore atOnce = later();

    assertThat(decide(atOnce, records)).isEqualTo(events);
    assertThat(atOnce.state(PARTITION)).isEqualTo(byOne.state(PARTITION));
    assertThat(verdicts(events))
        .contains("a-copy INVALID operation", "b-copy granted", "c-copy granted");
  }

  @Test
  void settingsOfEarlierRules_areNotObeyed() {
    LockStore later = later();
    String back = RULES_1.replace("50", "7");

    decide(later, records(0, List.of(RULES_1, RULES_2, back), LATER));

    PartitionHeader header = Objects.requireNonNull(later.header(PARTITION));
    assertThat(header.appliedOffset()).isEqualTo(2);
    assertThat(header.at()).isEqualTo(200);
    assertThat(header.settings().get(Setting.RULES)).isEqualTo(2);
    assertThat(header.settings().get(Setting.LOCKS_PER_ACCOUNT)).isEqualTo(50);
  }

  @Test
  void settingsOfRulesThatAreNotKnown_areNotObeyed() {
    LockStore later = later();

    decide(
        later,
        records(0, List.of(RULES_1, RULES_2.replace("2}", "3,\"locksPerAccount\":7}")), LATER));

    PartitionHeader header = Objects.requireNonNull(later.header(PARTITION));
    assertThat(header.settings().get(Setting.RULES)).isEqualTo(1);
    assertThat(header.settings().get(Setting.LOCKS_PER_ACCOUNT)).isEqualTo(50);
  }

  private static void restore(LockStore store, PartitionState state) {
    StateRestore restore = store.restore(PARTITION, state);
    StateRestore.Progress progress = restore.next();
    while (progress == StateRestore.Progress.MORE) {
      progress = restore.next();
    }
    assertThat(progress).isEqualTo(StateRestore.Progress.DONE);
  }

  /** Decides from the store's present position. */
  private static List<String> decide(LockStore store, List<LogRecord> records) {
    PartitionHeader header = store.header(PARTITION);
    FeedPosition position =
        header == null
            ? FeedPosition.START
            : new FeedPosition(header.appliedOffset(), header.seq());
    return store.decide(PARTITION, position, records).events().stream()
        .map(event -> new String(event.value(), UTF_8))
        .toList();
  }

  private static List<String> verdicts(List<String> events) {
    return events.stream()
        .map(event -> EventCodec.decode(event.getBytes(UTF_8)))
        .map(event -> event.head().commandId() + " " + verdict(event))
        .toList();
  }

  private static String verdict(Event event) {
    if (event instanceof Rejected rejected) {
      return rejected.reason() + " " + rejected.field();
    }
    return event instanceof Granted ? "granted" : event.type().text();
  }
}
