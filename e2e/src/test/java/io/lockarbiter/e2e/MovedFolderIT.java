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
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads into a folder that is renamed amid them, on real Kafka, Redis and files. */
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
    List<Rejected> gone = gone(deployment);
    System.out.println(gone.size() + " of " + UPLOADS * seeds.size() + " uploads followed");
    assertThat(gone).isNotEmpty().allMatch(each -> each.movedTo() != null);
    CleanHistory.check(deployment);
  }

  /** Half of them do not know yet that the folder has another name. */
  @Test
  void whoComesAfterTheRename_writesIntoTheNewFolderToo(Deployment deployment) throws Exception {
    deployment.arbiter("lockarbiter.moves.remembered", "true").awaitHealthy();
    Path tree = Files.createDirectories(trees.resolve("late"));
    Files.createDirectory(tree.resolve("old"));
    try (LockClient gateway = KafkaLockClient.open(deployment.clientOptions());
        LockClient other = KafkaLockClient.open(deployment.clientOptions())) {
      Uploads uploads = new Uploads(gateway, "late", tree, LockRequest::existing);
      uploads.ask(IntStream.range(0, 5));
      Lease rename = rename(other, "late");
      uploads.ask(IntStream.range(5, 10));
      await().until(() -> uploads.waitingOrWritten() == 10);
      end(rename, tree);
      uploads.ask(IntStream.range(10, 20));
      uploads.awaitWritten();
    }
    assertThat(filesIn(tree.resolve("new"))).isEqualTo(20);
    assertThat(tree.resolve("old")).doesNotExist();
    List<Rejected> gone = gone(deployment);
    assertThat(gone)
        .hasSizeBetween(15, 20)
        .allMatch(each -> each.movedTo() != null && each.movedSeq() != null);
    CleanHistory.check(deployment);
  }

  /** Each is written before the folder is renamed, or waits for the rename. */
  private void upload(LockClient gateway, LockClient other, String account, Random random)
      throws Exception {
    Path tree = Files.createDirectories(trees.resolve(account));
    Files.createDirectory(tree.resolve("old"));
    int before = 1 + random.nextInt(UPLOADS - 1);
    Uploads uploads = new Uploads(gateway, account, tree, request -> request);
    uploads.ask(IntStream.range(0, before));
    Lease rename = rename(other, account);
    uploads.ask(IntStream.range(before, UPLOADS));
    await().until(() -> uploads.waitingOrWritten() == UPLOADS);
    end(rename, tree);
    uploads.awaitWritten();
    assertThat(filesIn(tree.resolve("new"))).isEqualTo(UPLOADS);
    assertThat(tree.resolve("old")).doesNotExist();
  }

  private static Lease rename(LockClient client, String account) throws Exception {
    LockRequest rename = LockRequest.rename(account, "bob", "/old", "/new");
    return client
        .acquireAsync(rename.waitingUpTo(Duration.ofMinutes(5)))
        .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private static void end(Lease rename, Path tree) throws Exception {
    Files.move(tree.resolve("old"), tree.resolve("new"));
    rename.release(WorkOutcome.GONE).get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private static List<Rejected> gone(Deployment deployment) {
    return deployment.log().events().stream()
        .filter(event -> event.reason() == RejectReason.PATH_GONE)
        .map(Rejected.class::cast)
        .toList();
  }

  private static long filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  /** Uploads of one tree, which follow the moves of its folder. */
  private static final class Uploads {
    private final LockClient client;
    private final String account;
    private final Path tree;
    private final UnaryOperator<LockRequest> how;
    private final List<CompletableFuture<Void>> written = new ArrayList<>();
    private final Set<Integer> waiting = ConcurrentHashMap.newKeySet();

    Uploads(LockClient client, String account, Path tree, UnaryOperator<LockRequest> how) {
      this.client = client;
      this.account = account;
      this.tree = tree;
      this.how = how;
    }

    void ask(IntStream numbers) {
      numbers.forEach(
          n -> {
            LockRequest request =
                LockRequest.upload(account, "ann", "/old/f" + n)
                    .waitingUpTo(Duration.ofMinutes(5))
                    .followingMoves();
            written.add(
                client
                    .acquireAsync(how.apply(request), position -> waiting.add(n))
                    .thenAccept(lease -> write(tree, lease)));
          });
    }

    long waitingOrWritten() {
      return waiting.size() + written.stream().filter(CompletableFuture::isDone).count();
    }

    void awaitWritten() throws Exception {
      for (CompletableFuture<Void> each : written) {
        each.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
    }
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
