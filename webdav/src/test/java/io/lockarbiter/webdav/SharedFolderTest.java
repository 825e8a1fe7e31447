package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The folder itself: what is left in it, and what leads out of it. */
class SharedFolderTest {
  private static final String FILE = "/docs/plan.txt";

  @TempDir private Path temporary;

  private Path drive;
  private Path outside;

  @BeforeEach
  void make() throws IOException {
    drive = Files.createDirectory(temporary.resolve("drive"));
    outside = Files.createDirectory(temporary.resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), "secret");
  }

  @Test
  void start_removesUnfinishedUploadsOfADay_andNoYoungerOnes() throws IOException {
    Path incoming = Files.createDirectories(drive.resolve(".lockarbiter/incoming"));
    Path dead = left(incoming, "dead", Duration.ofHours(25));
    Path folder = Files.createDirectory(incoming.resolve("folder"));
    Files.writeString(folder.resolve("file"), "x");
    Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(Duration.ofHours(25))));
    Path living = left(incoming, "living", Duration.ofHours(23));

    SharedFolder.at(drive);

    assertThat(dead).doesNotExist();
    assertThat(folder).doesNotExist();
    assertThat(living).exists();
  }

  private static Path left(Path incoming, String name, Duration age) throws IOException {
    Path file = Files.writeString(incoming.resolve(name), "half");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    return file;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/link/secret.txt", "/link/new.txt", "/../x", "/docs/../../x", "/.lockarbiter/x"})
  void pathThatLeadsOut_isRefused(String path) throws IOException {
    SharedFolder folder = SharedFolder.at(drive);
    Files.createSymbolicLink(drive.resolve("link"), outside);

    assertThatThrownBy(() -> folder.file(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("lies outside of the folder, or behind a link");
  }

  @Test
  void links_leadNoRequestOut() throws Exception {
    try (WebdavServers dav = new WebdavServers(drive, 1)) {
      Files.createSymbolicLink(drive.resolve("link"), outside);
      Files.createSymbolicLink(drive.resolve("file"), outside.resolve("secret.txt"));
      Files.writeString(drive.resolve("own.txt"), "own");
      for (String method : new String[] {"GET", "PUT", "MKCOL", "LOCK", "DELETE"}) {
        for (String path : new String[] {"/link/secret.txt", "/link/new.txt"}) {
          String body =
              method.equals("LOCK") ? WebdavServers.EXCLUSIVE : method.equals("MKCOL") ? "" : "new";
          assertThat(dav.status(0, "ann", method, path, body))
              .as("%s %s", method, path)
              .isIn(404, 409);
        }
      }
      assertThat(dav.ask(0, "ann", "GET", "/file", "").body()).doesNotContain("secret");
      assertThat(dav.status(0, "ann", "MOVE", "/own.txt", "", "Destination", "/link/new.txt"))
          .isEqualTo(409);
      assertThat(dav.status(0, "ann", "COPY", "/own.txt", "", "Destination", "/link/new.txt"))
          .isEqualTo(409);
      assertThat(dav.status(0, "ann", "DELETE", "/", "")).isEqualTo(403);
      assertThat(dav.arbiter.locks("acme")).isEmpty();
    }
    assertThat(outside.toFile().list()).containsExactly("secret.txt");
    assertThat(outside.resolve("secret.txt")).hasContent("secret");
  }

  @Test
  void deletionOfAFolder_leavesWhatItsLinksLeadTo() throws Exception {
    Files.createSymbolicLink(Files.createDirectory(drive.resolve("docs")).resolve("l"), outside);
    try (WebdavServers dav = new WebdavServers(drive, 1)) {
      assertThat(dav.status(0, "ann", "DELETE", "/docs", "")).isEqualTo(204);
    }
    assertThat(outside.resolve("secret.txt")).hasContent("secret");
  }

  @Test
  void writeThatComesTooLate_leavesNoBytes() throws Exception {
    Files.writeString(Files.createDirectory(drive.resolve("docs")).resolve("plan.txt"), "first");
    try (WebdavServers dav = new WebdavServers(drive, 1)) {
      boolean unused =
          new FolderFence(drive.resolve(".lockarbiter/fence"))
              .write(FencingAction.of("acme", 1_000_000, Mode.PUT, FILE), () -> true);

      assertThat(dav.status(0, "ann", "PUT", FILE, "late")).isEqualTo(503);

      assertThat(dav.content(FILE)).isEqualTo("first");
    }
    assertThat(drive.resolve(".lockarbiter/incoming")).isEmptyDirectory();
  }
}
