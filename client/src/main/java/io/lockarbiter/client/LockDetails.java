package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The targets, owner and times of a lock. Made by the client; may get more methods. */
public interface LockDetails {
  /** The account whose tree is locked. */
  String account();

  /** The id of the lock, unique within the account. */
  String lockId();

  /** The owner of the lock. */
  Owner owner();

  /** The operation that the lock was requested for. */
  Operation operation();

  /** The operation as it stands in the event, also if it is {@link Operation#UNKNOWN}. */
  String operationWord();

  /** The path; null for {@link Operation#CUSTOM}. */
  @Nullable LockPath path();

  /** The destination; null unless the operation has one. */
  @Nullable LockPath destination();

  /** All locked paths with their modes. */
  List<Target> targets();

  /** The length of a lease without a renewal, log time. */
  Duration lease();

  /** The longest time for which it is held, log time; zero = as long as it is renewed. */
  Duration maxHold();

  /** The longest time for which it was allowed to wait, log time. */
  Duration waitLimit();

  /** Ids of the locks that its request named as held. */
  List<String> holding();

  /** The attributes of the request; those of a submitted job also contain {@code pool}. */
  SortedMap<String, String> attributes();
}
