package io.lockarbiter.arbiter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitMetadataCodecTest {
  private static final String TEXT =
      "{\"format\":1,\"publishedSeq\":7,\"appliedOffset\":41,\"at\":1700000000000,\"settings\":{\"rules\":1,\"partitions\":12,\"locksPerSubAccount\":10000,\"locksPerAccount\":100000,\"waitersPerAccount\":1000,\"acquiresPerWindow\":0,\"windowMs\":10000,\"repeatMs\":60000,\"repeatEntries\":50000}}";
  private static final CommitMetadata METADATA =
      new CommitMetadata(1, 7, 41, 1_700_000_000_000L, Settings.DEFAULT);

  @Test
  void metadata_isCompactJsonAndComesBack() {
    assertThat(CommitMetadataCodec.encode(METADATA)).isEqualTo(TEXT);
    assertThat(CommitMetadataCodec.decode(TEXT)).isEqualTo(METADATA);
  }

  @Test
  void largestNumbers_stayFarBelowTheBrokersLimit() {
    int most = Integer.MAX_VALUE;
    Settings settings =
        Settings.DEFAULT
            .with(Setting.RULES, most)
            .with(Setting.PARTITIONS, most)
            .with(Setting.LOCKS_PER_SUB_ACCOUNT, most)
            .with(Setting.LOCKS_PER_ACCOUNT, most)
            .with(Setting.WAITERS_PER_ACCOUNT, most)
            .with(Setting.ACQUIRES_PER_WINDOW, most)
            .with(Setting.WINDOW_MS, most)
            .with(Setting.REPEAT_WINDOW_MS, most)
            .with(Setting.REPEAT_ENTRIES, most);
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
    String older = TEXT.replace(",\"repeatEntries\":50000", "");
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
