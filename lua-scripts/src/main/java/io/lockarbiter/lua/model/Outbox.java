package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.codec.JsonBuffer;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Reason;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers the events of a partition and keeps those not yet known to be published. */
final class Outbox {
  private final Deque<EncodedEvent> kept = new ArrayDeque<>();
  private final JsonBuffer buffer = new JsonBuffer();
  private long seq;

  Outbox copy() {
    Outbox copy = new Outbox();
    copy.kept.addAll(kept);
    copy.seq = seq;
    return copy;
  }

  /** The number of the last event. */
  long seq() {
    return seq;
  }

  void append(Event event, @Nullable String replyTo, @Nullable String lockReplyTo, int repeatMs) {
    seq = event.head().seq();
    Subject subject = event.subject();
    kept.addLast(
        new EncodedEvent(
            seq,
            event.type(),
            reasonOf(event),
            event.head().account(),
            subject == null ? null : subject.lockId(),
            replyTo,
            lockReplyTo,
            event.repeated(),
            repeatMs,
            EventCodec.encode(event, buffer)));
  }

  private static @Nullable String reasonOf(Event event) {
    Reason reason = event.reason();
    return reason == null ? null : reason.name();
  }

  /** Continues after an event that another instance has published, or of an earlier epoch. */
  void skipTo(long published) {
    seq = Math.max(seq, published);
  }

  /** Drops all events, and numbers the next one beyond those that others may have published. */
  void beginBehind(long last) {
    if (seq < last) {
      kept.clear();
      seq = last;
    }
  }

  void dropPublished(long publishedSeq) {
    while (!kept.isEmpty() && kept.getFirst().seq() <= publishedSeq) {
      kept.removeFirst();
    }
  }

  /** The number of the first event that can still be handed out. */
  long firstKept() {
    return kept.isEmpty() ? seq + 1 : kept.getFirst().seq();
  }

  /** The kept events with a higher number, in their order. */
  List<EncodedEvent> above(long seq) {
    List<EncodedEvent> above = new ArrayList<>(kept.size());
    for (EncodedEvent event : kept) {
      if (event.seq() > seq) {
        above.add(event);
      }
    }
    return above;
  }
}
