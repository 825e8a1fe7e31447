package io.lockarbiter.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.lockarbiter.console.stream.StreamedEvent;
import java.util.Collection;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event as it stands in the log, with its partition and offset. It stays text, because a tree of
 * it would take seven times its bytes until the answer is sent.
 *
 * @param event as described in WIRE.md, Events
 */
record EventJson(int partition, long offset, @JsonRawValue String event) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Converts the events that are valid JSON; all events that an arbiter has written are. */
  static List<EventJson> of(Collection<StreamedEvent> events) {
    return events.stream()
        .filter(event -> isJson(event.json()))
        .map(
            event ->
                new EventJson(event.partition(), event.offset(), new String(event.json(), UTF_8)))
        .toList();
  }

  private static boolean isJson(byte[] bytes) {
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      boolean isObject = parser.nextToken() != null && parser.currentToken().isStructStart();
      parser.skipChildren();
      return isObject && parser.nextToken() == null;
    } catch (JacksonException e) {
      return false;
    }
  }
}
