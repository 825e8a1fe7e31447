package io.lockarbiter.client;

/** A requested lock is not held. */
public abstract sealed class LockException extends RuntimeException
    permits LockRefusedException,
        LockWithdrawnException,
        ArbiterUnreachableException,
        ClientBusyException {
  LockException(String message) {
    super(message);
  }
}
