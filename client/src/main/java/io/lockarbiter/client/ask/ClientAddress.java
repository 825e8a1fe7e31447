package io.lockarbiter.client.ask;

import java.util.UUID;

/**
 * Who a client is to the log: nobody else has its reply address or chooses its ids.
 *
 * @param replyTo the reply address of its commands
 * @param ids the ids of its commands
 * @param filter tells the events that concern it
 */
public record ClientAddress(String replyTo, CommandIds ids, AddressFilter filter) {
  /** An address that begins with a name, for people. */
  public static ClientAddress of(String name, UUID client) {
    String replyTo = name + "-" + client;
    return new ClientAddress(replyTo, new CommandIds(client), new AddressFilter(replyTo));
  }
}
