package io.lockarbiter.client.ask;

import java.util.random.RandomGenerator;

/**
 * The identity of a client in the log; no other client has its reply address or chooses its ids.
 *
 * @param replyTo the reply address of its commands
 * @param ids the ids of its commands
 * @param filter tells the events that concern it
 */
public record ClientAddress(String replyTo, CommandIds ids, AddressFilter filter) {
  /**
   * An address that begins with a name, for people.
   *
   * @param random makes the address and the ids unique; must be unpredictable unless the client is
   *     alone
   */
  public static ClientAddress of(String name, RandomGenerator random) {
    CommandIds ids = new CommandIds(random);
    String replyTo = name + "-" + ids.next();
    return new ClientAddress(replyTo, ids, new AddressFilter(replyTo));
  }
}
