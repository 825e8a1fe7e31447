package io.lockarbiter.lua.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.SessionKey;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

/**
 * A session that is alive: RULES.md, Sessions. Times are log time, epoch ms.
 *
 * @param owner its session is not null
 * @param beganAt the time since which it has been alive without a gap
 * @param expiresAt the first moment in which it is no longer alive, unless it is kept alive again
 */
public record LiveSession(String account, Owner owner, long beganAt, long expiresAt) {
  /** The order of the names of sessions, by account, sub-account and session in UTF-8. */
  public static final Comparator<LiveSession> BY_NAME =
      Comparator.comparing(LiveSession::key, Arrays::compareUnsigned);

  /** The order in which sessions end. */
  public static final Comparator<LiveSession> BY_END =
      Comparator.comparingLong(LiveSession::expiresAt).thenComparing(BY_NAME);

  private static final int CHARGE = 1_000;
  private static final int PER_NAME_BYTE = 2;
  private static final int NULS = 2;

  /** This session with another end. */
  public LiveSession until(long newExpiresAt) {
    return new LiveSession(account, owner, beganAt, newExpiresAt);
  }

  /** Its name. */
  public SessionKey name() {
    return new SessionKey(account, owner);
  }

  /** Its key in a store. */
  public byte[] key() {
    return key(account, owner);
  }

  /**
   * The key of a session in a store: account, sub-account and session as they are, with a NUL
   * between them, which no id has. So no two sessions have one key, and keys have the order of the
   * names.
   */
  public static byte[] key(String account, Owner owner) {
    return (account + '\0' + owner.subAccount() + '\0' + Objects.requireNonNull(owner.session()))
        .getBytes(UTF_8);
  }

  /** The bytes that a session is charged: RULES.md, Limits, Bytes. */
  public static int charge(String account, Owner owner) {
    return CHARGE + PER_NAME_BYTE * (key(account, owner).length - NULS);
  }
}
