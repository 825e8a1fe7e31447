package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.VisibleText;

/** A requested lock is not held. The message is one line, whatever names and comments it has. */
public abstract sealed class LockException extends RuntimeException
    permits LockRefusedException,
        LockWithdrawnException,
        ArbiterUnreachableException,
        ClientBusyException {
  LockException(String message) {
    super(VisibleText.line(message));
  }
}
