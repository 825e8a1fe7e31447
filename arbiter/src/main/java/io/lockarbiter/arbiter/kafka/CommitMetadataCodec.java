package io.lockarbiter.arbiter.kafka;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Floors;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Commit metadata as compact JSON, far below the broker's limit of 4,096 bytes. */
final class CommitMetadataCodec {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  private static final String KNOWN_FORMATS =
      Settings.range(CommitMetadata.FORMAT, CommitMetadata.FORMAT_OF_EPOCH);

  private CommitMetadataCodec() {}

  /** Writes metadata. */
  static String encode(CommitMetadata metadata) {
    PartitionHeader state = metadata.state();
    Map<String, Integer> settings = new LinkedHashMap<>();
    state.settings().values().forEach((setting, value) -> settings.put(setting.text(), value));
    return JSON.writeValueAsString(
        new Form(
            metadata.format(),
            metadata.publishedSeq(),
            state.appliedOffset(),
            state.appliedAppendedAt(),
            state.appliedEpoch(),
            state.at(),
            state.seq(),
            state.floors().endedAt(),
            state.floors().acquiresSince(),
            state.floors().endingsSince(),
            metadata.idle(),
            settings));
  }

  /**
   * Reads metadata; unknown fields are ignored.
   *
   * @throws IllegalArgumentException if the text is no metadata of a format that is known
   */
  static CommitMetadata decode(String text) {
    try {
      @Nullable Version version = JSON.readValue(text, Version.class);
      if (version == null || !CommitMetadata.reads(version.format())) {
        throw new IllegalArgumentException(
            (version == null ? "no format" : "format=" + version.format())
                + ", expected "
                + KNOWN_FORMATS);
      }
      return metadata(JSON.readValue(text, Form.class));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no JSON of format=" + KNOWN_FORMATS, e);
    }
  }

  /** The metadata of a parsed form; a setting that was unknown then has its default. */
  private static CommitMetadata metadata(Form form) {
    Map<Setting, Integer> settings = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      Integer value = form.settings().get(setting.text());
      if (value != null) {
        settings.put(setting, value);
      }
    }
    return new CommitMetadata(
        form.publishedSeq(),
        new PartitionHeader(
            form.appliedOffset(),
            form.appliedAppendedAt(),
            form.appliedEpoch(),
            form.at(),
            form.seq(),
            new Floors(form.endedFloorAt(), form.acquiresSince(), form.endingsSince()),
            new Settings(settings)),
        form.idle());
  }

  private record Form(
      int format,
      long publishedSeq,
      long appliedOffset,
      long appliedAppendedAt,
      int appliedEpoch,
      long at,
      long seq,
      long endedFloorAt,
      long acquiresSince,
      long endingsSince,
      boolean idle,
      Map<String, @Nullable Integer> settings) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Version(int format) {}
}
