package io.lockarbiter.trial.bench.tus;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A user with a bad line: uploads one file after the other, each through whichever server, cuts
 * most of its requests off in the middle, and asks again at once.
 */
final class FlappingClient implements Runnable {
  private static final int NONE = -1;
  private static final long AGAIN_MS = 20;

  private final int number;
  private final List<URI> servers;
  private final Path files;
  private final TusSettings settings;
  private final TusTally tally;
  private final AtomicBoolean stop;
  private final TusRequests requests;
  private final Random random;

  /** The server at which a request is going on that writes. */
  private volatile int writesAt = NONE;

  /** When that server was killed; 0 once the upload goes on elsewhere. */
  private volatile long killedAt;

  private long refusedSince;

  FlappingClient(
      int number,
      List<URI> servers,
      Path files,
      TusSettings settings,
      TusTally tally,
      TusRequests requests,
      AtomicBoolean stop) {
    this.number = number;
    this.servers = servers;
    this.files = files;
    this.settings = settings;
    this.tally = tally;
    this.requests = requests;
    this.stop = stop;
    this.random = new Random(settings.seed() + number);
  }

  /** Whether a request that writes is going on at a server. */
  boolean writesAt(int server) {
    return writesAt == server;
  }

  /**
   * The server where it wrote was killed.
   *
   * @param at by {@link System#nanoTime}, or shortly before
   */
  void killed(long at) {
    killedAt = at;
  }

  /** Whether it waits for another server to take its upload up. */
  boolean waitsToResume() {
    return killedAt != 0;
  }

  @Override
  public void run() {
    try {
      while (!stop.get()) {
        upload();
      }
    } catch (InterruptedException e) {
      tally.faults.add("client " + number + " did not come to an end");
    } catch (IOException | RuntimeException e) {
      tally.faults.add("client " + number + ": " + e);
    }
  }

  private void upload() throws IOException, InterruptedException {
    byte[] content = new byte[settings.bytes() / 2 + random.nextInt(settings.bytes() / 2)];
    random.nextBytes(content);
    String path = create(content.length);
    int offset = 0;
    while (offset < content.length) {
      offset = offset(path);
      if (offset < content.length) {
        patch(path, content, offset);
      }
    }
    check(path, content);
    delete(path);
  }

  private String create(int bytes) throws InterruptedException {
    while (true) {
      try {
        HttpResponse<Void> answer = requests.create(servers.get(anyServer()), user(), bytes);
        tally.status(answer.statusCode());
        if (answer.statusCode() == 201) {
          return answer.headers().firstValue("Location").orElseThrow();
        }
      } catch (IOException e) {
        // Its server was killed, or is not there yet.
      }
      TimeUnit.MILLISECONDS.sleep(AGAIN_MS);
    }
  }

  private int offset(String path) throws InterruptedException {
    while (true) {
      long began = System.nanoTime();
      try {
        HttpResponse<Void> answer = requests.head(at(anyServer(), path), user());
        answered(answer.statusCode(), began);
        if (answer.statusCode() / 100 == 2) {
          return Integer.parseInt(answer.headers().firstValue("Upload-Offset").orElseThrow());
        }
        requireLocked(answer, path);
      } catch (IOException e) {
        // As above.
      }
      TimeUnit.MILLISECONDS.sleep(AGAIN_MS);
    }
  }

  private void patch(String path, byte[] content, int from) throws InterruptedException {
    int rest = content.length - from;
    boolean cuts = random.nextInt(4) > 0;
    int breaksAt = cuts ? from + 1 + random.nextInt(rest) : content.length;
    int server = anyServer();
    long began = System.nanoTime();
    writesAt = server;
    try {
      HttpResponse<Void> answer = requests.patch(at(server, path), user(), content, from, breaksAt);
      answered(answer.statusCode(), began);
      if (answer.statusCode() != 204 && answer.statusCode() != 409) {
        requireLocked(answer, path);
      }
    } catch (IOException e) {
      tally.cuts.increment();
    } finally {
      writesAt = NONE;
    }
  }

  private void requireLocked(HttpResponse<Void> answer, String path) {
    if (answer.statusCode() != 423 && answer.statusCode() != 503) {
      throw new IllegalStateException(
          "%s of %s was answered %d"
              .formatted(answer.request().method(), path, answer.statusCode()));
    }
  }

  /** Notes how long the upload is refused as locked, and when it goes on after a kill. */
  private void answered(int status, long began) {
    tally.status(status);
    long now = System.nanoTime();
    if (status == 423) {
      refusedSince = refusedSince == 0 ? began : refusedSince;
    } else if (refusedSince != 0) {
      tally.refused((now - refusedSince) / 1_000_000);
      refusedSince = 0;
    }
    long killed = killedAt;
    if (killed != 0 && began - killed > 0 && status / 100 == 2) {
      tally.resumedAfterMs.add((now - killed) / 1_000_000);
      killedAt = 0;
    }
  }

  private void check(String path, byte[] content) throws IOException {
    Path stored = files.resolve("uploads").resolve(Path.of(path).getFileName()).resolve("data");
    if (!MessageDigest.isEqual(sha256(content), sha256(Files.readAllBytes(stored)))) {
      tally.faults.add("client " + number + ": " + path + " is not what was sent");
    }
    tally.finished.increment();
    tally.bytes.add(content.length);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private void delete(String path) throws InterruptedException {
    while (true) {
      long began = System.nanoTime();
      try {
        HttpResponse<Void> answer = requests.delete(at(anyServer(), path), user());
        answered(answer.statusCode(), began);
        if (answer.statusCode() == 204 || answer.statusCode() == 404) {
          return;
        }
        requireLocked(answer, path);
      } catch (IOException e) {
        // As above.
      }
      TimeUnit.MILLISECONDS.sleep(AGAIN_MS);
    }
  }

  private int anyServer() {
    return random.nextInt(servers.size());
  }

  private URI at(int server, String path) {
    return servers.get(server).resolve(path);
  }

  /** Ten clients are one user, as limits count. */
  private String user() {
    return "user-" + number / 10;
  }
}
