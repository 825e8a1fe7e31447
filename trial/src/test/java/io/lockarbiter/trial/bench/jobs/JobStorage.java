package io.lockarbiter.trial.bench.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.contracts.lock.Mode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A storage with a guard that the workers write to. This process, which nobody kills, serves it
 * over TCP. A line for each action has account, job, token, run, and whether it is the last. One
 * word answers it.
 */
final class JobStorage implements AutoCloseable {
  static final String ADMITTED = "admitted";
  static final String TAKEN_OVER = "takenOver";
  static final String DONE = "done";
  static final String REFUSED = "refused";

  /**
   * Actions of a job that the guard admitted.
   *
   * @param writes all actions
   * @param ends last actions among them
   */
  record Written(int writes, int ends) {}

  private final MemoryFencingGuard guard = new MemoryFencingGuard();
  private final Map<String, Written> jobs = new ConcurrentHashMap<>();
  private final ServerSocket server;

  JobStorage() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("no port for the storage", e);
    }
    daemon(this::acceptAll, "job-storage");
  }

  private static void daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  /** The admitted actions of a job. */
  Written of(String job) {
    return jobs.getOrDefault(job, new Written(0, 0));
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        daemon(() -> serve(socket), "job-storage-" + socket.getPort());
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        socket.getOutputStream().write((act(line) + "\n").getBytes(UTF_8));
      }
    } catch (IOException e) {
      return; // its worker was killed
    }
  }

  private String act(String line) {
    String[] words = line.split(" ");
    String job = words[1];
    boolean last = Boolean.parseBoolean(words[4]);
    FencingAction action =
        FencingAction.of(words[0], Long.parseLong(words[2]), Mode.PUT, "/" + job)
            .run(Long.parseLong(words[3]));
    try {
      return guard.act(
          last ? action.asLast() : action,
          () -> {
            jobs.merge(
                job,
                new Written(1, last ? 1 : 0),
                (a, b) -> new Written(a.writes() + b.writes(), a.ends() + b.ends()));
            return ADMITTED;
          });
    } catch (FencedException e) {
      return e.refusal() instanceof FencingRefusal.TakenOver
          ? TAKEN_OVER
          : e.refusal() instanceof FencingRefusal.Done ? DONE : REFUSED;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
