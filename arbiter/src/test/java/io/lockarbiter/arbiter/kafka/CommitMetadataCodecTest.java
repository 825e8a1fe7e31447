package io.lockarbiter.arbiter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
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
                  "{\"format\":1,\"publishedSeq\":7,\"appliedOffset\":41,\"at\":1700000000000,\"settings\":{",
                  "}}"));
  private static final CommitMetadata METADATA =
      new CommitMetadata(1, 7, 41, 1_700_000_000_000L, Settings.DEFAULT);

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
        new CommitMetadata(1, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, settings);

    assertThat(CommitMetadataCodec.encode(metadata).getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThan(1_000);
    assertThat(CommitMetadataCodec.decode(CommitMetadataCodec.encode(metadata)))
        .isEqualTo(metadata);
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

  @Test
  void newerFormat_isRefusedByName() {
    assertThatThrownBy(
            () -> CommitMetadataCodec.decode(TEXT.replace("\"format\":1", "\"format\":2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("format=2, expected 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "{}",
        "[]",
        "null",
        "{\"format\":1}",
        "{\"format\":1,\"publishedSeq\":null,\"appliedOffset\":1,\"at\":1,\"settings\":{}}"
      })
  void anythingElse_isRefused(String text) {
    assertThatThrownBy(() -> CommitMetadataCodec.decode(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
