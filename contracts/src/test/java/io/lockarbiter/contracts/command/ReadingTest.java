package io.lockarbiter.contracts.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadingTest {
  private static final Reading PLAIN = Reading.INITIAL;
  private static final Reading WITHOUT_CASE = new Reading(1, true, false, true);
  private static final Reading WITHOUT_BACKSLASH = new Reading(1, false, true, true);
  private static final Reading REMEMBERING = Reading.allowingAll(1);

  @Test
  void plainReading_isTheCommandAsItIs() {
    DecodedCommand command = decoded("\"operation\":\"UPLOAD\",\"path\":\"/Docs\\\\Plan\"");

    assertThat(command.under(PLAIN)).isSameAs(command);
  }

  @Test
  void pathsWithoutCase_areEqualAndShownAsSent() {
    Acquire move =
        acquire(
            decoded("\"operation\":\"MOVE\",\"path\":\"/Docs\",\"destination\":\"/Old/Docs\"")
                .under(WITHOUT_CASE));

    assertThat(move.fields().isWithoutCase()).isTrue();
    assertThat(move.fields().path())
        .isEqualTo(LockPath.of("/dOCS").withoutCase())
        .hasToString("/Docs");
    assertThat(move.fields().targets())
        .containsExactly(
            new Target(LockPath.of("/docs").withoutCase(), Mode.EXCLUSIVE),
            new Target(LockPath.of("/old/docs").withoutCase(), Mode.PUT))
        .extracting(Target::path)
        .extracting(LockPath::toString)
        .containsExactly("/Docs", "/Old/Docs");
  }

  @Test
  void targetsThatAreEqualNow_countOnce() {
    Acquire custom =
        acquire(
            decoded(
                    "\"operation\":\"CUSTOM\",\"targets\":[{\"path\":\"/A\",\"mode\":\"PUT\"},{\"path\":\"/a\",\"mode\":\"PUT\"}]")
                .under(WITHOUT_CASE));

    assertThat(custom.fields().targets()).extracting(Target::path).hasToString("[/A]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"operation\":\"MOVE\",\"path\":\"/a\",\"destination\":\"/A/b\"; destination; destination is below path, expected path itself or a place outside it",
        "\"operation\":\"COPY\",\"path\":\"/a\",\"destination\":\"/A\"; destination; destination is at or below path, expected a place outside it"
      })
  void destinationThatIsThePathNow_isRefused(String fields, String field, String message) {
    assertThat(decoded(fields).under(PLAIN)).isInstanceOf(Valid.class);
    isRefused(decoded(fields).under(WITHOUT_CASE), field, message);
  }

  /** The ligature has two bytes, and four as it is compared. */
  @Test
  void pathThatIsTooLongWithoutCase_isRefused() {
    String path = "/" + "\u0587".repeat(2_000);

    isRefused(
        decoded("\"operation\":\"UPLOAD\",\"path\":\"" + path + "\"").under(WITHOUT_CASE),
        "path",
        "path has 8001 UTF-8 bytes without case, at most 4096 are allowed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"operation\":\"UPLOAD\",\"path\":\"/a\\\\b\"; path; path",
        "\"operation\":\"MOVE\",\"path\":\"/a\",\"destination\":\"/b\\\\\"; destination; destination",
        "\"operation\":\"CUSTOM\",\"targets\":[{\"path\":\"/a\",\"mode\":\"PUT\"},{\"path\":\"/\\\\\",\"mode\":\"PUT\"}]; targets; targets[1].path"
      })
  void backslash_isRefusedOnlyWhereTheSettingsSaySo(String fields, String field, String name) {
    assertThat(decoded(fields).under(WITHOUT_CASE)).isInstanceOf(Valid.class);
    isRefused(
        decoded(fields).under(WITHOUT_BACKSLASH),
        field,
        name + " has a \\ in a name, which this deployment refuses");
  }

  /** It would be made anew without a word, and that is what existing is to prevent. */
  @ParameterizedTest
  @CsvSource({"true, 0", "7, 7"})
  void existing_isReadOnlyWhereMovesAreRemembered(String told, long existing) {
    DecodedCommand command =
        decoded("\"operation\":\"UPLOAD\",\"path\":\"/a\",\"existing\":" + told);

    assertThat(acquire(command.under(REMEMBERING)).fields().existing()).isEqualTo(existing);
    assertThat(acquire(command.under(new Reading(1, true, true, false))).fields().existing())
        .isEqualTo(existing);
    isRefused(
        command.under(PLAIN),
        "existing",
        "existing is given, but no moves are remembered here. Fix: lockarbiter.moves.remembered=true on all instances, or leave it out");
  }

  @Test
  void eachReading_hasANumberOfItsOwn() {
    List<Reading> all =
        List.of(
            PLAIN,
            WITHOUT_CASE,
            WITHOUT_BACKSLASH,
            REMEMBERING,
            new Reading(1, true, true, true),
            new Reading(1, true, true, false));

    assertThat(all).extracting(Reading::number).doesNotHaveDuplicates();
    assertThat(all).allSatisfy(each -> assertThat(Reading.ofNumber(each.number())).isEqualTo(each));
    assertThat(WITHOUT_CASE.withRules(2).number()).isEqualTo(WITHOUT_CASE.number() + 1);
  }

  private static DecodedCommand decoded(String fields) {
    String json =
        "{\"type\":\"acquire\",\"commandId\":\"c\",\"account\":\"acme\",\"subAccount\":\"u\","
            + fields
            + "}";
    return CommandCodec.decode("acme".getBytes(UTF_8), json.getBytes(UTF_8));
  }

  private static Acquire acquire(DecodedCommand read) {
    return (Acquire) ((Valid) read).command();
  }

  private static void isRefused(DecodedCommand read, String field, String message) {
    assertThat(read).isEqualTo(new Refused(new Refusal("acme", "c", null, field, message)));
  }
}
