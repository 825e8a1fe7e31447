package io.lockarbiter.client.ask;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tells by its headers alone whether an event concerns a client. Safe for use by many threads. */
public final class AddressFilter {
  private final byte[] replyTo;
  private final Set<String> followed = ConcurrentHashMap.newKeySet();

  /** Lets through what is addressed to {@code replyTo}. */
  public AddressFilter(String replyTo) {
    this.replyTo = replyTo.getBytes(UTF_8);
  }

  /** Lets through the events of a lock that was asked for under another address. */
  public void follow(String lockId) {
    followed.add(lockId);
  }

  /** Ends {@link #follow}. */
  public void unfollow(String lockId) {
    followed.remove(lockId);
  }

  /** Says whether an event with these headers concerns the client; null = the header is absent. */
  public boolean concerns(
      byte @Nullable [] answerTo, byte @Nullable [] lockReplyTo, byte @Nullable [] lockId) {
    return Arrays.equals(replyTo, answerTo)
        || Arrays.equals(replyTo, lockReplyTo)
        || (lockId != null && !followed.isEmpty() && followed.contains(new String(lockId, UTF_8)));
  }
}
