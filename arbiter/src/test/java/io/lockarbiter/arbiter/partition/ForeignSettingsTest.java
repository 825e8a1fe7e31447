package io.lockarbiter.arbiter.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ForeignSettingsTest {
  private static final int PARTITION = 2;
  private static final byte[] VALUE = "as received".getBytes(UTF_8);
  private static final DeadLetter UNREADABLE = new DeadLetter(5, null, new byte[0], "no JSON");

  private static final int UNKNOWN = Settings.NEWEST_RULES + 1;

  private final SettingsMeters meters = new SettingsMeters();
  private long nanos;
  private final ForeignSettings foreign =
      new ForeignSettings(
          PARTITION,
          new PartitionServices(
              new ReferenceLockStore(),
              meters,
              new PartitionStatuses(),
              (partition, command) -> new CompletableFuture<>(),
              Runnable::run,
              Settings.DEFAULT,
              () -> nanos,
              new RepairCall("test", ""),
              ModelRebuild::new));

  @Test
  void otherRulesOrPartitions_becomeDeadLettersInTheOrderOfOffsets() {
    Batch batch = batch(partitions(3), rules(1), rules(UNKNOWN), partitions(5));

    List<DeadLetter> letters = foreign.deadLetters(batch, partitions(3).applyTo(Settings.INITIAL));

    assertThat(letters).extracting(DeadLetter::offset).containsExactly(2L, 3L, 5L);
    assertThat(letters)
        .extracting(DeadLetter::why)
        .containsExactly(
            "the settings record: rules=%d, expected rules=%s"
                .formatted(UNKNOWN, Settings.knownRules()),
            "the settings record: partitions=5, expected partitions=3",
            "no JSON");
    assertThat(letters.get(0).value()).isEqualTo(VALUE);
    assertThat(meters.refused).isEqualTo(2);
  }

  /** The version of a log never goes down. */
  @Test
  void lowerRulesThanThoseInForce_becomeADeadLetter() {
    Settings inForce = Settings.DEFAULT.with(Setting.RULES, UNKNOWN);

    List<DeadLetter> letters = foreign.deadLetters(batch(rules(UNKNOWN - 1)), inForce);

    assertThat(letters)
        .extracting(DeadLetter::why)
        .containsExactly(
            "the settings record: rules=%d, expected rules=%d".formatted(UNKNOWN - 1, UNKNOWN),
            "no JSON");
  }

  @Test
  void settingsThatAreObeyed_areNoDeadLetters(CapturedOutput output) {
    Batch batch = batch(partitions(12), rules(Settings.NEWEST_RULES), SettingsChange.NOTHING);

    assertThat(foreign.deadLetters(batch, Settings.DEFAULT)).containsExactly(UNREADABLE);
    assertThat(meters.refused).isZero();
    assertThat(output).isEmpty();
  }

  @Test
  void fedAgainToAStateThatKnowsThem_theSameBecomeDeadLetters() {
    ReferenceLockStore store = new ReferenceLockStore();
    Batch batch = batch(partitions(2), partitions(5), partitions(3), rules(UNKNOWN));
    Outcome.Applied first = store.decide(PARTITION, FeedPosition.START, batch.records()).applied();
    List<DeadLetter> before = foreign.deadLetters(batch, first.header().settings());
    Outcome.Applied again = store.decide(PARTITION, FeedPosition.START, batch.records()).applied();

    assertThat(foreign.deadLetters(batch, again.header().settings())).isEqualTo(before);
    assertThat(before).extracting(DeadLetter::offset).containsExactly(0L, 2L, 3L, 5L);
  }

  /** All but that is obeyed, and the arbiter itself sends it. */
  @Test
  void recordThatIsToLeaveCaseOutOverLocks_isNoDeadLetter(CapturedOutput output) {
    Settings untold = Settings.DEFAULT.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE);
    SettingsChange change = SettingsChange.to(untold.with(Setting.NAMES_WITHOUT_CASE, 1));

    assertThat(foreign.deadLetters(batch(change, change), untold)).containsExactly(UNREADABLE);
    assertThat(output).isEmpty();
  }

  @Test
  void flood_saysOneLineAMinuteWithTheRemedy(CapturedOutput output) {
    Batch batch = batch(partitions(5));
    foreign.deadLetters(batch, Settings.DEFAULT);
    nanos += Duration.ofSeconds(59).toNanos();
    foreign.deadLetters(batch, Settings.DEFAULT);
    assertThat(output.getOut().lines().filter(line -> line.contains("WARN"))).hasSize(1);
    assertThat(output)
        .contains(
            "partition=2 offset=0: the settings record: partitions=5, expected partitions=12",
            "Fix: kafka-acls.sh");

    nanos += Duration.ofSeconds(1).toNanos();
    foreign.deadLetters(batch, Settings.DEFAULT);

    assertThat(output.getOut().lines().filter(line -> line.contains("WARN"))).hasSize(2);
    assertThat(meters.refused).isEqualTo(3);
  }

  /** A batch with the changes at offsets 0, 1, 2 …, and an unreadable record at 5. */
  private static Batch batch(SettingsChange... changes) {
    List<ReceivedSettings> settings =
        IntStream.range(0, changes.length)
            .mapToObj(offset -> new ReceivedSettings(offset, VALUE, changes[offset]))
            .toList();
    List<LogRecord> records =
        settings.stream()
            .map(one -> new LogRecord(one.offset(), 1, 0, new DecodedCommand.Valid(one.change())))
            .toList();
    return new Batch(records, List.of(UNREADABLE), settings);
  }

  private static SettingsChange partitions(int number) {
    return SettingsChange.NOTHING.with(Setting.PARTITIONS, number);
  }

  private static SettingsChange rules(int version) {
    return SettingsChange.NOTHING.with(Setting.RULES, version);
  }
}
