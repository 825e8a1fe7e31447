package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Decoding of ticks and settings: they have no key, and are dead if anything is wrong with them.
 */
class ArbiterCommandTest {
  private static DecodedCommand decode(String json) {
    return CommandCodec.decode(null, json.replace('\'', '"').getBytes(UTF_8));
  }

  private static void assertDead(String json, String why) {
    assertThat(decode(json)).isEqualTo(new DecodedCommand.Dead(why));
  }

  @Test
  void tick_isValid() {
    assertThat(decode("{'type':'tick'}")).isEqualTo(new DecodedCommand.Valid(new Tick()));
    assertThat(decode("{'v':1,'type':'tick','account':'acme','rules':'x'}"))
        .isEqualTo(new DecodedCommand.Valid(new Tick()));
  }

  @Test
  void settings_areValid() {
    String json =
        Stream.of(Setting.values())
            .map(setting -> "'%s':%d".formatted(setting.text(), setting.byDefault()))
            .collect(Collectors.joining(",", "{'type':'settings',", "}"));
    assertThat(decode(json))
        .isEqualTo(new DecodedCommand.Valid(SettingsChange.to(Settings.DEFAULT)));
  }

  @Test
  void missingSettings_stayAsTheyAre() {
    SettingsChange change =
        SettingsChange.NOTHING
            .with(Setting.ACQUIRES_PER_WINDOW, 5)
            .with(Setting.REPEAT_WINDOW_MS, 0);
    assertThat(decode("{'type':'settings','acquiresPerWindow':5,'repeatMs':0,'windowMs':null}"))
        .isEqualTo(new DecodedCommand.Valid(change));
    assertThat(change.applyTo(Settings.DEFAULT))
        .isEqualTo(
            Settings.DEFAULT
                .with(Setting.ACQUIRES_PER_WINDOW, 5)
                .with(Setting.REPEAT_WINDOW_MS, 0));
    assertThat(decode("{'type':'settings'}"))
        .isEqualTo(new DecodedCommand.Valid(SettingsChange.NOTHING));
  }

  @Test
  void rulesToCome_areReadable() {
    assertThat(decode("{'type':'settings','rules':2147483647}"))
        .isInstanceOf(DecodedCommand.Valid.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rules",
        "partitions",
        "locksPerSubAccount",
        "locksPerAccount",
        "waitersPerAccount",
        "waitersPerSubAccount",
        "windowMs",
        "endingsPerAccount",
        "bytesPerSubAccount",
        "bytesPerAccount",
        "bytesPerPartition"
      })
  void settingsThatMustBePositive_areDeadAtZero(String name) {
    String unit = name.endsWith("Ms") ? " ms" : "";
    assertDead(
        "{'type':'settings','" + name + "':0}",
        "the settings record: " + name + " is 0, allowed are 1 to 2147483647" + unit);
    assertThat(decode("{'type':'settings','" + name + "':1}"))
        .isInstanceOf(DecodedCommand.Valid.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acquiresPerWindow", "accountAcquiresPerWindow", "repeatMs"})
  void settingsThatMayBeZero_areDeadBelow(String name) {
    String unit = name.endsWith("Ms") ? " ms" : "";
    assertDead(
        "{'type':'settings','" + name + "':-1}",
        "the settings record: " + name + " is -1, allowed are 0 to 2147483647" + unit);
    assertThat(decode("{'type':'settings','" + name + "':0}"))
        .isInstanceOf(DecodedCommand.Valid.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          2147483648 | partitions is 2147483648, allowed are 1 to 2147483647
          12.0       | partitions is a number with fraction or exponent, expected an integer
          '12'       | partitions is a string, expected an integer
          true       | partitions is true, expected an integer
          """)
  void badNumber_isDead(String json, String problem) {
    assertDead("{'type':'settings','partitions':" + json + "}", "the settings record: " + problem);
  }

  @Test
  void recordWithKey_isDead() {
    byte[] tick = "{\"type\":\"tick\"}".getBytes(UTF_8);
    assertThat(CommandCodec.decode("acme".getBytes(UTF_8), tick))
        .isEqualTo(
            new DecodedCommand.Dead("the tick record: the key has 4 bytes, expected no key"));
    assertThat(CommandCodec.decode(new byte[0], tick))
        .isEqualTo(
            new DecodedCommand.Dead("the tick record: the key has 0 bytes, expected no key"));
  }

  @Test
  void otherVersion_isDead() {
    assertDead("{'v':2,'type':'tick'}", "the tick record: v is 2, expected 1");
    assertDead("{'v':2,'type':'settings'}", "the settings record: v is 2, expected 1");
  }

  @Test
  void duplicateKey_isDead() {
    assertDead(
        "{'type':'settings','rules':1,'rules':1}", "the settings record: a field is given twice");
    assertDead(
        "{'type':'tick','x':{'y':1,'y':1}}", "the tick record: a field has a duplicate key inside");
  }
}
