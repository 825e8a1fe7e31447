package io.lockarbiter.arbiter.view;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.lua.store.EncodedEvent;

/**
 * The {@code reason} of an event, found without reading its JSON: it is the last member of that
 * name, and within strings quotes are escaped.
 */
final class EventReason {
  /** Stands for the reason of events that have none. */
  static final String NONE = "none";

  private static final byte[] MEMBER = "\"reason\":\"".getBytes(US_ASCII);

  private EventReason() {}

  static String of(EncodedEvent event) {
    return event.type() == EventType.REJECTED || event.type() == EventType.RELEASED
        ? last(event.value())
        : NONE;
  }

  private static String last(byte[] json) {
    for (int start = json.length - MEMBER.length; start >= 0; start--) {
      if (isMemberAt(json, start)) {
        int from = start + MEMBER.length;
        int to = from;
        while (to < json.length && json[to] != '"') {
          to++;
        }
        return new String(json, from, to - from, US_ASCII);
      }
    }
    return NONE;
  }

  private static boolean isMemberAt(byte[] json, int start) {
    for (int i = 0; i < MEMBER.length; i++) {
      if (json[start + i] != MEMBER[i]) {
        return false;
      }
    }
    return true;
  }
}
