package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.ByRules;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each word is valid from its version of the rules on: RULES.md, Settings. */
class VocabularyTest {
  private static final Vocabulary THREE = Vocabulary.OF_THIS_BUILD.upTo(3);

  @Test
  void commandOfWordsThatAllRulesHave_isTheSameUnderAll() {
    DecodedCommand upload = decode(CommandText.acquire(), THREE.with(Operation.COPY, 2));

    assertThat(upload).isInstanceOf(Valid.class);
    assertThat(upload.under(1)).isSameAs(upload.under(3));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CUSTOM", "UNKNOWN"})
  void operation_isUnknownBeforeItsRules(Operation operation) {
    CommandText text = CommandText.acquire().with("operation", "'" + operation + "'");
    CommandText whole = operation.hasDestination() ? text.with("destination", "'/archive'") : text;
    DecodedCommand decoded = decode(whole, THREE.with(operation, 3));

    assertThat(decoded.under(2)).isEqualTo(decoded.under(1));
    assertThat(field(decoded.under(2))).isEqualTo("operation");
    assertThat(message(decoded.under(2)))
        .startsWith("operation is " + operation + ", expected one of ")
        .satisfies(message -> assertThat(message.split("\\W+")).containsOnlyOnce(operation.name()));
    assertThat(decoded.under(3))
        .isEqualTo(decode(whole, Vocabulary.OF_THIS_BUILD).under(Settings.NEWEST_RULES));
  }

  @Test
  void modeAndType_areUnknownBeforeTheirRules() {
    DecodedCommand custom = decode(CommandText.custom(), THREE.with(Mode.READ, 2));
    DecodedCommand asked = decode(CommandText.yieldRequest(), THREE.with(CommandType.YIELD, 2));

    assertThat(field(custom.under(1))).isEqualTo("targets");
    assertThat(field(asked.under(1))).isEqualTo("type");
    assertThat(message(asked.under(1))).doesNotContain("forceRelease, yield");
    assertThat(custom.under(2)).isInstanceOf(Valid.class);
    assertThat(asked.under(2)).isInstanceOf(Valid.class);
  }

  /**
   * The arbiters of that version did not know the field, so they ignored it, however wrong it was.
   */
  @Test
  void field_isIgnoredBeforeItsRules() {
    Vocabulary vocabulary = THREE.withField("maxHoldMs", 2);
    DecodedCommand wrong = decode(CommandText.acquire().with("maxHoldMs", "'x'"), vocabulary);
    DecodedCommand right = decode(CommandText.acquire().with("maxHoldMs", "2000"), vocabulary);

    assertThat(wrong.under(1)).isEqualTo(decode(CommandText.acquire(), vocabulary));
    assertThat(right.under(1)).isEqualTo(wrong.under(1));
    assertThat(field(wrong.under(2))).isEqualTo("maxHoldMs");
    assertThat(right.under(2)).isInstanceOf(Valid.class).isNotEqualTo(right.under(1));
  }

  @Test
  void wordsOfSeveralRules_countOneAfterTheOther() {
    Vocabulary vocabulary = THREE.with(Operation.COPY, 2).withField("maxHoldMs", 3);
    DecodedCommand copy =
        decode(CommandText.move().with("operation", "'COPY'").with("maxHoldMs", "1"), vocabulary);

    assertThat(copy).isInstanceOf(ByRules.class);
    assertThat(field(copy.under(1))).isEqualTo("operation");
    assertThat(copy.under(2)).isInstanceOf(Valid.class);
    assertThat(field(copy.under(3))).isEqualTo("maxHoldMs");
    assertThat(copy.account()).isEqualTo("acme");
    assertThat(copy.commandId()).isEqualTo("c1");
  }

  /** The message lists the words that existed under those rules. */
  @Test
  void wordThatNobodyKnows_isRefusedAsItWas() {
    CommandText nonsense = CommandText.acquire().with("operation", "'FLY'");
    DecodedCommand decoded = decode(nonsense, THREE.with(Operation.COPY, 2));

    assertThat(message(decoded.under(1))).doesNotContain("COPY");
    assertThat(message(decoded.under(2))).contains("COPY");
  }

  @Test
  void everyWordOfThisBuild_existsUnderRulesThatItKnows() {
    assertThat(Operation.known()).extracting(Operation::sinceRules).allMatch(Settings::knowsRules);
    assertThat(Mode.known()).extracting(Mode::sinceRules).allMatch(Settings::knowsRules);
    assertThat(CommandType.OF_ACCOUNTS)
        .extracting(CommandType::sinceRules)
        .allMatch(Settings::knowsRules);
    assertThat(AccountCommandReader.FIELDS.values()).allMatch(Settings::knowsRules);
    assertThat(AccountCommandReader.ORDER).containsAll(AccountCommandReader.FIELDS.keySet());
  }

  private static DecodedCommand decode(CommandText text, Vocabulary vocabulary) {
    return CommandCodec.decode("acme".getBytes(UTF_8), text.toString().getBytes(UTF_8), vocabulary);
  }

  private static String field(DecodedCommand decoded) {
    return ((Refused) decoded).refusal().field();
  }

  private static String message(DecodedCommand decoded) {
    return ((Refused) decoded).refusal().message();
  }
}
