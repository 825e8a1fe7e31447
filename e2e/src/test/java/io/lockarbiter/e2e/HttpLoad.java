package io.lockarbiter.e2e;

import io.lockarbiter.trial.bench.stage.LoopingThread;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Asks for locks over HTTP and releases them, without pause, in a thread of its own. It asks the
 * gateways in turn; where one does not answer, it asks the next under the same key, as the
 * gateway's page says.
 */
final class HttpLoad implements AutoCloseable {
  private static final long LIMIT_MS = Duration.ofSeconds(25).toMillis();

  private final RunTally tally;
  private final Supplier<List<String>> gateways;
  private final String key;
  private final LoopingThread thread = new LoopingThread("http-load", this::pair);
  private int pairs;
  private int turn;

  private HttpLoad(RunTally tally, Supplier<List<String>> gateways, String key) {
    this.tally = tally;
    this.gateways = gateways;
    this.key = key;
  }

  /**
   * Begins.
   *
   * @param gateways addresses, whether they answer or not
   */
  static HttpLoad on(RunTally tally, Supplier<List<String>> gateways, String key) {
    HttpLoad load = new HttpLoad(tally, gateways, key);
    load.thread.start();
    return load;
  }

  private void pair() {
    String id = "http" + pairs++;
    String body = "{\"operation\":\"UPLOAD\",\"path\":\"/%s\"}".formatted(id);
    if (asked("acquire", 201, (at, age) -> at.with("Request-Age", age).acquire(id, body))) {
      asked("release", 200, (at, age) -> at.release(id));
    }
  }

  private boolean asked(String what, int expected, Question question) {
    long began = System.nanoTime();
    String last = "";
    for (long age = 0; age < LIMIT_MS; age = (System.nanoTime() - began) / 1_000_000) {
      List<String> all = gateways.get();
      GatewayCaller at = GatewayCaller.of(all.get(turn++ % all.size()), key, "load");
      try {
        GatewayCaller.Answer answer = question.ask(at, Long.toString(age));
        if (answer.status() == expected) {
          tally.count(what);
          return true;
        }
        last = answer.status() + " " + answer.body();
        if (answer.status() < 500) {
          break;
        }
      } catch (IOException e) {
        last = e.toString();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
      tally.count(what + " again");
    }
    tally.wrong(what + ": " + last);
    return false;
  }

  @Override
  public void close() {
    thread.close();
  }

  private interface Question {
    GatewayCaller.Answer ask(GatewayCaller at, String age) throws IOException, InterruptedException;
  }
}
