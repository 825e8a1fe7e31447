package io.lockarbiter.console.api;

import io.lockarbiter.console.stream.StreamedEvent;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event as it stands in the log, with its partition and offset.
 *
 * @param event as described in WIRE.md, Events
 */
record EventJson(int partition, long offset, JsonNode event) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Converts the events that are valid JSON; all events that an arbiter has written are. */
  static List<EventJson> of(Collection<StreamedEvent> events) {
    return events.stream().map(EventJson::of).filter(java.util.Objects::nonNull).toList();
  }

  private static @Nullable EventJson of(StreamedEvent event) {
    try {
      return new EventJson(event.partition(), event.offset(), MAPPER.readTree(event.json()));
    } catch (JacksonException e) {
      return null;
    }
  }
}
