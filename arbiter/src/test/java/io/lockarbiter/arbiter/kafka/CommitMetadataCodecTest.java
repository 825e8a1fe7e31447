package io.lockarbiter.arbiter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Floors;
import io.lockarbiter.lua.store.PartitionHeader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitMetadataCodecTest {
  private static final String TEXT =
      Stream.of(Setting.values())
          .map(setting -> "\"%s\":%d".formatted(setting.text(), setting.byDefault()))
          .collect(
              Collectors.joining(
                  ",",
                  "{\"format\":2,\"publishedSeq\":7,\"appliedOffset\":41,\"appliedAppendedAt\":1690000000000,\"appliedEpoch\":3,\"at\":1700000000000,\"seq\":6,\"endedFloorAt\":-1,\"acquiresSince\":0,\"endingsSince\":5,\"idle\":true,\"settings\":{",
                  "}}"));
  private static final CommitMetadata METADATA =
      new CommitMetadata(
          7,
          new PartitionHeader(
              41,
              1_690_000_000_000L,
              3,
              1_700_000_000_000L,
              6,
              new Floors(-1, 0, 5),
              Settings.DEFAULT),
          true);

  @Test
  void metadata_isCompactJsonAndComesBack() {
    assertThat(CommitMetadataCodec.encode(METADATA)).isEqualTo(TEXT);
    assertThat(CommitMetadataCodec.decode(TEXT)).isEqualTo(METADATA);
  }

  @Test
  void largestNumbers_stayFarBelowTheBrokersLimit() {
    Settings settings =
        Stream.of(Setting.values())
            .reduce(
                Settings.DEFAULT,
                (most, setting) -> most.with(setting, Integer.MAX_VALUE),
                (one, other) -> other);
    CommitMetadata metadata =
        new CommitMetadata(
            Long.MAX_VALUE,
            new PartitionHeader(
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                new Floors(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE),
                settings),
            false);

    assertThat(CommitMetadataCodec.encode(metadata).getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThan(1_000);
    assertThat(CommitMetadataCodec.decode(CommitMetadataCodec.encode(metadata)))
        .isEqualTo(metadata);
  }

  /** An earlier build would take the value for names without case. */
  @Test
  void caseThatIsNotTold_isOfAFormatThatEarlierBuildsRefuse() {
    Settings untold = Settings.DEFAULT.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE);
    PartitionHeader state = METADATA.state();
    CommitMetadata metadata =
        CommitMetadata.of(
            new PartitionHeader(
                state.appliedOffset(),
                state.appliedAppendedAt(),
                state.appliedEpoch(),
                state.at(),
                state.seq(),
                state.floors(),
                untold));

    String text = CommitMetadataCodec.encode(metadata);

    assertThat(text).startsWith("{\"format\":3,").contains("\"namesWithoutCase\":2");
    assertThat(CommitMetadataCodec.decode(text)).isEqualTo(metadata);
  }

  /** An earlier build would leave it out of a state that it builds anew. */
  @Test
  void epoch_isOfAFormatThatEarlierBuildsRefuse() {
    Settings settings =
        Settings.DEFAULT
            .with(Setting.EPOCH, 1)
            .with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE);
    CommitMetadata metadata =
        CommitMetadata.of(new PartitionHeader(0, 1, 2, 3, settings.seqBefore(), settings));

    String text = CommitMetadataCodec.encode(metadata);

    assertThat(text).startsWith("{\"format\":4,").contains("\"seq\":17592186044416");
    assertThat(CommitMetadataCodec.decode(text)).isEqualTo(metadata);
  }

  @Test
  void unknownField_isIgnored() {
    assertThat(CommitMetadataCodec.decode(TEXT.replace("{\"format\"", "{\"later\":[1],\"format\"")))
        .isEqualTo(METADATA);
  }

  @Test
  void settingThatWasNotKnown_hasItsDefault() {
    String older = TEXT.replace(",\"waitersPerSubAccount\":100", "");
    assertThat(older).isNotEqualTo(TEXT);
    assertThat(CommitMetadataCodec.decode(older)).isEqualTo(METADATA);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void otherFormat_isRefusedByName(int format) {
    assertThatThrownBy(
            () -> CommitMetadataCodec.decode(TEXT.replace("\"format\":2", "\"format\":" + format)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("format=%d, expected 2 to 4", format);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "{}",
        "[]",
        "null",
        "{\"format\":2}",
        "{\"format\":2,\"publishedSeq\":null,\"appliedOffset\":1,\"appliedAppendedAt\":1,\"appliedEpoch\":1,\"at\":1,\"seq\":1,\"endedFloorAt\":1,\"acquiresSince\":1,\"endingsSince\":1,\"idle\":true,\"settings\":{}}"
      })
  void anythingElse_isRefused(String text) {
    assertThatThrownBy(() -> CommitMetadataCodec.decode(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
