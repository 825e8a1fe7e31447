package io.lockarbiter.testing;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.fence.LiveTokens;
import io.lockarbiter.client.hold.CallbackThreads;
import io.lockarbiter.client.hold.GrantedLock;
import io.lockarbiter.client.hold.HoldingLockClient;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.JobDesk;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An arbiter for unit tests: decides by the reference model, in memory, at once. Its time stands
 * still until {@link #pass} is called, for it and for its clients; leases are renewed, expire and
 * wait limits run out while time passes. It can delay or lose commands and events. All its threads
 * are daemons: a test's process ends whether or not clients and workers are closed.
 *
 * <pre>{@code
 * FakeArbiter arbiter = new FakeArbiter();
 * LockClient client = arbiter.client("gateway");
 * Lease lease = client.acquire(LockRequest.upload("acme", "u1", "/plan.pdf"));
 * arbiter.forceRelease(lease, "ops", "device lost");
 * }</pre>
 */
public final class FakeArbiter {
  private static final long SEED = 42;
  private static final int MOST_LOCKS = 10_000;

  private final SimulatedTime time = new SimulatedTime();
  private final FakeLog log;
  private final Random random = new Random(SEED);

  /** An arbiter without locks. */
  public FakeArbiter() {
    this(/* withoutCase= */ false, /* epoch= */ 0);
  }

  private FakeArbiter(boolean withoutCase, int epoch) {
    log = new FakeLog(time, withoutCase, epoch);
  }

  /** An arbiter without locks for which names that differ in case alone are one name. */
  public static FakeArbiter withoutCase() {
    return new FakeArbiter(/* withoutCase= */ true, /* epoch= */ 0);
  }

  /** An arbiter without locks whose tokens are higher than all of arbiters of lower epochs. */
  public static FakeArbiter ofEpoch(int epoch) {
    return new FakeArbiter(/* withoutCase= */ false, epoch);
  }

  /** Opens a client with default options. */
  public LockClient client(String name) {
    return client(options().withName(name));
  }

  /** The default options, for {@link #client(LockClientOptions)}. */
  public static LockClientOptions options() {
    return LockClientOptions.of(Map.of());
  }

  /** Opens a client; settings for Kafka in its options have no effect here. */
  public LockClient client(LockClientOptions options) {
    ClientAddress address = ClientAddress.of(options.name(), new Random(random.nextLong()));
    CallbackThreads callbacks = CallbackThreads.of(options, "callbacks-" + options.name());
    FakeLog.Reader reader = log.reader(address.filter());
    HoldingLockClient client =
        new HoldingLockClient(
            options,
            address,
            time,
            log.sender(),
            callbacks,
            new Random(random.nextLong()),
            log.edges(reader, callbacks::close));
    reader.start(client);
    client.opened(FakeLog.PARTITIONS);
    return client;
  }

  /** Options for one job at a time of a pool, for {@link #worker}. */
  public static GrantWorkerOptions workerOptions(String pool) {
    return GrantWorkerOptions.of(Map.of(), pool);
  }

  /**
   * Starts a worker, which takes the jobs submitted to its pool as {@link GrantWorker} does,
   * without Kafka. Pauses before another attempt pass with {@link #pass}. Handlers run on threads
   * of the worker, as in production, so a test awaits their effects; with {@code
   * withHandlers(Runnable::run)}, and a client with {@code withCallbacks(Runnable::run)}, they run
   * within the call that causes them, and must not wait for an answer of the arbiter.
   *
   * @param client the client that holds the leases; stays the caller's
   * @return a handle that ends the worker at once, like a process that dies: its unfinished jobs go
   *     to another worker of its group, or wait for one
   */
  public AutoCloseable worker(LockClient client, GrantWorkerOptions options, GrantHandler handler) {
    JobDesk desk =
        new JobDesk(client, options, handler, time, /* keepsTheProcess= */ false, failure -> {});
    time.execute(() -> log.group(options.group(), options.pool()).join(desk));
    return () -> time.execute(() -> log.group(options.group(), options.pool()).leave(desk));
  }

  /** Lets time pass for everybody. */
  public void pass(Duration duration) {
    time.pass(duration);
  }

  /**
   * Stops everything for a time; then all tasks that are due run at once, as after a pause of the
   * process.
   */
  public void pause(Duration duration) {
    time.jump(duration);
  }

  /** Ends a lock as an operator does. */
  public void forceRelease(Lease lease, String operator, String comment) {
    log.append(
        new ForceRelease(
            UUID.randomUUID().toString(),
            lease.account(),
            new Owner(operator, null),
            null,
            lease.lockId(),
            comment));
  }

  /**
   * Asks a lock's holder to let go of it.
   *
   * @param grace the time after which it is released if it is still held; null = the holder decides
   * @param comment the reason; null if none is given
   */
  public void askToYield(
      Lease lease, String subAccount, @Nullable Duration grace, @Nullable String comment) {
    log.append(
        new Yield(
            UUID.randomUUID().toString(),
            lease.account(),
            new Owner(subAccount, null),
            null,
            lease.lockId(),
            grace == null ? null : grace.toMillis(),
            comment));
  }

  /**
   * Loses the lease's renewals and lets time pass until it has expired.
   *
   * @throws IllegalArgumentException if it is bound to a session, with which it ends
   */
  public void expire(Lease lease) {
    if (lease.lock().lease().isZero()) {
      throw new IllegalArgumentException(
          "lockId=%s is bound to its session, and has no lease of its own; expire the session"
              .formatted(lease.lockId()));
    }
    Predicate<AccountCommand> itsRenewals =
        command -> command instanceof Renew renew && renew.lockId().equals(lease.lockId());
    log.loseCommands(itsRenewals);
    time.pass(lease.lock().lease().multipliedBy(2));
    log.loseCommands(command -> false);
  }

  /** Loses the commands that keep a session alive and lets time pass until it has ended. */
  public void expire(LockSession session) {
    log.loseCommands(
        command ->
            command instanceof KeepAlive
                && command.account().equals(session.account())
                && command.owner().equals(session.owner()));
    Duration left = Duration.between(log.now(), session.expiresAt());
    time.pass(left.isNegative() ? Duration.ZERO : left);
    log.loseCommands(command -> false);
  }

  /**
   * Changes a setting of the decisions, such as the time for which ended ids are remembered; the
   * next event tells clients of that window. At the beginning all settings have their defaults.
   *
   * @throws IllegalArgumentException for what is told once for all: see {@link #withoutCase} and
   *     {@link #ofEpoch}
   */
  public void set(Setting setting, int value) {
    if (setting == Setting.NAMES_WITHOUT_CASE
        || setting == Setting.PARTITIONS
        || setting == Setting.EPOCH) {
      throw new IllegalArgumentException(
          "%s=%d, expected another setting: this one is told once for all. Take FakeArbiter.withoutCase() or ofEpoch()"
              .formatted(setting.text(), value));
    }
    log.set(setting, value);
  }

  /**
   * Decides nothing until {@link #start}; commands queue up in the log. A lease that is closed
   * meanwhile does not wait for its answer, because time stands still. A client that is closed
   * meanwhile waits for the answers to its releases until {@link LockClientOptions#closeTimeout}
   * has passed, which another thread must let happen; {@code Closing.ABANDON} waits for nothing.
   */
  public void stop() {
    log.halt(true);
  }

  /** Decides the queued commands, and goes on. */
  public void start() {
    log.halt(false);
  }

  /** Loses matching commands on their way, from now on. */
  public void loseCommands(Predicate<AccountCommand> such) {
    log.loseCommands(such);
  }

  /** Loses matching events on their way to all clients, from now on. */
  public void loseEvents(Predicate<Event> such) {
    log.loseEvents(such);
  }

  /** Delays commands on their way into the log, from now on. */
  public void delayCommands(Duration delay) {
    log.delayCommands(delay);
  }

  /** Delays events on their way to clients, from now on. */
  public void delayEvents(Duration delay) {
    log.delayEvents(delay);
  }

  /** Tells every client that events may be missing, as their readers do when the log was cut. */
  public void reportGap() {
    log.reportGap();
  }

  /** The tokens that may still be alive, as read from the events; lost events are a gap. */
  public LiveTokens liveTokens() {
    return account -> log.tokens().lowest(account);
  }

  /** The last 10,000 commands in the log, in order. */
  public List<AccountCommand> commands() {
    return log.commands();
  }

  /** The last 10,000 events, in order, lost ones too. */
  public List<Event> events() {
    return log.events();
  }

  /** The locks of an account that are held now. */
  public List<FakeLock> locks(String account) {
    return log.store().locks(FakeLog.PARTITION, account, LockPath.ROOT, MOST_LOCKS).stream()
        .map(
            held ->
                new FakeLock(
                    new GrantedLock(held.account(), held.fields()),
                    held.token(),
                    Instant.ofEpochMilli(held.expiresAt())))
        .toList();
  }
}
