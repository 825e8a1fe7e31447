package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.GuardCleaner;
import io.lockarbiter.testing.FakeArbiter;
import io.lockarbiter.webdav.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shared folder in a program that has none of the module's own servers. */
class SharedFolderTest {
  @TempDir private Path temporary;

  @Test
  void cleanerOfAnApplication_hasTheFolderForgetTokens() throws Exception {
    SharedFolder folder = SharedFolder.at(Files.createDirectory(temporary.resolve("drive")));
    FakeArbiter arbiter = new FakeArbiter();
    try (LockClient client = arbiter.client("drive")) {
      for (int i = 0; i < 20; i++) {
        place(client, folder, "/" + i + ".txt");
      }
      long before = tokens(folder);
      // A lock that is held still would have been told again by then.
      arbiter.pass(Duration.ofMinutes(12));
      place(client, folder, "/last.txt");

      new GuardCleaner(arbiter.liveTokens(), Objects.requireNonNull(folder.memory()), 10).turn();

      assertThat(before).isGreaterThanOrEqualTo(20);
      assertThat(tokens(folder)).isLessThan(before / 2);
      assertThat(folder.root().resolve("7.txt")).hasContent("7");
    }
  }

  private void place(LockClient client, SharedFolder folder, String path) throws Exception {
    Path stored =
        Files.writeString(temporary.resolve("stored"), path.substring(1, path.length() - 4));
    try (Lease lease = client.acquire(LockRequest.upload("acme", "ann", path))) {
      assertThat(folder.place(lease, stored, path)).isTrue();
    }
  }

  private static long tokens(SharedFolder folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder.root().resolve(".lockarbiter/fence"))) {
      return all.filter(Files::isRegularFile).count();
    }
  }
}
