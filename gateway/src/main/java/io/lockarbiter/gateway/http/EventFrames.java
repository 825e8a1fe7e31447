package io.lockarbiter.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.stream.StreamedEvent;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/** Makes server-sent events: the type of the event, and its lock as {@code GET} shows it. */
public final class EventFrames implements Function<StreamedEvent, byte[]> {
  private final LockJson locks = new LockJson(JsonMapper.shared());

  @Override
  public byte[] apply(StreamedEvent streamed) {
    Event event = EventCodec.decode(streamed.value());
    if (!(event.subject() instanceof LockFields fields)) {
      throw new IllegalStateException("this event is of no lock, id=" + streamed.position());
    }
    String data = locks.seen(new LiveLock(fields, event, streamed.asked())).toString();
    return "id: %s\nevent: %s\ndata: %s\n\n"
        .formatted(streamed.position(), event.typeWord(), data)
        .getBytes(UTF_8);
  }
}
