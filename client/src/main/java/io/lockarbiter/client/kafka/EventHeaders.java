package io.lockarbiter.client.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.schema.EventHeader;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Reads the headers of an event, which anybody may have written. Internal, no API. */
public final class EventHeaders {
  private EventHeaders() {}

  /** The value of a header; null if it is missing or has none. */
  public static byte @Nullable [] value(Headers headers, EventHeader name) {
    Header header = headers.lastHeader(name.text());
    return header == null ? null : header.value();
  }

  /** The value as text; empty if it is missing or has none. */
  public static String text(Headers headers, EventHeader name) {
    byte[] value = value(headers, name);
    return value == null ? "" : new String(value, UTF_8);
  }
}
