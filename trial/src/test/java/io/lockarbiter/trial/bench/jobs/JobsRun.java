package io.lockarbiter.trial.bench.jobs;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.client.TicketOutcome;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Submits the jobs, kills the workers or ends them in order, and judges what was told against what
 * was written.
 */
final class JobsRun {
  private static final int ACCOUNTS = 48;
  private static final Pattern STARTED = Pattern.compile(JobWorkerMain.STARTED + "(\\d+)");
  private static final Duration START = Duration.ofSeconds(120);
  private static final List<String> SMALL = List.of("-Xmx128m", "-XX:+UseSerialGC");

  private final JobsSettings settings;
  private final BenchStage stage;
  private final Consumer<String> progress;
  private final Deque<ChildJvm> workers = new ArrayDeque<>();
  private final List<ChildJvm> allWorkers = new ArrayList<>();
  private final Semaphore places;
  private final List<Ticket> tickets = new ArrayList<>();
  private long killAt;
  private int kills;
  private int restarts;

  JobsRun(JobsSettings settings, BenchStage stage, Consumer<String> progress) {
    this.settings = settings;
    this.stage = stage;
    this.progress = progress;
    places = new Semaphore(settings.inFlight());
  }

  JobsReport run() throws InterruptedException, IOException {
    BenchStage.awaitStarted(
        stage.arbiter(
            List.of(),
            Map.of("lockarbiter.topics.partitions", Integer.toString(settings.partitions()))));
    try (JobStorage storage = new JobStorage();
        LockClient gateway =
            KafkaLockClient.open(
                LockClientOptions.of(stage.bootstrapServers()).withName("gateway"))) {
      long began = System.nanoTime();
      for (int n = 0; n < settings.early(); n++) {
        places.acquire();
        submit(gateway, n).submitted().join();
      }
      for (int i = 0; i < settings.workers(); i++) {
        workers.add(worker(storage));
      }
      for (ChildJvm worker : workers) {
        worker.await(STARTED, START);
      }
      killAt = began + TimeUnit.SECONDS.toNanos(settings.killEverySeconds());
      submitAll(gateway, storage);
      boolean allTold = awaitAll(storage);
      double seconds = (System.nanoTime() - began) / 1e9;
      progress.accept(allTold ? "all jobs have ended" : "some jobs were told nothing");
      return report(storage, seconds);
    }
  }

  private ChildJvm worker(JobStorage storage) {
    ChildJvm worker =
        stage.jvm(
            JobWorkerMain.class,
            SMALL,
            List.of(
                stage.bootstrapServers(),
                Integer.toString(storage.port()),
                Integer.toString(settings.concurrency()),
                Integer.toString(settings.jobMs())));
    allWorkers.add(worker);
    return worker;
  }

  /** No more at a time than would all be read within their leases. */
  private void submitAll(LockClient gateway, JobStorage storage) throws InterruptedException {
    for (int n = settings.early(); n < settings.jobs(); n++) {
      while (!places.tryAcquire(100, TimeUnit.MILLISECONDS)) {
        killWhenDue(storage);
      }
      killWhenDue(storage);
      submit(gateway, n);
    }
  }

  private Ticket submit(LockClient gateway, int n) {
    LockRequest request =
        LockRequest.upload("account-" + n % ACCOUNTS, "u1", "/job-" + n)
            .leaseOf(Duration.ofSeconds(settings.leaseSeconds()))
            .attribute("job", "job-" + n);
    Ticket ticket = gateway.submit(JobWorkerMain.POOL, request, "job-" + n);
    tickets.add(ticket);
    ticket.outcome().thenRun(places::release);
    return ticket;
  }

  /** An end comes with the lease's at the latest, and the arbiter is not killed. */
  private boolean awaitAll(JobStorage storage) throws InterruptedException {
    long patience = TimeUnit.SECONDS.toNanos(3L * settings.leaseSeconds() + 60);
    long deadline = System.nanoTime() + patience;
    while (tickets.stream().anyMatch(ticket -> !ticket.outcome().isDone())) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      killWhenDue(storage);
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return true;
  }

  /** The one that has lived longest, at whatever it does; every other is ended in order. */
  private void killWhenDue(JobStorage storage) {
    if (System.nanoTime() - killAt < 0) {
      return;
    }
    killAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(settings.killEverySeconds());
    ChildJvm oldest = workers.remove();
    if (kills > restarts) {
      oldest.tell("end");
      restarts++;
    } else {
      oldest.kill();
      kills++;
    }
    workers.add(worker(storage));
    if ((kills + restarts) % 10 == 0) {
      long ended = tickets.stream().filter(ticket -> ticket.outcome().isDone()).count();
      progress.accept(
          "%,d submitted, %,d ended, %d workers killed, %d ended in order"
              .formatted(tickets.size(), ended, kills, restarts));
    }
  }

  private JobsReport report(JobStorage storage, double seconds) {
    Map<String, Long> told = new TreeMap<>();
    long silent = 0;
    long again = 0;
    long twice = 0;
    long withoutEnd = 0;
    long endedButLost = 0;
    long earlyLost = 0;
    Set<String> done = new HashSet<>();
    int nr = 0;
    for (Ticket ticket : tickets) {
      boolean isEarly = nr++ < settings.early();
      JobStorage.Written written = storage.of(ticket.lockId());
      again += written.writes() - written.ends() > 1 ? 1 : 0;
      twice += written.ends() > 1 ? 1 : 0;
      TicketOutcome outcome = ticket.outcome().getNow(null);
      if (outcome == null) {
        silent++;
        continue;
      }
      told.merge(word(outcome), 1L, Long::sum);
      boolean isDone = outcome instanceof TicketOutcome.Done;
      withoutEnd += isDone && written.ends() == 0 ? 1 : 0;
      endedButLost += !isDone && written.ends() > 0 ? 1 : 0;
      earlyLost += isEarly && !isDone ? 1 : 0;
      if (isDone) {
        done.add(ticket.lockId());
      }
    }
    List<String> lost = reported(JobWorkerMain.SKIPPED);
    return new JobsReport(
        settings,
        seconds,
        kills,
        restarts,
        told,
        silent,
        again,
        twice,
        withoutEnd,
        endedButLost,
        earlyLost,
        lost.stream().filter(done::contains).count(),
        reported(JobWorkerMain.UNKNOWN).size());
  }

  /** The jobs of which any worker reported such an end. */
  private List<String> reported(String word) {
    return allWorkers.stream()
        .flatMap(worker -> worker.output().lines())
        .filter(line -> line.startsWith(word))
        .map(line -> line.substring(word.length()))
        .toList();
  }

  private static String word(TicketOutcome outcome) {
    String word = outcome.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    return outcome instanceof TicketOutcome.Lost lost
        ? word + " " + (lost.why() instanceof LockWithdrawnException e ? e.reason() : "refused")
        : word;
  }
}
