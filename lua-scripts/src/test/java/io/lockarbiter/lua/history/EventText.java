package io.lockarbiter.lua.history;

import io.lockarbiter.lua.store.EncodedEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Events with headers and all bytes as text, so that tests can compare them and print a difference.
 */
final class EventText {
  private EventText() {}

  static List<String> of(List<EncodedEvent> events) {
    return events.stream().map(EventText::of).toList();
  }

  static String of(EncodedEvent event) {
    return "%d %s account=%s lockId=%s replyTo=%s lockReplyTo=%s repeated=%s repeatMs=%d %s"
        .formatted(
            event.seq(),
            event.type(),
            event.account(),
            event.lockId(),
            event.replyTo(),
            event.lockReplyTo(),
            event.repeated(),
            event.repeatMs(),
            new String(event.value(), StandardCharsets.UTF_8));
  }
}
