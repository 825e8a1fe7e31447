package io.lockarbiter.client.hold;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientHealth;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockClientStatistics;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.QueueListener;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.client.YieldResult;
import io.lockarbiter.client.YieldWish;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.client.ask.ClientLoop;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.EventSink;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.UnknownEvent;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The client between its edges: a loop, a sender of commands and a sink of events. */
public final class HoldingLockClient implements LockClient, EventSink {
  private final ClientContext context;
  private final Sessions sessions;
  private final Leases leases;
  private final Owners owners;
  private final Tickets tickets;
  private final Opening opening;
  private final HealthCheck health;
  private final ClientClosing closing;
  private final LeaseRequests requests;
  private final Questions questions;

  /**
   * A client without locks.
   *
   * @param threads run listeners and complete futures
   * @param edges the edges of the client; closed by the thread that closes it
   */
  public HoldingLockClient(
      LockClientOptions options,
      ClientAddress address,
      ClientLoop loop,
      CommandSender sender,
      CallbackThreads threads,
      RandomGenerator random,
      ClientEdges edges) {
    this.context = ClientContext.of(options, address, loop, sender, threads, random);
    this.sessions = new Sessions(context);
    this.leases = new Leases(context, sessions);
    this.owners = new Owners(context.replyTo(), leases);
    this.tickets = new Tickets(context);
    this.opening = new Opening(loop, edges, options.answerTimeout(), options.maxInFlight());
    this.health = new HealthCheck(context, edges);
    this.closing = new ClientClosing(context, sessions, leases, tickets, opening, edges);
    this.requests = new LeaseRequests(context, leases, owners, opening, closing);
    this.questions = new Questions(context, requests);
  }

  /**
   * Opens the client: the edges can be used from now on, and earlier requests are sent as soon as
   * their answers would be read. Runs in a turn of its own.
   *
   * @param partitions the number of partitions of the topics
   */
  public void opened(int partitions) {
    opening.connected();
    context
        .loop()
        .execute(
            () -> {
              context.commands().partitions(partitions);
              opening.opened(partitions);
            });
  }

  /** Handles an event in a turn of its own. */
  @Override
  public void accept(Event event) {
    context
        .loop()
        .execute(
            () -> {
              String newer = event.newerWord();
              if (newer != null) {
                context.warnings().newer(event, newer);
              }
              if (event instanceof UnknownEvent) {
                return;
              }
              context.commands().dispatch(event);
              leases.see(event);
              tickets.see(event);
            });
  }

  /** Sets a repeat window in a turn of its own. */
  @Override
  public void repeatWindow(int partition, Duration window) {
    context.loop().execute(() -> context.commands().repeatWindow(partition, window));
  }

  /** Handles a gap in a turn of its own. */
  @Override
  public void gap(String what) {
    context
        .loop()
        .execute(
            () -> {
              context.counters().gaps.increment();
              context.commands().askAgain();
              leases.renewAll();
              tickets.lookAgain(what);
            });
  }

  @Override
  public Lease acquire(LockRequest request) throws InterruptedException {
    return acquire(request, position -> {});
  }

