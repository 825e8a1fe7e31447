package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.Owner;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A file or folder that a member has checked out: others cannot change it until a time, whatever
 * becomes of this process, for no client renews it. A check-out protects and never acts: whoever
 * writes under it takes a lease for that, and writes with the token of that lease. Without session
 * it admits leases of all sessions of its sub-account.
 *
 * <p>It is nothing but a name. Keep account, id and owner where the check-out is noted, and any
 * client makes another one of them: {@link LockClient#checkedOut}. Safe for use by many threads.
 */
public interface CheckOut {
  /** The account whose tree is locked. */
  String account();

  /** The lock's id. */
  String lockId();

  /** The owner; the only one who may extend or release it. */
  Owner owner();

  /**
   * The time until which it is kept, log time, as the last answer to this object told it; null if
   * none did.
   */
  @Nullable Instant until();

  /**
   * Keeps it from now on for as long as it was asked for. Completes with the time until which it is
   * kept then, log time.
   *
   * <p>Fails with {@link LockRefusedException} {@code NOT_HELD} if it has ended, with {@code
   * NOT_HOLDER} if it is another owner's, and with {@link ArbiterUnreachableException} if no answer
   * came: then it may be extended or not.
   */
  CompletableFuture<Instant> extend();

  /**
   * Hands it to another member, in one step: nobody gets in between, and whoever waits for it waits
   * on. It is kept from now on for as long as it was asked for, for all sessions of that member.
   * Completes with the member's check-out; this one has ended then. That the member may have it is
   * yours to check.
   *
   * <p>Fails as {@link #extend} does, which is its first step, and with {@link
   * LockRefusedException} {@code CONFLICT} if something else is in the way, such as an upload that
   * its present member has begun, {@code ENDING} if somebody has attached an end to it, or {@code
   * INVALID} if the note has no room among its attributes: then it stays where it is. To end the
   * future changes nothing.
   *
   * @param note for whoever is refused because of it, in the place of the present one; null = none
   */
  CompletableFuture<CheckOut> handTo(String subAccount, @Nullable String note);

  /** Releases it. Never fails. */
  CompletableFuture<ReleaseResult> release();
}
