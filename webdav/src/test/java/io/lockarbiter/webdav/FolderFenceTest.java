package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderFenceTest {
  private static final List<String> PATHS = List.of("/", "/a", "/a/b", "/a/b/c", "/a/d", "/e");
  private static final List<Mode> MODES =
      List.of(Mode.READ, Mode.ADD, Mode.PUT, Mode.DELETE, Mode.EXCLUSIVE);

  @TempDir private Path folder;

  private FolderFence fence;

  @BeforeEach
  void make() {
    fence = new FolderFence(folder);
  }

  @Test
  void lateAction_isRefusedByAnyFenceOfTheFolder() throws IOException {
    assertThat(fence.write(put("/a/b", 34), () -> "done")).isEqualTo("done");

    FolderFence other = new FolderFence(folder);
    assertThatThrownBy(
            () ->
                other.write(
                    FencingAction.of("acme", 33, Mode.DELETE, "/a"),
                    () -> {
                      throw new AssertionError("it was done");
                    }))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("33")
        .hasMessageContaining("34");
    assertThat(other.write(put("/a/c", 33), () -> "beside")).isEqualTo("beside");
    assertThat(other.write(FencingAction.of("else", 1, Mode.DELETE, "/a"), () -> "another account"))
        .isEqualTo("another account");
  }

  @Test
  void forgottenTokens_areRefused() throws IOException {
    fence.write(put("/a/b", 34), () -> "done");
    fence.write(put("/a/c", 50), () -> "done");

    assertThat(fence.accounts(null, 10)).containsExactly("acme");
    fence.forgetBelow("acme", 40);
    fence.forgetBelow("acme", 30);

    assertThatThrownBy(() -> fence.write(put("/x", 39), () -> "late"))
        .isInstanceOf(FencedException.class);
    assertThat(fence.write(put("/a/b", 40), () -> "done")).isEqualTo("done");
    assertThatThrownBy(() -> fence.write(put("/a/c", 49), () -> "late"))
        .isInstanceOf(FencedException.class);
  }

  @Test
  void actionThatFails_leavesItsToken() throws IOException {
    assertThatThrownBy(
            () ->
                fence.write(
                    put("/a/b", 34),
                    () -> {
                      throw new IOException("the disk is full");
                    }))
        .hasMessage("the disk is full");

    assertThatThrownBy(() -> fence.write(put("/a/b", 33), () -> "late"))
        .isInstanceOf(FencedException.class);
  }

  @Test
  void accounts_comeInPages() throws IOException {
    for (String account : new String[] {"c", "a", "b"}) {
      fence.write(FencingAction.of(account, 1, Mode.PUT, "/x"), () -> "done");
    }

    assertThat(fence.accounts(null, 2)).containsExactly("a", "b");
    assertThat(fence.accounts("b", 2)).containsExactly("c");
    assertThat(fence.accounts("c", 2)).isEmpty();
  }

  @Test
  void fileThatADeadServerLeft_isForgotten_andOneWithoutTokenIsNoneForgotten() throws IOException {
    fence.write(put("/a", 50), () -> "done");
    Path trace = onlyTrace();
    Path left = Files.writeString(trace.resolveSibling(".left"), "5");
    fence.forgetBelow("acme", 40);
    assertThat(left).doesNotExist();
    assertThat(trace).hasContent("50");

    Files.writeString(trace, "");
    assertThatThrownBy(() -> fence.write(put("/a", 51), () -> "done"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no token, so nothing may be written");
  }

  private Path onlyTrace() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(each -> Files.isRegularFile(each))
          .filter(each -> !List.of("lock", "name", "floor").contains(each.getFileName().toString()))
          .filter(
              each -> {
                try {
                  return Files.readString(each).equals("50");
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void randomActions_areDecidedAsInMemory() throws IOException {
    Random random = new Random(Seeds.fresh());
    MemoryFencingGuard memory = new MemoryFencingGuard();
    for (int i = 0; i < 500; i++) {
      FencingAction action =
          FencingAction.of(
              "acme", 1 + random.nextInt(40) + i / 4, List.of(target(random), target(random)));
      boolean isAdmitted = memory.admit(action).isEmpty();
      boolean isWritten = true;
      try {
        fence.write(action, () -> "done");
      } catch (FencedException e) {
        isWritten = false;
      }
      assertThat(isWritten).as("%d: %s", i, action).isEqualTo(isAdmitted);
    }
  }

  private static Target target(Random random) {
    return new Target(
        LockPath.of(PATHS.get(random.nextInt(PATHS.size()))),
        MODES.get(random.nextInt(MODES.size())));
  }

  private static FencingAction put(String path, long token) {
    return FencingAction.of("acme", token, Mode.PUT, path);
  }
}
