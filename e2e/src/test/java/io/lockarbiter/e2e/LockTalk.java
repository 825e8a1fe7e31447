package io.lockarbiter.e2e;

import io.lockarbiter.e2e.ClientCalls.Means;
import io.lockarbiter.e2e.ClientCalls.Reply;
import io.lockarbiter.e2e.TreeRequest.Fate;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * All that a {@link TreeClient} says about a lock, from the request to the release. Where an answer
 * is lost it asks again under the same key, it counts what is safe from before its request, and
 * renews each third of the lease. Of a session that is over it says nothing more.
 */
final class LockTalk {
  private static final Set<String> REFUSALS =
      Set.of("CONFLICT", "WAIT_TIMEOUT", "ENDED", "NO_SESSION");
  private static final long THIRD_MS = TreeRequest.LEASE_MS / 3;
  private static final int LONGEST_WAIT_S = 20;
  private static final long SPEAKS_AGAIN_MS = 4_000;

  private final ClientCalls calls;
  private final Random random;
  private final BooleanSupplier isStopping;
  private final Consumer<LockView> ended;
  private final SharedClock clock;
  private final RunTally tally;
  private final ClientFlaw flaw;

  /**
   * The words of a client about its locks.
   *
   * @param isStopping whether it wants no more locks
   * @param ended gets the view of each that is not bound to a session
   */
  LockTalk(
      ClientCalls calls,
      Means means,
      Random random,
      BooleanSupplier isStopping,
      Consumer<LockView> ended) {
    this.calls = calls;
    this.random = random;
    this.isStopping = isStopping;
    this.ended = ended;
    clock = means.clock();
    tally = means.tally();
    flaw = means.flaw();
  }

