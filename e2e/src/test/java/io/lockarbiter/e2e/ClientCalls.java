package io.lockarbiter.e2e;

import io.lockarbiter.e2e.GatewayCaller.Answer;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends the requests of one {@link TreeClient} and its sessions to the next instance each, and
 * tells when words were answered or lost. It never blocks. All steps of a client follow one
 * another, whoever calls them; one that fails ends the client.
 */
final class ClientCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The means that all clients share. */
  record Means(
      KilledGateways gateways,
      HttpClient http,
      ScheduledExecutorService timer,
      String key,
      SharedClock clock,
      RunTally tally,
      ClientFlaw flaw) {}

  /** An answer, and when its request was sent and it came. */
  record Reply(Answer answer, long sent, long received) {
    int status() {
      return answer.status();
    }

    String reason() {
      return answer.text("reason");
    }

    /** Says whether the same request is to be sent again. */
    boolean isPassing() {
      return status() == 503
          || status() == 504
          || status() == 429 && reason().startsWith("TOO_MANY");
    }
  }

  private final Means means;
  private final Random random;
  private final Consumer<Throwable> failed;

  /** Calls of a client that is told by {@code failed} if a step of it fails. */
  ClientCalls(Means means, Random random, Consumer<Throwable> failed) {
    this.means = means;
    this.random = random;
    this.failed = failed;
  }

  /**
   * Begins a request for the next instance.
   *
   * @param path from the account on
   */
  HttpRequest.Builder to(CallOwner owner, String path) {
    String url = "%s/v1/accounts/%s/%s";
    return HttpRequest.newBuilder(
            URI.create(url.formatted(means.gateways().next(), owner.account(), path)))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + means.key())
        .header("Session", owner.session())
        .header("Sub-Account", owner.member());
  }

  /**
   * Sends a request once.
   *
   * @param then gets the answer
   * @param otherwise is called a little later if there is none
   */
  void send(CallOwner owner, HttpRequest.Builder built, Consumer<Reply> then, Runnable otherwise) {
    means.tally().count("requests");
    HttpRequest ready = built.build();
    long sent = means.clock().nanos();
    var unused =
        means
            .http()
            .sendAsync(ready, BodyHandlers.ofString())
            .whenComplete(
                (response, failure) -> {
                  long received = means.clock().nanos();
                  turn(
                      () -> {
                        if (failure != null) {
                          unanswered(owner, failure, received);
                          again(otherwise);
                          return;
                        }
                        owner.heard(received);
                        Reply reply = new Reply(GatewayCaller.answer(response), sent, received);
                        if (reply.status() < 300) {
                          means.tally().count("answers below 300");
                          owner.told(reply.answer());
                        } else if (reply.isPassing()) {
                          means.tally().count("passing " + reply.reason());
                        }
                        then.accept(reply);
                      });
                });
  }

  /** Where nobody listens, no word of the client has gone anywhere. */
  private void unanswered(CallOwner owner, Throwable failure, long now) {
    if (failure instanceof ConnectException || failure.getCause() instanceof ConnectException) {
      means.tally().count("met a dead instance");
    } else {
      means.tally().count("cut");
      owner.heard(now);
    }
  }

  /** Notes an answer that no client should get. */
  void wrong(String what, Reply reply) {
    means.tally().wrong("%s: %d %s".formatted(what, reply.status(), reply.answer().body()));
  }

  /** Goes on a little later. */
  void again(Runnable step) {
    later(50 + random.nextInt(100), step);
  }

  void later(long ms, Runnable step) {
    var unused = means.timer().schedule(() -> turn(step), ms, TimeUnit.MILLISECONDS);
  }

  private synchronized void turn(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | AssertionError e) {
      failed.accept(e);
    }
  }
}
