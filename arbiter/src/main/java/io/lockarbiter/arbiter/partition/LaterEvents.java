package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.lua.store.EncodedEvent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The events that {@code lock.events} has behind the last one that the position names, in the order
 * of the log: up to a second's worth, because most transactions carry no position.
 *
 * @param events those from the first higher number on; the first ones are missing if there are too
 *     many bytes
 * @param isCut whether retention has removed everything before them
 */
public record LaterEvents(List<Stored> events, boolean isCut) {
  /** No event stands behind the position. */
  public static final LaterEvents NONE = new LaterEvents(List.of(), false);

  /** Bytes that are read at most: several times what an arbiter leaves behind. */
  public static final long MOST_BYTES = 16 << 20;

  /** A quote within a text is escaped, so no text of another field has this. */
  private static final String MESSAGE = ",\"message\":\"";

  /**
   * An event as it stands in the log.
   *
   * @param replyTo the reply address of the command answered; null if it has none
   * @param lockReplyTo the reply address of the lock's acquire; null if it has none
   */
  public record Stored(
      long seq, byte[] value, @Nullable String replyTo, @Nullable String lockReplyTo) {
    /** A decided event, as it is published. */
    public static Stored of(EncodedEvent event) {
      return new Stored(event.seq(), event.value(), event.replyTo(), event.lockReplyTo());
    }

    /** Bytes of the value and of the addresses. */
    public int bytes() {
      return value.length + length(replyTo) + length(lockReplyTo);
    }

    private static int length(@Nullable String text) {
      return text == null ? 0 : text.length();
    }

    private boolean isOf(EncodedEvent event) {
      return (Arrays.equals(value, event.value()) || isWordedOtherwise(event.value()))
          && Objects.equals(replyTo, event.replyTo())
          && Objects.equals(lockReplyTo, event.lockReplyTo());
    }

    /** Says whether only the message of a refusal differs, which another build words otherwise. */
    private boolean isWordedOtherwise(byte[] decided) {
      return withoutMessage(value).equals(withoutMessage(decided));
    }

    /** The text of an event without the text between the quotes of its message. */
    private static String withoutMessage(byte[] event) {
      String text = new String(event, StandardCharsets.UTF_8);
      int begin = text.indexOf(MESSAGE);
      if (begin < 0) {
        return text;
      }
      begin += MESSAGE.length();
      int end = begin;
      while (end < text.length() && text.charAt(end) != '"') {
        end += text.charAt(end) == '\\' ? 2 : 1;
      }
      return text.substring(0, begin) + text.substring(Math.min(end, text.length()));
    }
  }

  /** The number of the last one. */
  Long lastSeq() {
    return events.get(events.size() - 1).seq();
  }

  /** The head of the last one. */
  EventHead lastHead() {
    return EventCodec.decode(events.get(events.size() - 1).value()).head();
  }

  /**
   * The first event that does not follow the one before it; null if all do. Where retention has
   * removed what stood before, any event may be the first.
   */
  @Nullable Break firstBreak(long publishedSeq) {
    long expected = isCut && !events.isEmpty() ? events.get(0).seq() : publishedSeq + 1;
    for (Stored event : events) {
      if (event.seq() != expected) {
        return new Break(event.seq(), expected);
      }
      expected++;
    }
    return null;
  }

  /** An event in the place of another. */
  record Break(long seq, long expected) {}

  /** Says whether the event of a number is published; without any, none is. */
  boolean reaches(long seq) {
    return !events.isEmpty() && seq <= lastSeq();
  }

  /** Says whether an event differs from the one of its number, if that is retained. */
  boolean contradicts(EncodedEvent event) {
    long place = event.seq() - events.get(0).seq();
    return place >= 0 && !events.get((int) place).isOf(event);
  }
}
