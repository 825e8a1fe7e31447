package io.lockarbiter.lua.redis;

import java.util.List;

/** The places of the elements in the answers of the scripts. */
final class ScriptReply {
  private ScriptReply() {}

  /** The answer of {@code decide.lua} when it applied records. */
  enum Applied {
    STATUS,
    /** The numbers of the partition. */
    HEADER,
    /** Records done, next deadline, held locks, waiting requests. */
    COUNTS,
    /** The events, two elements each. */
    EVENTS
  }

  /** The answer of a call of a view. */
  enum Page {
    /** The cursor of the next page; empty at the end. */
    CURSOR,
    ENTRIES,
    /** The numbers of the partition; empty if there is no state, or half a state. */
    HEADER,
    /** The last event whose effects the page shows; empty where HEADER is. */
    LAST
  }

  /** The answer with the whole state of a partition. */
  enum State {
    HEADER,
    HELD,
    WAITING,
    ENDED,
    /** The usage: name and value of each. */
    USAGE,
    /** The paths moved or removed lately, and what is known of their accounts: name and value. */
    MOVED,
    /** The live sessions: key and value of each. */
    SESSIONS
  }

  static String text(List<Object> reply, Enum<?> place) {
    return RedisLockStore.text(reply.get(place.ordinal()));
  }

  static List<Object> list(List<Object> reply, Enum<?> place) {
    return list(reply.get(place.ordinal()));
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object value) {
    return (List<Object>) value;
  }
}
