package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.e2e.process.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A holder is paused beyond its lease, another one gets the lock, and the first one resumes. */
@EveryFifthDay
@EnabledOnOs(
    value = {OS.LINUX, OS.MAC},
    disabledReason = "needs SIGSTOP")
@Cluster
class PausedHolderIT {
  private static final String PATH = "/docs/plan.pdf";

  @TempDir Path folder;

  private final MemoryFencingGuard guard = new MemoryFencingGuard();
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final List<String> refused = new CopyOnWriteArrayList<>();

  @Test
  void wokenHolder_isToldAndItsWriteIsRefused(Deployment deployment) throws Exception {
    deployment.arbiter().awaitHealthy();
    Process holder = start(deployment);
    try (LockClient client = KafkaLockClient.open(deployment.clientOptions())) {
      Thread storage = new Thread(() -> store(holder));
      storage.start();
      await().until(() -> content().startsWith("sleeper"));
      JavaProcess.signal(holder, "STOP");
      Lease lease =
          client
              .acquireAsync(
                  LockRequest.upload("acme", "next", PATH)
                      .leaseOf(Duration.ofMinutes(5))
                      .waitingUpTo(Patience.LIMIT))
              .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
      write(FencingAction.of(lease), "next " + lease.token());
      assertThat(refused).isEmpty();

      JavaProcess.signal(holder, "CONT");

      await().until(() -> said.stream().anyMatch(line -> line.startsWith("lost ")));
      await().until(() -> !refused.isEmpty());
      holder.outputWriter().append("end\n").flush();
      holder.onExit().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
      storage.join();
      assertThat(said).contains("valid false");
      assertThat(said.stream().filter(line -> line.startsWith("lost "))).hasSize(1);
      assertThat(refused).allMatch(line -> line.contains("refused"));
      assertThat(content()).isEqualTo("next " + lease.token());
      assertThat(lease.isValid()).isTrue();
    } finally {
      holder.destroyForcibly().waitFor();
    }
  }

  private static Process start(Deployment deployment) throws IOException {
    return JavaProcess.builder(
            System.getProperty("java.class.path"),
            CarelessWriter.class.getName(),
            List.of(deployment.brokers(), deployment.prefix(), "acme", PATH, "2000"))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Acts as the storage: executes the holder's writes that the guard admits. */
  private void store(Process holder) {
    try (BufferedReader lines = holder.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("write ")) {
          long token = Long.parseLong(line.substring(6));
          write(FencingAction.of("acme", token, Mode.PUT, PATH), "sleeper " + token);
        } else {
          said.add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(FencingAction action, String text) {
    try {
      guard.act(
          action,
          () -> {
            try {
              return Files.writeString(folder.resolve("plan.pdf"), text);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (FencedException e) {
      refused.add(String.valueOf(e.getMessage()));
    }
  }

  private String content() {
    Path file = folder.resolve("plan.pdf");
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