  /** Asks for the lock; the answer may wait that long. */
  void ask(TreeRequest request, int waitS) {
    long now = clock.nanos();
    if (request.isForsaken()) {
      done(request);
    } else if (isStopping.getAsBoolean() && request.wasSent()) {
      release(request);
    } else if (request.isTooOld(now)) {
      look(request);
    } else {
      HttpRequest.Builder post =
          calls
              .to(request, "locks")
              .header("Idempotency-Key", request.key())
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(request.body()));
      long ageMs = request.ageMs(now);
      if (ageMs > 0) {
        post.header("Request-Age", Long.toString(ageMs));
        tally.count("acquires sent again");
      }
      if (waitS > 0) {
        post.header("Prefer", "wait=" + waitS);
      }
      calls.send(
          request, post, reply -> asked(request, waitS, reply), () -> askAnew(request, waitS));
    }
  }

  private void askAnew(TreeRequest request, int waitS) {
    if (flaw == ClientFlaw.TAKES_A_NEW_KEY) {
      request.takeNewKey();
    }
    ask(request, waitS);
  }

  private void asked(TreeRequest request, int waitS, Reply reply) {
    if (reply.status() == 201) {
      tally.count(request.boundTo() == null ? "granted" : "granted bound");
      held(request, reply);
    } else if (reply.status() == 202) {
      queued(request, waitS);
    } else if (reply.isPassing()) {
      calls.again(() -> ask(request, waitS));
    } else if (reply.reason().equals("LATE_COPY")) {
      look(request);
    } else {
      refused(request, reply);
    }
  }

  private void refused(TreeRequest request, Reply reply) {
    TreeSession session = request.boundTo();
    boolean isOfSession = reply.reason().equals("NO_SESSION");
    boolean hasEnded = session != null && reply.received() >= session.safeEnd();
    if (!REFUSALS.contains(reply.reason()) || isOfSession && !hasEnded) {
      calls.wrong("asked for %s".formatted(request.name()), reply);
    }
    tally.count("refused " + reply.reason());
    if (isOfSession && session != null) {
      session.lose("a request is refused");
    }
    done(request);
  }

  private void queued(TreeRequest request, int waitS) {
    tally.count("waits");
    if (request.fate() == Fate.SILENT_IN_THE_QUEUE && !isStopping.getAsBoolean()) {
      tally.count("silent in the queue");
      fallSilent(request);
    } else if (waitS == 0) {
      ask(request, 1 + random.nextInt(LONGEST_WAIT_S));
    } else {
      ask(request, waitS);
    }
  }

  private void look(TreeRequest request) {
    if (request.isForsaken()) {
      done(request);
      return;
    }
    tally.count("looks");
    calls.send(
        request,
        calls.to(request, "locks/" + request.key() + "?wait=5").GET(),
        reply -> {
          String state = reply.answer().text("state");
          if (reply.isPassing()) {
            calls.again(() -> look(request));
          } else if (state.equals("granted")) {
            renew(request);
          } else if (!state.equals("queued")) {
            tally.count("over at the look");
            done(request);
          } else if (isStopping.getAsBoolean()) {
            release(request);
          } else {
            look(request);
          }
        },
        () -> look(request));
  }

  /** An answer that the lock is held: it counts from before its request. */
  private void held(TreeRequest request, Reply reply) {
    boolean isFlawed = flaw == ClientFlaw.COUNTS_FROM_THE_ANSWER;
    long validForMs = reply.answer().number("validForMs");
    long safeEnd = (isFlawed ? reply.received() : reply.sent()) + validForMs * 1_000_000;
    TreeSession session = request.boundTo();
    if (session != null) {
      safeEnd = Math.max(safeEnd, session.safeEnd());
    }
    if (request.isForsaken()) {
      done(request);
    } else if (request.isHeld() && reply.received() >= request.until()) {
      lost(request);
    } else if (reply.received() < safeEnd) {
      request.holds(reply.received(), safeEnd);
      hold(request);
    } else {
      tally.count("answers after their safe end");
      renew(request);
    }
  }

  private void hold(TreeRequest request) {
    long left = request.from() / 1_000_000 + request.holdMs() - clock.nanos() / 1_000_000;
    if (left > THIRD_MS && request.boundTo() == null) {
      calls.later(THIRD_MS, () -> renew(request));
    } else {
      calls.later(Math.max(0, left), () -> finish(request));
    }
  }

  private void renew(TreeRequest request) {
    long now = clock.nanos();
    if (request.isForsaken()) {
      done(request);
    } else if (request.isHeld() && now >= request.until()) {
      lost(request);
    } else if (request.isHeld() && flaw == ClientFlaw.SKIPS_RENEWALS) {
      request.holds(now, now + TreeRequest.LEASE_MS * 1_000_000);
      hold(request);
    } else {
      tally.count("renewals");
      calls.send(request, renewal(request), reply -> renewed(request, reply), () -> renew(request));
    }
  }

  private HttpRequest.Builder renewal(TreeRequest request) {
    return calls.to(request, "locks/" + request.key() + "/renew").POST(BodyPublishers.noBody());
  }

  private void renewed(TreeRequest request, Reply reply) {
    if (reply.status() == 200) {
      held(request, reply);
    } else if (reply.isPassing()) {
      calls.again(() -> renew(request));
    } else {
      boolean isOver = reply.reason().equals("NOT_HELD");
      if (!isOver || reply.received() < request.until()) {
        calls.wrong("renewed %s, safe for longer".formatted(request.name()), reply);
      }
      tally.count("over at the renewal");
      done(request);
    }
  }

  private void lost(TreeRequest request) {
    tally.count("lost at the safe end");
    if (request.boundTo() != null) {
      request.boundTo().lose("safe end passed");
    }
    done(request);
  }

  private void finish(TreeRequest request) {
    long now = clock.nanos();
    if (request.isForsaken()) {
      done(request);
    } else if (request.boundTo() != null && now >= request.until()) {
      lost(request);
    } else if (isStopping.getAsBoolean() || request.fate() == Fate.RELEASED && !isFlawed(request)) {
      request.stops(now);
      release(request);
    } else {
      tally.count("silent");
      fallSilent(request);
    }
  }

  private boolean isFlawed(TreeRequest request) {
    return request.boundTo() != null && flaw == ClientFlaw.KEEPS_ACTING_AFTER_ITS_SESSION;
  }

  private void fallSilent(TreeRequest request) {
    LockView view = request.view();
    if (request.boundTo() != null) {
      request.boundTo().fallSilent();
      done(request);
    } else if (request.isHeld() && flaw == ClientFlaw.SPEAKS_AGAIN) {
      calls.later(
          SPEAKS_AGAIN_MS,
          () ->
              calls.send(
                  request,
                  renewal(request),
                  reply -> ended.accept(view),
                  () -> ended.accept(view)));
    } else {
      ended.accept(view);
    }
  }

  private void release(TreeRequest request) {
    calls.send(
        request,
        calls.to(request, "locks/" + request.key()).DELETE(),
        reply -> {
          if (reply.isPassing()) {
            calls.again(() -> release(request));
          } else {
            if (reply.status() != 200 && !reply.reason().equals("NOT_HELD")) {
              calls.wrong("released %s".formatted(request.name()), reply);
            }
            tally.count("released");
            done(request);
          }
        },
        () -> release(request));
  }

  /** Nothing more is said about it. */
  void done(TreeRequest request) {
    if (request.boundTo() == null) {
      ended.accept(request.view());
    } else {
      request.boundTo().done();
    }
  }
}
