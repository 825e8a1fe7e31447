package io.lockarbiter.audit.verify;

import static io.lockarbiter.lua.history.HistoryOfLaterRules.ACCOUNT;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.EARLIER;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.LATER;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.PARTITION;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.RULES_1;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.RULES_2;
import static io.lockarbiter.lua.history.HistoryOfLaterRules.laterWords;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.testing.MemoryHistory.Begins;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.audit.verify.Verification.Threads;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.codec.Vocabulary;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** An audit that knows later rules judges each command by those in force at it. */
class LaterRulesTest {
  private final List<AuditRecord> commands = new ArrayList<>();
  private final List<AuditRecord> events = new ArrayList<>();

  @Test
  void logOfRules1_isCleanToALaterBuild() {
    record(EARLIER, RULES_1, laterWords("a"));

    assertThat(violations(whole(), LATER)).isEmpty();
  }

  /** The history is clean only because the words depend on the rules. */
  @Test
  void wordsThatHangOnNoRules_makeALogOfRules1Wrong() {
    record(EARLIER, RULES_1, laterWords("a"));

    assertThat(violations(whole(), LATER.with(Operation.COPY, 1))).isNotEmpty();
    assertThat(violations(whole(), LATER.with(Mode.ADD, 1))).isNotEmpty();
    assertThat(violations(whole(), LATER.withField("maxHoldMs", 1))).isNotEmpty();
  }

  @Test
  void logThatGoesOverToRules2AndIsToldToGoBack_isClean() {
    List<String> values = new ArrayList<>(laterWords("a"));
    values.add(RULES_2);
    values.addAll(laterWords("b"));
    values.add(RULES_1);
    values.addAll(laterWords("c"));
    record(LATER, RULES_1, values);

    assertThat(violations(whole(), LATER)).isEmpty();
  }

  /** The answers show which rules are in force. */
  @Test
  void logWhoseSettingsRetentionHasRemoved_isJudgedByTheAnswers() {
    record(LATER, RULES_1, laterWords("a"));
    assertThat(violations(cut(1), LATER)).isEmpty();

    commands.clear();
    events.clear();
    record(LATER, RULES_2.replace("}", ",\"partitions\":1}"), laterWords("a"));
    assertThat(violations(cut(1), LATER)).isEmpty();
  }

  /** If rules 2 are in force, the record is not obeyed; which ones are, retention has removed. */
  @Test
  void settingsThatNameEarlierRules_doNotTellThoseOfACutLog() {
    List<String> values = new ArrayList<>(List.of(RULES_1));
    values.addAll(laterWords("a"));
    record(LATER, RULES_2.replace("}", ",\"partitions\":1}"), values);
    assertThat(violations(cut(1), LATER)).isEmpty();

    commands.clear();
    events.clear();
    record(LATER, RULES_1.replace("}", ",\"partitions\":1}"), values);
    assertThat(violations(cut(1), LATER)).isEmpty();
  }

  /** The model would let the second upload pass if it believed that they are in force. */
  @Test
  void settingsThatNameEarlierRules_areNoneThatTheModelDecidesBy() {
    HistoryRecorder recorder = new HistoryRecorder(PARTITION, commands::add, events::add, LATER);
    recorder.append(0, 0, settings(LATER.newestRules(), 1));
    recorder.append(1, 1, CutLog.acquire("a", "/a", 30_000));
    recorder.append(2, 2, settings(LATER.newestRules() - 1, 100));
    recorder.append(3, 3, CutLog.acquire("b", "/b", 30_000));
    recorder.append(4, 1_000_000, new Tick());
    recorder.append(5, 2_000_000, CutLog.acquire("c", "/c", 30_000));
    recorder.append(6, 2_000_001, CutLog.acquire("d", "/d", 30_000));

    assertThat(EventCodec.decode(Objects.requireNonNull(events.get(events.size() - 1).value())))
        .isInstanceOfSatisfying(
            Rejected.class, last -> assertThat(last.reason()).isEqualTo(RejectReason.RATE_LIMITED));
    assertThat(violations(whole(), LATER)).isEmpty();
    assertThat(violations(cut(1), LATER)).isEmpty();
  }

  private static SettingsChange settings(int rules, int acquiresPerWindow) {
    return SettingsChange.to(
        Settings.DEFAULT
            .with(Setting.RULES, rules)
            .with(Setting.PARTITIONS, 1)
            .with(Setting.ACQUIRES_PER_WINDOW, acquiresPerWindow));
  }

  private void record(Vocabulary vocabulary, String settings, List<String> values) {
    HistoryRecorder recorder =
        new HistoryRecorder(PARTITION, commands::add, events::add, vocabulary);
    recorder.append(0, 0, 0, null, settings.getBytes(UTF_8));
    long offset = 1;
    for (String value : values) {
      byte[] key = value.contains("\"account\"") ? ACCOUNT.getBytes(UTF_8) : null;
      recorder.append(offset, 100 * offset, 0, key, value.getBytes(UTF_8));
      offset++;
    }
  }

  private PartitionHistory whole() {
    return new MemoryHistory(PARTITION, commands, events);
  }

  private PartitionHistory cut(int begin) {
    return new MemoryHistory(
        PARTITION, 1, commands.subList(begin, commands.size()), events, new Begins(begin, 0));
  }

  private static List<?> violations(PartitionHistory history, Vocabulary vocabulary) {
    return new Verification(Scope.ALL, EnumSet.allOf(Check.class), Threads.ONE, vocabulary)
        .run(history, step -> {}, bytes -> true)
        .violations();
  }
}
