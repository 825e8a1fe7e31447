package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RecordArguments.bytes;

import io.lockarbiter.lua.redis.ScriptReply.Page;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.OwnedLocks;
import io.lockarbiter.lua.store.ViewTooLargeException;
import java.util.ArrayList;
import java.util.List;

/** Makes a view into as many calls of the reading scripts as it takes, and joins the answers. */
final class ViewCalls {
  /** Most bytes of the entries of one view, as Redis keeps them; some 20,000 usual locks. */
  static final int MOST_BYTES = 8 << 20;

  /** A page that may be followed by another ends when its entries have so many bytes. */
  static final int MOST_PAGE_BYTES = 1 << 20;

  /** A page ends after so many calls, be it empty. */
  static final int MOST_CALLS = 200;

  private final ScriptRunner runner;
  private final CallBounds bounds;

  ViewCalls(ScriptRunner runner, CallBounds bounds) {
    this.runner = runner;
    this.bounds = bounds;
  }

  /**
   * The entries of a view, up to a limit.
   *
   * @param subject the arguments behind {@link ViewArgument}
   * @throws ViewTooLargeException if they take more than {@link #MOST_BYTES}
   */
  List<Object> entries(
      LuaScript script, List<Object> keys, String account, int limit, List<byte[]> subject) {
    List<Object> entries = new ArrayList<>();
    byte[] cursor = new byte[0];
    long size = 0;
    do {
      int most = Math.min(bounds.entries(), limit - entries.size());
      List<Object> page = page(script, keys, account, cursor, most, subject);
      List<Object> more = ScriptReply.list(page, Page.ENTRIES);
      size += size(more);
      if (size > MOST_BYTES) {
        throw new ViewTooLargeException(MOST_BYTES);
      }
      entries.addAll(more);
      cursor = (byte[]) page.get(Page.CURSOR.ordinal());
    } while (cursor.length > 0 && entries.size() < limit);
    return entries;
  }

  /**
   * A page of a view whose cursors are given to whoever asks: as many entries as fit into the
   * limit, {@link #MOST_PAGE_BYTES} and {@link #MOST_CALLS}.
   */
  OwnedLocks owned(
      LuaScript script,
      List<Object> keys,
      String account,
      byte[] after,
      int limit,
      List<byte[]> subject) {
    List<Object> entries = new ArrayList<>();
    byte[] cursor = after;
    long size = 0;
    int calls = 0;
    do {
      List<Object> page = page(script, keys, account, cursor, limit - entries.size(), subject);
      List<Object> more = ScriptReply.list(page, Page.ENTRIES);
      entries.addAll(more);
      size += size(more);
      cursor = (byte[]) page.get(Page.CURSOR.ordinal());
      calls++;
    } while (cursor.length > 0
        && entries.size() < limit
        && size < MOST_PAGE_BYTES
        && calls < MOST_CALLS);
    return new OwnedLocks(StateAnswer.locks(entries), cursor);
  }

  private static long size(List<?> reply) {
    long size = 0;
    for (Object each : reply) {
      size +=
          each instanceof byte[] bytes
              ? bytes.length
              : each instanceof List<?> inner ? size(inner) : Long.BYTES;
    }
    return size;
  }

  /** The answer of one call. */
  List<Object> page(
      LuaScript script,
      List<Object> keys,
      String account,
      byte[] cursor,
      int most,
      List<byte[]> subject) {
    return runner.run(
        script, keys, arguments(cursor, Math.min(bounds.entries(), most), account, subject));
  }

  private Object[] arguments(byte[] cursor, int most, String account, List<byte[]> subject) {
    List<Object> arguments = new ArrayList<>();
    for (ViewArgument argument : ViewArgument.values()) {
      arguments.add(
          switch (argument) {
            case CURSOR -> cursor;
            case MOST_ENTRIES -> bytes(most);
            case MOST_BYTES -> bytes(bounds.entryBytes());
            case BUDGET -> bytes(bounds.work());
            case ACCOUNT -> new Names().account(account);
          });
    }
    arguments.addAll(subject);
    return arguments.toArray();
  }
}
