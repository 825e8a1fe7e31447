package io.lockarbiter.lua.redis;

import java.util.List;

/** The answers of the scripts: what stands at which place. */
final class ScriptReply {
  private ScriptReply() {}

  /** What {@code decide.lua} answers when it applied records. */
  enum Applied {
    STATUS,
    DONE,
    /** See {@link Header}. */
    HEADER,
    /** Empty if nothing is due ever. */
    NEXT_DEADLINE,
    HELD,
    WAITING,
    /** See {@code includes/repeat_window}. */
    REPEAT_WINDOW,
    EVENTS
  }

  /** The numbers of a partition. */
  enum Header {
    APPLIED_OFFSET,
    APPLIED_AT,
    APPLIED_EPOCH,
    AT,
    SEQ,
    SETTINGS
  }

  /** A held lock or a waiting request. */
  enum Lock {
    ACCOUNT_JSON,
    LOCK_ID_JSON,
    HEAD_JSON,
    TAIL_JSON,
    REPLY_TO,
    TOKEN_OR_ARRIVAL,
    GRANTED_OR_REQUESTED_AT,
    EXPIRES_AT_OR_DEADLINE,
    /** 0 of a waiting request. */
    WAITED_MS,
    /** What blocks it, as members, each with a leading comma; only where asked for. */
    BLOCKERS
  }

  /** What a call of a view answers. */
  enum Page {
    /** Empty at the end. */
    CURSOR,
    /** See {@link Lock} and {@link Explained}. */
    ENTRIES
  }

  /** What a request would meet. */
  enum Explained {
    BLOCKERS,
    WAITING
  }

  /** All of a partition. */
  enum State {
    HEADER,
    HELD,
    WAITING,
    ENDED,
    RATES
  }

  /** A remembered ending. */
  enum Ended {
    /** Account NUL lockId. */
    ID,
    SUB_ACCOUNT,
    SESSION,
    ENDED_AT,
    DIGEST,
    TYPE,
    REASON,
    /** Members, each with a leading comma. */
    DETAILS,
    REPLY_TO
  }

  static String text(List<Object> reply, Enum<?> place) {
    return RedisLockStore.text(reply.get(place.ordinal()));
  }

  static long number(List<Object> reply, Enum<?> place) {
    return Long.parseLong(text(reply, place));
  }

  static List<Object> list(List<Object> reply, Enum<?> place) {
    return list(reply.get(place.ordinal()));
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object value) {
    return (List<Object>) value;
  }
}
