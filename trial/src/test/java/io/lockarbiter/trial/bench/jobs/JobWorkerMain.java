package io.lockarbiter.trial.bench.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobListener;
import io.lockarbiter.client.work.JobOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A worker that writes at the begin and at the end of each job; killed at any moment, or ended in
 * order by a line of input.
 */
final class JobWorkerMain {
  static final String POOL = "bench";
  static final String STARTED = "worker=";
  static final String SKIPPED = "skipped=";
  static final String UNKNOWN = "unknown=";

  private final int port;
  private final int jobMs;

  private JobWorkerMain(int port, int jobMs) {
    this.port = port;
    this.jobMs = jobMs;
  }

  /** Tells of each job that this worker finds ended. */
  private static final JobListener LISTENER =
      new JobListener() {
        @Override
        public void skipped(LockDetails lock, String why) {
          System.out.println(SKIPPED + lock.lockId());
        }

        @Override
        public void unknown(LockDetails lock, String why) {
          System.out.println(UNKNOWN + lock.lockId());
        }
      };

  /**
   * Runs until it is killed, or a line comes.
   *
   * @param arguments the brokers; the storage's port; jobs at a time; ms that a job takes
   */
  public static void main(String[] arguments) throws IOException {
    JobWorkerMain main =
        new JobWorkerMain(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[3]));
    // The least that brokers allow: jobs of the dead are handed out again sooner.
    Map<String, String> kafka =
        Map.of("bootstrap.servers", arguments[0], "session.timeout.ms", "6000");
    try (LockClient client =
            KafkaLockClient.open(LockClientOptions.of(arguments[0]).withName("worker"));
        GrantWorker worker =
            GrantWorker.start(
                client,
                GrantWorkerOptions.of(kafka, POOL)
                    .withConcurrency(Integer.parseInt(arguments[2]))
                    .withStopTimeout(Duration.ZERO)
                    .withListener(LISTENER),
                main::handle)) {
      System.out.println(STARTED + ProcessHandle.current().pid());
      var unused = new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
    }
  }

  private JobOutcome handle(Job job) throws IOException, InterruptedException {
    write(job, job.fencing(), /* last= */ false);
    TimeUnit.MILLISECONDS.sleep(jobMs);
    write(job, job.fencing().asLast(), /* last= */ true);
    return JobOutcome.DONE;
  }

  private void write(Job job, FencingAction action, boolean last) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String line =
          "%s %s %d %d %b\n"
              .formatted(
                  action.account(), job.attribute("job"), action.token(), action.run(), last);
      socket.getOutputStream().write(line.getBytes(UTF_8));
      String answer =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
      if (JobStorage.TAKEN_OVER.equals(answer)) {
        throw new FencedException(new FencingRefusal.TakenOver(action, action.run() + 1));
      }
      if (JobStorage.DONE.equals(answer)) {
        throw new FencedException(new FencingRefusal.Done(action, action.run()));
      }
      if (!JobStorage.ADMITTED.equals(answer)) {
        throw new IOException("the storage answered " + answer);
      }
    }
  }
}
