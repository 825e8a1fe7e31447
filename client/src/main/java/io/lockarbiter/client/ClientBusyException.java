package io.lockarbiter.client;

/**
 * The most allowed commands are unanswered, or the most allowed submitted jobs have not ended;
 * nothing was sent. Ask again when some have ended.
 */
public final class ClientBusyException extends LockException {
  /** An exception that names the bound which was reached. */
  public ClientBusyException(int maxInFlight) {
    super(
        "%d commands are unanswered, maxInFlight=%d; nothing was sent. Ask again later, ask slower, or raise maxInFlight"
            .formatted(maxInFlight, maxInFlight));
  }

  private ClientBusyException(String message) {
    super(message);
  }

  /** An exception that names the bounds of submitted jobs whose end is awaited. */
  public static ClientBusyException ofTickets(int count, int most, long bytes, long mostBytes) {
    return new ClientBusyException(
        "%d submitted jobs have not ended, maxTickets=%d, with %d of %d bytes; nothing was sent. Submit when some have, or raise maxTickets"
            .formatted(count, most, bytes, mostBytes));
  }
}
