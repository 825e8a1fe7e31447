package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ask.AddressFilter;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.ClientLoop;
import io.lockarbiter.client.ask.CommandIds;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.PendingCommands;
import io.lockarbiter.client.ask.RepeatWindows;
import io.lockarbiter.client.ask.ResendPolicy;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.VisibleText;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts that all requests and leases of one client share. */
record ClientContext(
    LockClientOptions options,
    ClientAddress address,
    ClientLoop loop,
    PendingCommands commands,
    RenewalSchedule schedule,
    SafeEnd safeEnd,
    CallbackThreads threads,
    ReleaseWait releaseWait,
    RandomGenerator random,
    UnreleasedLocks unreleased,
    LeakWatch leaks,
    ClientWarnings warnings,
    ClientCounters counters) {
  private static final Logger LOG = LoggerFactory.getLogger(LockClient.class);

  static ClientContext of(
      LockClientOptions options,
      ClientAddress address,
      ClientLoop loop,
      CommandSender sender,
      CallbackThreads threads,
      RandomGenerator random) {
    ClientCounters counters = new ClientCounters();
    ResendPolicy resends = new ResendPolicy(options.resendAfter(), random);
    Duration onTheWay = CommandSender.LONGEST_DELIVERY.plus(options.clockDifference());
    RepeatWindows windows = new RepeatWindows(onTheWay);
    return new ClientContext(
        options,
        address,
        loop,
        new PendingCommands(loop, sender, resends, windows, counters.resent),
        new RenewalSchedule(loop),
        new SafeEnd(options.clockDifference()),
        threads,
        new ReleaseWait(loop, threads, windows, options.releaseTimeout()),
        random,
        new UnreleasedLocks(),
        new LeakWatch(
            loop,
            options.leakWarning(),
            (what, asked) -> {
              counters.leakWarnings.increment();
              LOG.warn(VisibleText.line(what), asked);
            }),
        new ClientWarnings(loop, counters),
        counters);
  }

  /**
   * Permits one more command to be unanswered.
   *
   * @throws io.lockarbiter.client.ClientBusyException if as many as allowed are
   */
  InFlightPermit permit() {
    return InFlightPermit.acquire(counters.inFlight, options.maxInFlight());
  }

  /** Runs the callbacks of one request, in order. */
  SerialExecutor callbacks() {
    return new SerialExecutor(threads.callbacks());
  }

  /** An executor for the listeners of one lost lease. */
  SerialExecutor losses() {
    return new SerialExecutor(threads.losses());
  }

  String replyTo() {
    return address.replyTo();
  }

  /**
   * The next renewal of a lock, counted as sent.
   *
   * @param leaseMs null = the lock's own
   */
  Renew renewal(LockKey lock, Owner owner, @Nullable Long leaseMs) {
    counters.renewals.increment();
    return new Renew(ids().next(), lock.account(), owner, replyTo(), lock.lockId(), leaseMs);
  }

  /** The next command that keeps a session alive. */
  KeepAlive keepAlive(String account, Owner owner, Duration lease) {
    return new KeepAlive(ids().next(), account, owner, replyTo(), lease.toMillis());
  }

  /** The next release of a lock. */
  Release release(LockKey lock, Owner owner, WorkOutcome outcome) {
    return new Release(ids().next(), lock.account(), owner, replyTo(), lock.lockId(), outcome);
  }

  /**
   * Sends a release once, for a caller that must not mistake the answer to a copy for the answer to
   * the first.
   */
  void askOnce(AccountCommand release, AnswerListener listener) {
    commands.askOnce(release, listener, options.resendAfter().multipliedBy(3));
  }

  CommandIds ids() {
    return address.ids();
  }

  AddressFilter filter() {
    return address.filter();
  }
}
