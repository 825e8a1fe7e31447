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

  /** Unique within the account. */
  String lockId();

  /** The owner of the lock. */
  Owner owner();

  /** The operation that the lock was requested for. */
  Operation operation();

  /** Its word as it travelled, also if it is {@link Operation#UNKNOWN}. */
  String operationWord();

  /** Null for {@link Operation#CUSTOM}. */
  @Nullable LockPath path();

  /** Null unless the operation has one. */
  @Nullable LockPath destination();

  /** All paths that are locked, and their modes. */
  List<Target> targets();

  /** How long the lock lives without a renewal, log time. */
  Duration lease();

  /** How long it is held at most, log time; zero = as long as it is renewed. */
  Duration maxHold();

  /** How long it was allowed to wait, log time. */
  Duration waitLimit();

  /** Ids of the locks that its request named as held. */
  List<String> holding();

  /** Those of the request; of what was submitted, also {@code pool}. */
  SortedMap<String, String> attributes();
}
