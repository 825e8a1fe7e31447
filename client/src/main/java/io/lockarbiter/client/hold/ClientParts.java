package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ask.AddressFilter;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.CommandDesk;
import io.lockarbiter.client.ask.CommandIds;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.EventLoop;
import io.lockarbiter.client.ask.ResendPolicy;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.lock.Owner;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** What the parts of one client share. */
record ClientParts(
    LockClientOptions options,
    ClientAddress address,
    EventLoop loop,
    CommandDesk desk,
    RenewalSchedule schedule,
    SafeEnd safeEnd,
    Executor callbacks,
    RandomGenerator random,
    ClientCounters counters) {

  static ClientParts of(
      LockClientOptions options,
      ClientAddress address,
      EventLoop loop,
      CommandSender sender,
      Executor callbacks,
      RandomGenerator random) {
    ClientCounters counters = new ClientCounters();
    ResendPolicy resends = new ResendPolicy(options.resendAfter(), random);
    return new ClientParts(
        options,
        address,
        loop,
        new CommandDesk(loop, sender, resends, counters.resent),
        new RenewalSchedule(loop),
        new SafeEnd(options.clockDifference()),
        callbacks,
        random,
        counters);
  }

  String replyTo() {
    return address.replyTo();
  }

  /** The next renewal of a lock, counted as sent. */
  Renew renewal(LockKey lock, Owner owner) {
    counters.renewals.increment();
    return new Renew(
        ids().next(), lock.account(), owner, replyTo(), lock.lockId(), /* leaseMs= */ null);
  }

  /** The next release of a lock. */
  Release release(LockKey lock, Owner owner, boolean gone) {
    return new Release(ids().next(), lock.account(), owner, replyTo(), lock.lockId(), gone);
  }

  CommandIds ids() {
    return address.ids();
  }

  AddressFilter filter() {
    return address.filter();
  }
}