  @Override
  public Lease acquire(LockRequest request, QueueListener listener) throws InterruptedException {
    RequestRules.checkAsking(request);
    return requests.acquire(request, listener, BlockingLease::await);
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(LockRequest request) {
    return acquireAsync(request, position -> {});
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(LockRequest request, QueueListener listener) {
    return requests.acquireAsync(request, listener);
  }

  @Override
  public Optional<Lease> tryAcquire(LockRequest request, Duration patience)
      throws InterruptedException {
    Duration forAnswers = context.options().resendAfter().multipliedBy(3);
    return requests.acquire(
        request.waitingUpTo(patience),
        position -> {},
        answer -> answer.await(patience.plus(forAnswers)));
  }

  @Override
  public Ticket submit(String pool, LockRequest request) {
    return submit(pool, request, context.ids().next());
  }

  @Override
  public Ticket submit(String pool, LockRequest request, String lockId) {
    RequestRules.check(context.options(), request, pool);
    RequestRules.checkId("lockId", lockId);
    Owner owner = owners.ofJob(request, lockId);
    Acquire acquire = RequestCommands.submission(request, owner, lockId, context.replyTo(), pool);
    OpenTicket ticket = new OpenTicket(acquire);
    CompletableFuture<String> submitted =
        questions.ask(
            request.account(),
            (succeeded, failed) -> Submission.start(context, tickets, ticket, succeeded, failed));
    var unused =
        submitted.whenComplete(
            (id, failure) -> {
              if (failure != null) {
                context.loop().execute(() -> tickets.end(ticket, OpenTicket.outcomeOf(failure)));
              }
            });
    return new Ticket(request.account(), lockId, submitted, ticket.outcome());
  }

  @Override
  public CompletableFuture<Lease> adopt(String account, String lockId, Owner owner) {
    return adopt(account, lockId, owner, Adoption.Origin.elsewhere(null));
  }

  @Override
  public CompletableFuture<Lease> adopt(
      String account, String lockId, Owner owner, Instant grantedAt) {
    return adopt(account, lockId, owner, Adoption.Origin.elsewhere(grantedAt));
  }

  private CompletableFuture<Lease> adopt(
      String account, String lockId, Owner owner, Adoption.Origin origin) {
    LockKey key = new LockKey(account, lockId);
    Throwable here = context.leaks().here();
    return questions.ask(
        account,
        (adopted, failed) ->
            new Adoption(
                    context,
                    requests,
                    leases,
                    key,
                    owner,
                    origin,
                    lease -> {
                      context.leaks().opened(lease, here);
                      adopted.accept(lease);
                    },
                    failed)
                .start(),
        Lease::abandon);
  }

  @Override
  public CompletableFuture<CheckOut> checkOut(
      LockRequest request, Duration keep, @Nullable String note) {
    return checkOut(request, keep, note, context.ids().next(), /* isIdChosen= */ false);
  }

  @Override
  public CompletableFuture<CheckOut> checkOut(
      LockRequest request, Duration keep, @Nullable String note, String lockId) {
    return checkOut(request, keep, note, lockId, /* isIdChosen= */ true);
  }

  private CompletableFuture<CheckOut> checkOut(
      LockRequest request,
      Duration keep,
      @Nullable String note,
      String lockId,
      boolean isIdChosen) {
    RequestRules.checkId("lockId", lockId);
    if (request.isBound()) {
      throw new IllegalArgumentException(
          "a check-out is not bound(): it is kept for its time, whatever becomes of a session");
    }
    LockRequest kept = RequestCommands.checkOut(request, keep, note);
    RequestRules.checkCheckOut(context.options(), kept);
    Acquire acquire =
        RequestCommands.acquire(
            kept, Objects.requireNonNull(kept.owner()), lockId, context.replyTo());
    return new CheckingOut(context, questions, acquire, isIdChosen).ask();
  }

  @Override
  public CheckOut checkedOut(String account, String lockId, Owner owner) {
    RequestRules.checkId("lockId", lockId);
    return new NamedCheckOut(
        context, questions, new LockKey(account, lockId), owner, /* until= */ null);
  }

  @Override
  public CompletableFuture<ReleaseResult> forceRelease(
      String account, String lockId, String operator, @Nullable String comment) {
    String problem = WorkOutcome.textProblem(comment);
    if (problem != null) {
      throw new IllegalArgumentException("comment " + problem);
    }
    ForceRelease force =
        new ForceRelease(
            context.ids().next(),
            account,
            new Owner(operator, null),
            context.replyTo(),
            lockId,
            comment);
    return questions.ask(
        account,
        (settled, failed) ->
            PendingRelease.ask(context, force, () -> new ReleaseAnswer(null, null), settled));
  }

  @Override
  public CompletableFuture<ReleaseAllResult> releaseAll(String account, Owner owner) {
    if (owner.session() == null) {
      throw new IllegalArgumentException(
          "subAccount=%s has no session here; releaseAllSessions ends the locks of all of them"
              .formatted(owner.subAccount()));
    }
    return releaseAllOf(account, owner);
  }

  @Override
  public CompletableFuture<ReleaseAllResult> releaseAllSessions(String account, String subAccount) {
    return releaseAllOf(account, new Owner(subAccount, null));
  }

  private CompletableFuture<ReleaseAllResult> releaseAllOf(String account, Owner owner) {
    return questions.ask(
        account,
        (succeeded, failed) ->
            new PendingReleaseAll(context, account, owner, succeeded, failed).ask());
  }

  @Override
  public LockSession keepAlive(String account, String subAccount, Duration lease)
      throws InterruptedException {
    return keepAlive(account, new Owner(subAccount, context.ids().next()), lease);
  }

  @Override
  public LockSession keepAlive(String account, Owner owner, Duration lease)
      throws InterruptedException {
    RequestRules.checkSession(context.options(), account, owner, lease);
    BlockingSession answer = new BlockingSession();
    requests.start(
        account,
        () -> sessions.begin(account, owner, lease, answer::begun, answer::failed),
        answer::failed);
    return answer.await();
  }

  @Override
  public CompletableFuture<LockSession> keepAliveAsync(
      String account, Owner owner, Duration lease) {
    RequestRules.checkSession(context.options(), account, owner, lease);
    return questions.<LockSession>ask(
        account,
        (begun, failed) -> sessions.begin(account, owner, lease, begun::accept, failed),
        session -> ((KeptSession) session).leave());
  }

  @Override
  public CompletableFuture<YieldResult> askToYield(
      String account,
      String lockId,
      Owner asker,
      @Nullable Duration grace,
      @Nullable String comment) {
    Yield command =
        PendingYield.command(
            context, new LockKey(account, lockId), asker, new YieldWish(grace, comment));
    return questions.ask(account, (settled, failed) -> PendingYield.ask(context, command, settled));
  }

  @Override
  public LockClientHealth health() {
    return health.look(opening.isOpen(), closing.hasBegun());
  }

  @Override
  public LockClientStatistics statistics() {
    return context.counters().snapshot();
  }

  @Override
  public void close() {
    closing.close();
  }
}
