package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers are two processes: what keeps writers of one apart does not keep those of both. */
class TwoProcessesTest {
  @TempDir private Path folder;

  @Test
  void writerBehindOneOfAnotherProcess_waits() throws Exception {
    FolderFence fence = new FolderFence(folder, Duration.ofMillis(200));
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(other.getInputStream().read()).isEqualTo('w');

      assertThatThrownBy(() -> fence.write(action(2), () -> "done"))
          .isInstanceOf(AwayException.class);

      other.getOutputStream().close();
      assertThat(other.waitFor()).isZero();
      assertThat(fence.write(action(2), () -> "done")).isEqualTo("done");
    } finally {
      other.destroyForcibly();
    }
  }

  private static FencingAction action(long token) {
    return FencingAction.of("acme", token, Mode.PUT, "/a");
  }

  /** Writes until its input ends. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws IOException {
      int end =
          new FolderFence(Path.of(args[0]))
              .write(
                  action(1),
                  () -> {
                    System.out.write('w');
                    System.out.flush();
                    return System.in.read();
                  });
      System.exit(end == -1 ? 0 : 1);
    }
  }
}
