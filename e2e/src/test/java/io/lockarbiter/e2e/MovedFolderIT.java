package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.contracts.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred uploads into a folder that is renamed amid them, on real Kafka, Redis and files. */
@Cluster
class MovedFolderIT {
  private static final int UPLOADS = 100;
  private static final int SEEDS = 3;

  @TempDir private Path trees;

  @Test
  void everyFile_isInTheNewFolderAndNoneInAGhost(Deployment deployment) throws Exception {
    deployment.arbiter().awaitHealthy();
    List<Long> seeds = Seeds.fresh(SEEDS).toList();
    try (LockClient gateway = KafkaLockClient.open(deployment.clientOptions());
        LockClient other = KafkaLockClient.open(deployment.clientOptions())) {
      for (int n = 0; n < seeds.size(); n++) {
        upload(gateway, other, "acme-" + n, new Random(seeds.get(n)));
      }
    }
    List<Rejected> gone =
        deployment.log().events().stream()
            .filter(event -> event.reason() == RejectReason.PATH_GONE)
            .map(Rejected.class::cast)
            .toList();
    System.out.println(gone.size() + " of " + UPLOADS * seeds.size() + " uploads followed");
    assertThat(gone).isNotEmpty().allMatch(each -> each.movedTo() != null);
    CleanHistory.check(deployment);
  }

  /** Each is written before the folder is renamed, or waits for the rename. */
  private void upload(LockClient gateway, LockClient other, String account, Random random)
      throws Exception {
    Path tree = Files.createDirectories(trees.resolve(account));
    Files.createDirectory(tree.resolve("old"));
    int before = 1 + random.nextInt(UPLOADS - 1);
    List<CompletableFuture<Void>> written = new ArrayList<>();
    Set<Integer> waiting = ConcurrentHashMap.newKeySet();
    ask(gateway, account, tree, IntStream.range(0, before), written, waiting);
    CompletableFuture<Lease> renaming =
        other.acquireAsync(
            LockRequest.rename(account, "bob", "/old", "/new").waitingUpTo(Duration.ofMinutes(5)));
    Lease rename = renaming.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    ask(gateway, account, tree, IntStream.range(before, UPLOADS), written, waiting);
    await()
        .until(
            () ->
                waiting.size() + written.stream().filter(CompletableFuture::isDone).count()
                    == UPLOADS);
    Files.move(tree.resolve("old"), tree.resolve("new"));
    rename.release(WorkOutcome.GONE).get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);

    for (CompletableFuture<Void> each : written) {
      each.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    try (Stream<Path> files = Files.list(tree.resolve("new"))) {
      assertThat(files).hasSize(UPLOADS);
    }
    assertThat(tree.resolve("old")).doesNotExist();
  }

  private static void ask(
      LockClient gateway,
      String account,
      Path tree,
      IntStream numbers,
      List<CompletableFuture<Void>> written,
      Set<Integer> waiting) {
    numbers.forEach(
        n -> {
          LockRequest request =
              LockRequest.upload(account, "ann", "/old/f" + n)
                  .waitingUpTo(Duration.ofMinutes(5))
                  .followingMoves();
          written.add(
              gateway
                  .acquireAsync(request, position -> waiting.add(n))
                  .thenAccept(lease -> write(tree, lease)));
        });
  }

  /** Makes the folders that are missing, as upload servers do. */
  private static void write(Path tree, Lease lease) {
    try (lease) {
      String path = String.valueOf(lease.lock().path()).substring(1);
      Path file = tree.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, path, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
