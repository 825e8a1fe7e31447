package io.lockarbiter.client;

/** As many commands as allowed are unanswered; nothing was sent. Ask again when some are. */
public final class ClientBusyException extends LockException {
  /** With the bound that was reached. */
  public ClientBusyException(int maxInFlight) {
    super(
        "%d commands are unanswered, maxInFlight=%d; nothing was sent. Ask again later, ask slower, or raise maxInFlight"
            .formatted(maxInFlight, maxInFlight));
  }
}
