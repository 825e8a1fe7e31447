package io.lockarbiter.gateway.oidc;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest tokens whose signatures were found good, by their digests. Their senders are told
 * without another check, whatever strangers send meanwhile. A token counts only for the keys by
 * which it was checked. Safe for use by many threads.
 */
final class KnownTokens {
  private static final long MOST_BYTES = 8 << 20;

  /** Heap of an entry but for its claims: digest, subject, times and the map's own. */
  private static final long ENTRY_BYTES = 800;

  private record Entry(KnownToken token, long keys) {
    long bytes() {
      return ENTRY_BYTES + token.who().claimsBytes();
    }
  }

  private final Map<String, Entry> tokens = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
  private long bytes;

  /**
   * A token that was found good; null if it was not, or by other keys.
   *
   * @param keys the version of the keys that count now
   */
  synchronized @Nullable KnownToken find(String digest, long keys) {
    Entry found = tokens.get(digest);
    return found != null && found.keys() == keys ? found.token() : null;
  }

  /** Remembers a token that was found good by these keys. */
  synchronized void put(String digest, KnownToken token, long keys) {
    Entry entry = new Entry(token, keys);
    Entry before = tokens.put(digest, entry);
    bytes += entry.bytes() - (before == null ? 0 : before.bytes());
    Iterator<Entry> eldest = tokens.values().iterator();
    while (bytes > MOST_BYTES && tokens.size() > 1) {
      bytes -= eldest.next().bytes();
      eldest.remove();
    }
  }

  synchronized int size() {
    return tokens.size();
  }
}
