package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.ByRules;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each word is valid from its version of the rules on: RULES.md, Settings. */
class VocabularyTest {
  /** The rules of this build, and two later versions that only this test has. */
  private static final int NOW = Settings.NEWEST_RULES;

  private static final int NEXT = NOW + 1;
  private static final int LAST = NOW + 2;

  private static final Vocabulary LATER = Vocabulary.OF_THIS_BUILD.upTo(LAST);

  @Test
  void commandOfWordsThatAllRulesHave_isTheSameUnderAll() {
    DecodedCommand upload = decode(CommandText.acquire(), LATER.with(Operation.COPY, NEXT));

    assertThat(upload).isInstanceOf(Valid.class);
    assertThat(upload.under(reading(NOW))).isSameAs(upload.under(reading(LAST)));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CUSTOM", "UNKNOWN"})
  void operation_isUnknownBeforeItsRules(Operation operation) {
    CommandText text = CommandText.acquire().with("operation", "'" + operation + "'");
    CommandText whole = operation.hasDestination() ? text.with("destination", "'/archive'") : text;
    DecodedCommand decoded = decode(whole, LATER.with(operation, LAST));

    assertThat(decoded.under(reading(NEXT))).isEqualTo(decoded.under(reading(NOW)));
    assertThat(field(decoded.under(reading(NEXT)))).isEqualTo("operation");
    assertThat(message(decoded.under(reading(NEXT))))
        .startsWith("operation is " + operation + ", expected one of ")
        .satisfies(message -> assertThat(message.split("\\W+")).containsOnlyOnce(operation.name()));
    assertThat(decoded.under(reading(LAST)))
        .isEqualTo(
            decode(whole, Vocabulary.OF_THIS_BUILD)
                .under(Reading.allowingAll(Settings.NEWEST_RULES)));
  }

  @Test
  void modeAndType_areUnknownBeforeTheirRules() {
    DecodedCommand custom = decode(CommandText.custom(), LATER.with(Mode.READ, NEXT));
    DecodedCommand asked = decode(CommandText.yieldRequest(), LATER.with(CommandType.YIELD, NEXT));

    assertThat(field(custom.under(reading(NOW)))).isEqualTo("targets");
    assertThat(field(asked.under(reading(NOW)))).isEqualTo("type");
    assertThat(message(asked.under(reading(NOW)))).doesNotContain("forceRelease, yield");
    assertThat(custom.under(reading(NEXT))).isInstanceOf(Valid.class);
    assertThat(asked.under(reading(NEXT))).isInstanceOf(Valid.class);
  }

  /**
   * The arbiters of that version did not know the field, so they ignored it, however wrong it was.
   */
  @Test
  void field_isIgnoredBeforeItsRules() {
    Vocabulary vocabulary = LATER.withField("maxHoldMs", NEXT);
    DecodedCommand wrong = decode(CommandText.acquire().with("maxHoldMs", "'x'"), vocabulary);
    DecodedCommand right = decode(CommandText.acquire().with("maxHoldMs", "2000"), vocabulary);

    assertThat(wrong.under(reading(NOW))).isEqualTo(decode(CommandText.acquire(), vocabulary));
    assertThat(right.under(reading(NOW))).isEqualTo(wrong.under(reading(NOW)));
    assertThat(field(wrong.under(reading(NEXT)))).isEqualTo("maxHoldMs");
    assertThat(right.under(reading(NEXT)))
        .isInstanceOf(Valid.class)
        .isNotEqualTo(right.under(reading(NOW)));
  }

  @Test
  void wordsOfSeveralRules_countOneAfterTheOther() {
    Vocabulary vocabulary = LATER.with(Operation.COPY, NEXT).withField("maxHoldMs", LAST);
    DecodedCommand copy =
        decode(CommandText.move().with("operation", "'COPY'").with("maxHoldMs", "1"), vocabulary);

    assertThat(copy).isInstanceOf(ByRules.class);
    assertThat(field(copy.under(reading(NOW)))).isEqualTo("operation");
    assertThat(copy.under(reading(NEXT))).isInstanceOf(Valid.class);
    assertThat(field(copy.under(reading(LAST)))).isEqualTo("maxHoldMs");
    assertThat(copy.account()).isEqualTo("acme");
    assertThat(copy.commandId()).isEqualTo("c1");
  }

  /** The message lists the words that existed under those rules. */
  @Test
  void wordThatNobodyKnows_isRefusedAsItWas() {
    CommandText nonsense = CommandText.acquire().with("operation", "'FLY'");
    DecodedCommand decoded = decode(nonsense, LATER.with(Operation.COPY, NEXT));

    assertThat(message(decoded.under(reading(NOW)))).doesNotContain("COPY");
    assertThat(message(decoded.under(reading(NEXT)))).contains("COPY");
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

  private static Reading reading(int rules) {
    return Reading.allowingAll(rules);
  }
}
