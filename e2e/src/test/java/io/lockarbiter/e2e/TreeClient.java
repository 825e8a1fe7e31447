package io.lockarbiter.e2e;

import io.lockarbiter.e2e.ClientCalls.Means;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * A client as the gateway's page describes it: it asks for one lock after the other, holds it for a
 * while, and releases it or falls silent. A third of its requests are bound to a session, one to
 * three at once. It never blocks; its callbacks follow one another.
 */
final class TreeClient {
  /** One turn in so many is a session, which has two requests on average. */
  private static final int TURNS = 5;

  private final String name;
  private final String account;
  private final Means means;
  private final Random random;
  private final ClientCalls calls;
  private final LockTalk talk;
  private final List<LockView> views = new ArrayList<>();
  private final CompletableFuture<List<LockView>> ended = new CompletableFuture<>();
  private volatile boolean isStopping;
  private int turns;

  TreeClient(String name, String account, Means means, Random random) {
    this.name = name;
    this.account = account;
    this.means = means;
    this.random = random;
    calls = new ClientCalls(means, random, ended::completeExceptionally);
    talk = new LockTalk(calls, means, random, () -> isStopping, view -> turnEnded(List.of(view)));
  }

  /** Begins; completes some time after {@link #stop}, when no lock of it is held or waits. */
  CompletableFuture<List<LockView>> start() {
    calls.later(random.nextInt(1_000), this::next);
    return ended;
  }

  void stop() {
    isStopping = true;
  }

  private void next() {
    if (isStopping) {
      ended.complete(List.copyOf(views));
      return;
    }
    String turn = name + "-" + ++turns;
    if (random.nextInt(TURNS) == 0) {
      new TreeSession(turn, account, name, calls, means, this::askBound, this::turnEnded)
          .start(random);
    } else {
      talk.ask(TreeRequest.random(turn, account, name, /* session= */ null, random), 0);
    }
  }

  private void askBound(TreeRequest request) {
    if (isStopping) {
      talk.done(request);
    } else {
      talk.ask(request, 0);
    }
  }

  private void turnEnded(List<LockView> seen) {
    views.addAll(seen);
    calls.later(random.nextInt(1_000), this::next);
  }
}
