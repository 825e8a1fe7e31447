package io.lockarbiter.client;

/**
 * As many commands as allowed are unanswered, or as many submitted jobs have not ended; nothing was
 * sent. Ask again when some are.
 */
public final class ClientBusyException extends LockException {
  /** With the bound that was reached. */
  public ClientBusyException(int maxInFlight) {
    super(
        "%d commands are unanswered, maxInFlight=%d; nothing was sent. Ask again later, ask slower, or raise maxInFlight"
            .formatted(maxInFlight, maxInFlight));
  }

  private ClientBusyException(String message) {
    super(message);
  }

  /** With the bounds of submitted jobs whose end is awaited. */
  public static ClientBusyException ofTickets(int count, int most, long bytes, long mostBytes) {
    return new ClientBusyException(
        "%d submitted jobs have not ended, maxTickets=%d, with %d of %d bytes; nothing was sent. Submit when some have, or raise maxTickets"
            .formatted(count, most, bytes, mostBytes));
  }
}
