package io.lockarbiter.e2e;

import io.lockarbiter.e2e.ClientCalls.Means;
import io.lockarbiter.e2e.ClientCalls.Reply;
import io.lockarbiter.e2e.GatewayCaller.Answer;
import io.lockarbiter.e2e.SessionView.Alive;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A session of a {@link TreeClient}, with one to three requests that are bound to it. A loop of its
 * own keeps it alive each third of its lease, also while they wait. It is over when all of them are
 * done, when its client falls silent, or when it was lost: its safe end has passed, or a later
 * {@code beganAt} tells that it had ended. Then nothing more is said. Used by one callback at a
 * time.
 */
final class TreeSession implements CallOwner {
  private static final int MOST_REQUESTS = 3;
  private static final long SLEEP_MS = TreeRequest.LEASE_MS + 1_000;

  private final String name;
  private final String account;
  private final String member;
  private final ClientCalls calls;
  private final Means means;
  private final Consumer<TreeRequest> ask;
  private final Consumer<List<LockView>> ended;
  private final List<TreeRequest> requests = new ArrayList<>();
  private final List<Alive> told = new ArrayList<>();
  private int open;
  private boolean isOver;
  private boolean isSilent;
  private boolean hasEnded;
  private long beganAt = -1;
  private long safeEnd;
  private long lastWord;

  /**
   * A session without requests.
   *
   * @param ask asks for one of its requests, once it is alive
   * @param ended gets the views of its requests, when nothing of it is under way
   */
  TreeSession(
      String name,
      String account,
      String member,
      ClientCalls calls,
      Means means,
      Consumer<TreeRequest> ask,
      Consumer<List<LockView>> ended) {
    this.name = name;
    this.account = account;
    this.member = member;
    this.calls = calls;
    this.means = means;
    this.ask = ask;
    this.ended = ended;
  }

  /** Begins it, with requests that are drawn. */
  void start(Random random) {
    int count = 1 + random.nextInt(MOST_REQUESTS);
    for (int n = 1; n <= count; n++) {
      requests.add(TreeRequest.random(name + "-" + n, account, member, this, random));
    }
    open = count;
    means.tally().count("sessions");
    keepAlive();
  }

  private void keepAlive() {
    if (isOver) {
      end();
    } else {
      send(this::kept, this::keepAlive);
    }
  }

  private void send(Consumer<Reply> then, Runnable otherwise) {
    means.tally().count("keep-alives");
    calls.send(
        this,
        calls
            .to(this, "sessions/" + name + "/keep-alive")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"leaseMs\":%d}".formatted(TreeRequest.LEASE_MS))),
        then,
        otherwise);
  }

  private void kept(Reply reply) {
    if (isOver) {
      end();
    } else if (reply.isPassing()) {
      calls.again(this::keepAlive);
    } else if (reply.status() != 200) {
      calls.wrong("kept %s alive".formatted(name), reply);
      lose("refused");
      end();
    } else {
      alive(reply);
      calls.later(TreeRequest.LEASE_MS / 3, this::keepAlive);
    }
  }

  private void alive(Reply reply) {
    long began = reply.answer().number("beganAt");
    boolean isFirst = beganAt < 0;
    if (isFirst) {
      beganAt = began;
    } else if (began < beganAt) {
      calls.wrong("kept %s alive, which began at %d".formatted(name, beganAt), reply);
    } else if (began > beganAt) {
      if (reply.received() < safeEnd) {
        calls.wrong("kept %s alive, which was safe for longer".formatted(name), reply);
      }
      lose("begun anew");
    } else if (reply.received() >= safeEnd) {
      lose("safe end passed");
    }
    if (!isOver) {
      boolean isFlawed = means.flaw() == ClientFlaw.COUNTS_FROM_THE_ANSWER;
      long from = isFlawed ? reply.received() : reply.sent();
      long validForMs = reply.answer().number("validForMs");
      safeEnd = Math.max(safeEnd, from + validForMs * 1_000_000);
      requests.forEach(request -> request.lastsUntil(safeEnd));
    }
    if (isFirst) {
      requests.forEach(ask);
    }
  }

  /** Says whether it is kept alive no more. */
  boolean isOver() {
    return isOver;
  }

  /** Until when its client may act under what is bound to it. */
  long safeEnd() {
    return safeEnd;
  }

  /** Its client says nothing more, and goes on acting to the safe end. */
  void fallSilent() {
    if (!isOver) {
      means.tally().count("silent sessions");
      isSilent = true;
      isOver = true;
    }
  }

  /** Its client takes all that is bound for lost. */
  void lose(String why) {
    if (!isOver) {
      means.tally().count("sessions lost: " + why);
      isOver = true;
      long now = means.clock().nanos();
      requests.stream().filter(TreeRequest::isHeld).forEach(request -> request.stops(now));
    }
  }

  /** Its client is done with one of its requests. */
  void done() {
    open--;
    if (open == 0) {
      isOver = true;
      endIfDone();
    }
  }

  /** The loop is at its end. */
  private void end() {
    if (isSilent && means.flaw() == ClientFlaw.KEEPS_ACTING_AFTER_ITS_SESSION) {
      calls.later(SLEEP_MS, this::wake);
    } else {
      hasEnded = true;
      endIfDone();
    }
  }

  private void wake() {
    isSilent = false;
    send(
        reply -> {
          if (reply.status() == 200) {
            long validForMs = reply.answer().number("validForMs");
            long until = reply.sent() + validForMs * 1_000_000;
            requests.forEach(request -> request.lastsUntil(until));
          }
          end();
        },
        this::end);
  }

  private void endIfDone() {
    if (hasEnded && open == 0) {
      ended.accept(requests.stream().map(TreeRequest::view).toList());
    }
  }

  /** The view of its client, who is done with it. */
  SessionView view() {
    return new SessionView(name, lastWord / 1e6, List.copyOf(told));
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public String member() {
    return member;
  }

  @Override
  public String session() {
    return name;
  }

  @Override
  public void heard(long now) {
    lastWord = now;
  }

  @Override
  public void told(Answer answer) {
    told.add(new Alive(answer.number("at"), answer.number("beganAt"), answer.number("expiresAt")));
  }
}
