package io.lockarbiter.client.ask;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides by its headers alone whether an event concerns a client. Safe for use by many threads.
 */
public final class AddressFilter {
  private final byte[] replyTo;
  private final Map<String, Integer> followed = new ConcurrentHashMap<>();

  /** A filter that passes the events addressed to {@code replyTo}. */
  public AddressFilter(String replyTo) {
    this.replyTo = replyTo.getBytes(UTF_8);
  }

  /**
   * Passes the events of a lock that was requested under another address; calls for one lock are
   * counted.
   */
  public void follow(String lockId) {
    followed.merge(lockId, 1, Integer::sum);
  }

  /** Ends one {@link #follow}; does nothing if there is none. */
  public void unfollow(String lockId) {
    followed.computeIfPresent(lockId, (id, times) -> times == 1 ? null : times - 1);
  }

  /** Says whether an event with these headers concerns the client; null = the header is absent. */
  public boolean concerns(
      byte @Nullable [] answerTo, byte @Nullable [] lockReplyTo, byte @Nullable [] lockId) {
    return Arrays.equals(replyTo, answerTo)
        || Arrays.equals(replyTo, lockReplyTo)
        || (lockId != null
            && !followed.isEmpty()
            && followed.containsKey(new String(lockId, UTF_8)));
  }
}
