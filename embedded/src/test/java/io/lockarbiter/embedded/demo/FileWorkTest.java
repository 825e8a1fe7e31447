package io.lockarbiter.embedded.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.contracts.lock.LockPath;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWorkTest {
  private static final Member MEMBER = new Member("acme", "u1", null);

  private final Path root;
  private final FileTree tree;
  private final FileChecks checks = new FileChecks();
  private final FileCounts counts = new FileCounts();
  private final FileWork work = new FileWork(checks, counts);

  FileWorkTest(@TempDir Path root) {
    this.root = root;
    tree = new FileTree(root);
  }

  @Test
  void workInTurn_leavesNoDamage() throws InterruptedException {
    upload("/p/d/f1", 1);
    upload("/p/d/f2", 2);
    upload("/p/d/f1", 3);
    work.download(tree, LockPath.of("/p/d/f1"));
    work.move(tree, LockPath.of("/p/d"), LockPath.of("/q/m"), hold(4));
    work.download(tree, LockPath.of("/q/m/f2"));
    work.delete(tree, LockPath.of("/q"), hold(5));
    upload("/p/d/f3", 6);
    tree.audit(checks);

    assertThat(checks.total()).isZero();
    assertThat(counts.written().sum()).isEqualTo(4);
    assertThat(counts.downloaded().sum()).isEqualTo(2);
    assertThat(counts.movedFolders().sum()).isEqualTo(1);
    assertThat(counts.deletedFolders().sum()).isEqualTo(1);
    assertThat(counts.deletedFiles().sum()).isEqualTo(2);
    assertThat(root.resolve("q")).doesNotExist();
    assertThat(root.resolve("p/d/f3")).exists();
  }

  @Test
  void missingFile_isABrokenDownload() throws InterruptedException, IOException {
    upload("/p/f", 1);
    Files.delete(root.resolve("p/f"));

    work.download(tree, LockPath.of("/p/f"));

    assertThat(checks.count(Violation.BROKEN_READ)).isEqualTo(1);
  }

  @Test
  void fileOfSomebodyElse_isABrokenDownload() throws InterruptedException, IOException {
    upload("/p/f", 1);
    Files.write(root.resolve("p/f"), FileContent.of(job("/p/f", 2)));

    work.download(tree, LockPath.of("/p/f"));

    assertThat(checks.count(Violation.BROKEN_READ)).isEqualTo(1);
  }

  @Test
  void partialFile_isTorn() throws InterruptedException, IOException {
    upload("/p/f", 1);
    Files.write(root.resolve("p/f"), new byte[10]);

    work.download(tree, LockPath.of("/p/f"));

    assertThat(checks.count(Violation.TORN)).isEqualTo(1);
    assertThat(checks.example(Violation.TORN)).isEqualTo("/p/f in a download");
  }

  @Test
  void uploadWhoseFolderCannotBe_isLost() throws InterruptedException, IOException {
    Files.write(root.resolve("p"), new byte[1]);

    upload("/p/f", 1);

    assertThat(checks.count(Violation.LOST)).isEqualTo(1);
    assertThat(counts.written().sum()).isZero();
  }

  @Test
  void uploadOfAnEarlierHolder_isAGhostBelowADeletedFolder() throws InterruptedException {
    upload("/p/d/f", 1);
    work.delete(tree, LockPath.of("/p/d"), hold(9));

    upload("/p/d/f", 5);

    assertThat(checks.count(Violation.GHOST)).isEqualTo(1);
  }

  @Test
  void uploadsIntoAFolderWhileItIsDeleted_areGhosts() throws Exception {
    for (int i = 1; i <= 20; i++) {
      upload("/p/d/f" + i, i);
    }
    Thread uploader = new Thread(this::uploadUntilSeen);
    uploader.start();

    while (checks.count(Violation.GHOST) == 0) {
      work.delete(tree, LockPath.of("/p/d"), hold(0));
    }
    uploader.join();

    assertThat(checks.example(Violation.GHOST)).startsWith("/p/d");
  }

  private void uploadUntilSeen() {
    for (int i = 0; checks.count(Violation.GHOST) == 0; i++) {
      try {
        Path file = root.resolve("p/d/new" + i);
        Files.createDirectories(root.resolve("p/d"));
        Files.write(file, new byte[1]);
      } catch (IOException e) {
        // deleted between the two: try again
      }
    }
  }

  @Test
  void audit_findsWhatIsMissingLeftOverOrWrong() throws InterruptedException, IOException {
    upload("/p/missing", 1);
    upload("/p/wrong", 2);
    Files.delete(root.resolve("p/missing"));
    Files.write(root.resolve("p/wrong"), FileContent.of(job("/p/wrong", 3)));
    Files.write(root.resolve("p/leftover"), FileContent.of(job("/p/leftover", 4)));

    tree.audit(checks);

    assertThat(checks.count(Violation.AUDIT)).isEqualTo(3);
  }

  @Test
  void moveToATakenPlace_isLeftAlone() throws InterruptedException {
    upload("/p/d/f", 1);
    upload("/p/e/f", 2);

    work.move(tree, LockPath.of("/p/d"), LockPath.of("/p/e"), hold(3));
    tree.audit(checks);

    assertThat(counts.movedFolders().sum()).isZero();
    assertThat(checks.total()).isZero();
  }

  @Test
  void uploadThatIsAskedToLetGo_leavesNothingInItsFolderAndGoesOnElsewhere()
      throws InterruptedException {
    upload("/p/d/f", 1);
    UploadJob job = job("/p/d/f", 2);

    int sent = work.upload(tree, job, askedHold(2));
    assertThat(sent).isZero();
    assertThat(tree.file(LockPath.of("/p/d/f"))).doesNotExist();
    work.upload(tree, job.goingOnAt(LockPath.of("/later/u2"), 1_234), hold(3));
    tree.audit(checks);

    assertThat(tree.ledger().snapshot()).containsOnlyKeys(LockPath.of("/later/u2"));
    assertThat(counts.paused().sum()).isEqualTo(1);
    assertThat(checks.total()).isZero();
  }

  /** Returns a hold whose holder is asked to yield as soon as it listens. */
  private static Hold askedHold(long token) {
    Lease lease =
        (Lease)
            Proxy.newProxyInstance(
                Lease.class.getClassLoader(),
                new Class<?>[] {Lease.class},
                (proxy, method, arguments) -> {
                  assertThat(method.getName()).isEqualTo("onYieldRequested");
                  @SuppressWarnings("unchecked")
                  Consumer<YieldRequest> listener = (Consumer<YieldRequest>) arguments[0];
                  listener.accept(new YieldRequest("ops", null, null, null));
                  return null;
                });
    return new Hold(token, lease);
  }

  private void upload(String path, long number) throws InterruptedException {
    work.upload(tree, job(path, number), hold(number));
  }

  private static UploadJob job(String path, long number) {
    return new UploadJob(MEMBER, LockPath.of(path), number, 2_000);
  }

  private static Hold hold(long token) {
    return new Hold(token, null);
  }
}
