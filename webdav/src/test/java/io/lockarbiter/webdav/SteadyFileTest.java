package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is replaced while a server is about to read it. */
class SteadyFileTest {
  @TempDir private Path temporary;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(temporary.resolve("plan.txt"), "old");
  }

  private void replace(String text) throws IOException {
    Path next = Files.writeString(temporary.resolve("next"), text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private String read(SteadyFile steady) throws IOException {
    try (InputStream bytes = steady.checked(Files.newInputStream(file))) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void bytesOfTheVersionThatWasTold_areRead() throws IOException {
    SteadyFile steady = new SteadyFile(file);
    steady.tell();

    assertThat(read(steady)).isEqualTo("old");
    assertThat(read(new SteadyFile(file))).isEqualTo("old");
  }

  @Test
  void bytesOfAnotherVersion_areRefused() throws IOException {
    SteadyFile steady = new SteadyFile(file);
    steady.tell();
    replace("new");

    assertThatThrownBy(() -> read(steady)).isInstanceOf(SteadyFile.ReplacedException.class);
  }

  @Test
  void fileThatIsGone_isRefused() throws IOException {
    SteadyFile steady = new SteadyFile(file);
    steady.tell();
    Files.delete(file);

    assertThatThrownBy(() -> steady.checked(null)).isInstanceOf(SteadyFile.ReplacedException.class);
  }

  /** Its length changes every time, so a length and bytes that do not match are seen. */
  @Test
  void fileThatIsReplacedAgainAndAgain_isReadAsAWhole() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("drive"));
    file = Files.writeString(folder.resolve("plan.txt"), "0 end");
    AtomicBoolean isOver = new AtomicBoolean();
    try (WebdavServers dav = new WebdavServers(folder, 1)) {
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                for (int n = 1; !isOver.get(); n++) {
                  try {
                    replace("0123456789".repeat(n % 100 * 50) + " end");
                    Thread.sleep(1);
                  } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                }
              },
              ThreadPerTask.EXECUTOR);
      for (int n = 0; n < 1_500; n++) {
        assertThat(dav.ask(0, "ann", "GET", "/plan.txt", "").body()).endsWith(" end");
      }
      isOver.set(true);
      writer.join();
    }
  }
}
