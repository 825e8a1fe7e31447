package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.testing.FakeArbiter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes that the storage keeps waiting, or refuses. */
class LateWriteTest {
  @TempDir private Path folder;

  @Test
  void writeWhoseLockEndsWhileTheFenceKeepsItWaiting_changesNothing() throws Exception {
    Path file = Files.writeString(folder.resolve("plan.txt"), "first");
    FakeArbiter arbiter = new FakeArbiter();
    try (LockClient client = arbiter.client("server");
        Lease lease = client.acquire(LockRequest.upload("acme", "ann", "/plan.txt"))) {
      StorageFence busy =
          new StorageFence() {
            @Override
            public <T> T write(FencingAction action, StorageWrite<T> write) throws IOException {
              arbiter.forceRelease(lease, "operator", "a test");
              await().until(() -> !lease.isValid());
              return write.run();
            }
          };
      SharedFolder shared = SharedFolder.at(folder, busy);
      Path stored = shared.store(new ByteArrayInputStream(new byte[] {'x'}));

      assertThatThrownBy(() -> shared.place(lease, stored, "/plan.txt"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no longer held");
    }
    assertThat(file).hasContent("first");
  }

  @Test
  void moveThatFails_leavesWhatWasAtItsDestination() throws Exception {
    Path to = Files.createDirectory(folder.resolve("to"));
    Path precious = Files.writeString(to.resolve("plan.txt"), "first");
    SharedFolder shared = SharedFolder.at(folder);

    assertThatThrownBy(() -> shared.move(folder.resolve("gone"), to))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(precious).hasContent("first");
  }

  @Test
  void writerBehindAStoppedOne_isToldToComeAgain() throws Exception {
    FolderFence fence = new FolderFence(folder, Duration.ofMillis(50));
    FolderFence other = new FolderFence(folder, Duration.ofMillis(50));
    FencingAction second = FencingAction.of("acme", 2, Mode.PUT, "/b");
    Thread[] behind = new Thread[1];
    Throwable[] answer = new Throwable[1];

    var unused =
        fence.write(
            FencingAction.of("acme", 1, Mode.PUT, "/a"),
            () -> {
              behind[0] =
                  new Thread(
                      () -> {
                        try {
                          var ignored = other.write(second, () -> "done");
                        } catch (IOException e) {
                          answer[0] = e;
                        }
                      });
              behind[0].start();
              try {
                behind[0].join(10_000);
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              return "done";
            });

    assertThat(answer[0]).isInstanceOf(AwayException.class);
  }
}
