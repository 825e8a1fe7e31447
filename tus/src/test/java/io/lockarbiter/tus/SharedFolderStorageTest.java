package io.lockarbiter.tus;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import me.desair.tus.server.exception.UploadNotFoundException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadIdFactory;
import me.desair.tus.server.upload.UploadInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guarantees of a folder to several servers that may die at any moment. */
class SharedFolderStorageTest {
  @TempDir private Path folder;
  @TempDir private Path other;
  private final UploadIdFactory ids = UploadLockingKit.ids();
  private UploadInfo upload = new UploadInfo();
  private UploadId id = ids.createId();

  @BeforeEach
  void create() throws IOException {
    upload.setLength(100L);
    upload = server().create(upload, "ann");
    id = upload.getId();
  }

  private SharedFolderStorageService server() {
    SharedFolderStorageService server = new SharedFolderStorageService(folder);
    server.setIdFactory(ids);
    return server;
  }

  private Path file(String name) {
    return folder.resolve("uploads").resolve(id.toString()).resolve(name);
  }

  private static FencingAction token(long token) {
    return FencingAction.of("acme", token, Mode.PUT, "/uploads/x");
  }

  private static ByteArrayInputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(US_ASCII));
  }

  /** A server leaves such bytes if it is killed after a write and before it records the write. */
  @Test
  void bytesThatNobodyRecorded_areCutOffBeforeTheNextAppend() throws Exception {
    server().append(upload, text("abcd"));
    Files.writeString(file("data"), "lost", StandardOpenOption.APPEND);

    UploadInfo info = server().getUploadInfo(id);
    server().append(info, text("efgh"));

    assertThat(file("data")).hasContent("abcdefgh");
  }

  /** A server leaves such a record if it is killed while it writes the record. */
  @Test
  void recordThatWasNotFinished_countsForNothing() throws Exception {
    server().append(upload, text("abcd"));
    Files.writeString(file("info-cut"), "half a rec");

    assertThat(server().getUploadInfo(id))
        .extracting(UploadInfo::getOffset, UploadInfo::getOwnerKey)
        .containsExactly(4L, "ann");
  }

  @Test
  void record_isReadWhileItIsExchanged() throws Exception {
    SharedFolderStorageService server = server();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (long offset = 1; offset <= 200; offset++) {
                upload.setOffset(offset);
                update(server);
              }
            },
            ThreadPerTask.EXECUTOR);
    while (!writer.isDone()) {
      assertThat(server.getUploadInfo(id)).isNotNull();
    }
    writer.get();

    assertThat(server.getUploadInfo(id)).extracting(UploadInfo::getOffset).isEqualTo(200L);
    try (Stream<Path> files = Files.list(file("."))) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("info", "data");
    }
  }

  private void update(SharedFolderStorageService server) {
    try {
      server.update(upload);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A server leaves such an upload if it is killed, or stands still, in the middle of a removal.
   */
  @ParameterizedTest
  @ValueSource(strings = {"info", "data"})
  void uploadThatIsHalfRemoved_isNotTakenUpAgain(String removed) throws Exception {
    Files.delete(file(removed));

    assertThatThrownBy(() -> server().append(upload, text("abcd")))
        .isInstanceOf(UploadNotFoundException.class)
        .hasMessageContaining(id.toString());
    assertThat(file(removed)).doesNotExist();
  }

  /** Its bytes cannot be deleted at once. */
  @Test
  void removalThatIsCutShort_leavesTheRecordForTheNext() throws Exception {
    Files.delete(file("data"));
    Path within = Files.createFile(Files.createDirectory(file("data")).resolve("within"));

    assertThatThrownBy(() -> server().terminateUpload(upload)).isInstanceOf(IOException.class);
    assertThat(server().getUploadInfo(id)).isNotNull();
    Files.delete(within);
    server().terminateUpload(upload);
    assertThat(folder.resolve("uploads")).isEmptyDirectory();
  }

  @Test
  void uploadThatIsNone_hasNoRecord() throws Exception {
    assertThat(server().getUploadInfo(ids.createId())).isNull();
    assertThat(server().getUploadInfo((UploadId) null)).isNull();
  }

  @Test
  void token_passesAsOftenAsItLikesAndNotAfterAHigherOne() throws Exception {
    assertThat(server().write(id, token(5), () -> "a")).isEqualTo("a");
    assertThat(server().write(id, token(5), () -> "b")).isEqualTo("b");
    assertThat(server().write(id, token(7), () -> "c")).isEqualTo("c");

    assertThatThrownBy(() -> server().write(id, token(6), () -> "d"))
        .isInstanceOf(LateUploadException.class)
        .hasMessageContaining("token=6: token=7 has written already");
    assertThat(server().write(id, token(8), () -> "e")).isEqualTo("e");
  }

  /** This also holds for two storages of one process, whatever path they use for the folder. */
  @Test
  void writesToOneUpload_followOneAnother() throws Exception {
    Path link = Files.createSymbolicLink(other.resolve("link"), folder);
    SharedFolderStorageService server = server();
    SharedFolderStorageService second = new SharedFolderStorageService(link);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    List<String> order = new java.util.concurrent.CopyOnWriteArrayList<>();
    CompletableFuture<String> first =
        written(
            server,
            1,
            () -> {
              inside.countDown();
              await(goOn);
              order.add("first");
              return "first";
            });
    assertThat(inside.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    CompletableFuture<String> after =
        written(
            second,
            2,
            () -> {
              order.add("second");
              return "second";
            });
    assertThat(order).isEmpty();
    goOn.countDown();

    assertThat(after.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("second");
    assertThat(first).isCompleted();
    assertThat(order).containsExactly("first", "second");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private CompletableFuture<String> written(
      SharedFolderStorageService server, long token, UploadWrite<String> write) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return server.write(id, token(token), write);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        ThreadPerTask.EXECUTOR);
  }
}
