package io.lockarbiter.e2e;

import io.lockarbiter.e2e.ClientCalls.Means;
import io.lockarbiter.e2e.ClientCalls.Reply;
import io.lockarbiter.e2e.TreeRequest.Fate;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A client as the gateway's page describes it: it asks for one lock after the other, each under a
 * key that it repeats at the next instance where an answer is lost, counts what is safe from before
 * its request, renews each third of the lease, and releases the lock or falls silent. It never
 * blocks; its callbacks follow one another.
 */
final class TreeClient {
  private static final Set<String> REFUSALS = Set.of("CONFLICT", "WAIT_TIMEOUT", "ENDED");
  private static final long THIRD_MS = TreeRequest.LEASE_MS / 3;
  private static final int LONGEST_WAIT_S = 20;
  private static final long SPEAKS_AGAIN_MS = 4_000;

  private final String name;
  private final String account;
  private final Random random;
  private final ClientCalls calls;
  private final SharedClock clock;
  private final RunTally tally;
  private final ClientFlaw flaw;
  private final List<LockView> views = new ArrayList<>();
  private final CompletableFuture<List<LockView>> ended = new CompletableFuture<>();
  private volatile boolean stopping;
  private int requests;

  TreeClient(String name, String account, Means means, Random random) {
    this.name = name;
    this.account = account;
    this.random = random;
    calls = new ClientCalls(means, random, ended::completeExceptionally);
    clock = means.clock();
    tally = means.tally();
    flaw = means.flaw();
  }

  /** Begins; completes some time after {@link #stop}, when no lock of it is held or waits. */
  CompletableFuture<List<LockView>> start() {
    calls.later(random.nextInt(1_000), this::next);
    return ended;
  }

  void stop() {
    stopping = true;
  }

  private void next() {
    if (stopping) {
      ended.complete(List.copyOf(views));
    } else {
      requests++;
      ask(TreeRequest.random(name + "-" + requests, account, name, random), 0);
    }
  }

  private void ask(TreeRequest request, int waitS) {
    long now = clock.nanos();
    if (stopping && request.wasSent()) {
      release(request);
    } else if (request.isTooOld(now)) {
      look(request);
    } else {
      HttpRequest.Builder post =
          calls
              .to(request, "")
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
      tally.count("granted");
      held(request, reply);
    } else if (reply.status() == 202) {
      queued(request, waitS);
    } else if (reply.isPassing()) {
      calls.again(() -> ask(request, waitS));
    } else if (reply.reason().equals("LATE_COPY")) {
      look(request);
    } else {
      if (!REFUSALS.contains(reply.reason())) {
        wrong("asked for %s".formatted(request.name()), reply);
      }
      tally.count("refused " + reply.reason());
      done(request.view());
    }
  }

  private void queued(TreeRequest request, int waitS) {
    tally.count("waits");
    if (request.fate() == Fate.SILENT_IN_THE_QUEUE && !stopping) {
      tally.count("silent in the queue");
      done(request.view());
    } else if (waitS == 0) {
      ask(request, 1 + random.nextInt(LONGEST_WAIT_S));
    } else {
      ask(request, waitS);
    }
  }

  private void look(TreeRequest request) {
    tally.count("looks");
    calls.send(
        request,
        calls.to(request, "/" + request.key() + "?wait=5").GET(),
        reply -> {
          String state = reply.answer().text("state");
          if (reply.isPassing()) {
            calls.again(() -> look(request));
          } else if (state.equals("granted")) {
            renew(request);
          } else if (!state.equals("queued")) {
            tally.count("over at the look");
            done(request.view());
          } else if (stopping) {
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
    if (request.isHeld() && reply.received() >= request.until()) {
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
    if (left > THIRD_MS) {
      calls.later(THIRD_MS, () -> renew(request));
    } else {
      calls.later(Math.max(0, left), () -> finish(request));
    }
  }

  private void renew(TreeRequest request) {
    long now = clock.nanos();
    if (request.isHeld() && now >= request.until()) {
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
    return calls.to(request, "/" + request.key() + "/renew").POST(BodyPublishers.noBody());
  }

  private void renewed(TreeRequest request, Reply reply) {
    if (reply.status() == 200) {
      held(request, reply);
    } else if (reply.isPassing()) {
      calls.again(() -> renew(request));
    } else {
      boolean isOver = reply.reason().equals("NOT_HELD");
      if (!isOver || reply.received() < request.until()) {
        wrong("renewed %s, safe for longer".formatted(request.name()), reply);
      }
      tally.count("over at the renewal");
      done(request.view());
    }
  }

  private void lost(TreeRequest request) {
    tally.count("lost at the safe end");
    done(request.view());
  }

  private void finish(TreeRequest request) {
    if (request.fate() == Fate.RELEASED || stopping) {
      request.stops(clock.nanos());
      release(request);
    } else {
      tally.count("silent");
      LockView view = request.view();
      if (flaw == ClientFlaw.SPEAKS_AGAIN) {
        calls.later(
            SPEAKS_AGAIN_MS,
            () -> calls.send(request, renewal(request), reply -> done(view), () -> done(view)));
      } else {
        done(view);
      }
    }
  }

  private void release(TreeRequest request) {
    calls.send(
        request,
        calls.to(request, "/" + request.key()).DELETE(),
        reply -> {
          if (reply.isPassing()) {
            calls.again(() -> release(request));
          } else {
            if (reply.status() != 200 && !reply.reason().equals("NOT_HELD")) {
              wrong("released %s".formatted(request.name()), reply);
            }
            tally.count("released");
            done(request.view());
          }
        },
        () -> release(request));
  }

  private void done(LockView view) {
    views.add(view);
    calls.later(random.nextInt(1_000), this::next);
  }

  private void wrong(String what, Reply reply) {
    tally.wrong("%s: %d %s".formatted(what, reply.status(), reply.answer().body()));
  }
}
