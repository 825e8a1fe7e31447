package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A copy of a tree, which is there as a whole or not at all. */
class CopyTest extends TwoServers {
  private static final String SET =
      "<D:propertyupdate xmlns:D=\"DAV:\"><D:set><D:prop><x:colour xmlns:x=\"urn:x\">%s</x:colour></D:prop></D:set></D:propertyupdate>";

  CopyTest() {
    super("plan.txt");
  }

  @BeforeEach
  void addFolders() throws Exception {
    Files.createDirectories(dav.folder.resolve("docs/2026/may"));
    Files.writeString(dav.folder.resolve("docs/2026/may/bill.txt"), "bill");
  }

  private int copy(String from, String to, String... headers) throws Exception {
    return dav.status(
        1,
        "ann",
        "COPY",
        from,
        "",
        Stream.concat(Stream.of("Destination", to), Stream.of(headers)).toArray(String[]::new));
  }

  @Test
  void tree_isCopiedWithItsProperties_andReplacesWhatWasThere() throws Exception {
    Files.createDirectory(dav.folder.resolve("copy"));
    Files.writeString(dav.folder.resolve("copy/old.txt"), "old");
    assertThat(dav.status(0, "ann", "PROPPATCH", "/docs/plan.txt", SET.formatted("red")))
        .isEqualTo(207);
    assertThat(dav.status(0, "ann", "PROPPATCH", "/copy/old.txt", SET.formatted("blue")))
        .isEqualTo(207);

    assertThat(copy("/docs", "/copy", "Overwrite", "F")).isEqualTo(412);
    assertThat(dav.content("/copy/old.txt")).isEqualTo("old");
    assertThat(copy("/docs", "/copy")).isEqualTo(204);

    assertThat(dav.content("/copy/2026/may/bill.txt")).isEqualTo("bill");
    assertThat(dav.content("/docs/2026/may/bill.txt")).isEqualTo("bill");
    assertThat(dav.folder.resolve("copy/old.txt")).doesNotExist();
    for (String path : List.of("/copy/plan.txt", "/docs/plan.txt")) {
      assertThat(dav.ask(0, "bob", "PROPFIND", path, "", "Depth", "0").body()).contains(">red<");
    }
    assertThat(dav.status(0, "ann", "PUT", "/copy/old.txt", "new")).isEqualTo(201);
    assertThat(dav.ask(0, "bob", "PROPFIND", "/copy", "").body()).doesNotContain("blue");
    assertNothingIsLeft();
  }

  @Test
  void folderOfDepth0_isCopiedWithoutWhatIsInIt() throws Exception {
    assertThat(copy("/docs", "/copy", "Depth", "0")).isEqualTo(201);

    assertThat(dav.folder.resolve("copy")).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "COPY,/docs,/none/copy,infinity,409",
    "COPY,/docs,/copy,1,400",
    "COPY,/none,/copy,infinity,404",
    "MOVE,/docs,/copy,0,400",
    "MOVE,/docs,/copy,1,400"
  })
  void requestThatCannotBe_changesNothing(
      String method, String from, String to, String depth, int status) throws Exception {
    assertThat(dav.status(0, "ann", method, from, "", "Destination", to, "Depth", depth))
        .isEqualTo(status);
    assertThat(dav.folder.resolve("copy")).doesNotExist();
    assertThat(dav.content("/docs/plan.txt")).isEqualTo("first");
  }

  /** Clients send all sorts of depths with a file, for which it means nothing. */
  @ParameterizedTest
  @CsvSource({"COPY,0", "COPY,1", "MOVE,0"})
  void depthOfAFile_isIgnored(String method, String depth) throws Exception {
    assertThat(
            dav.status(
                0, "ann", method, "/docs/plan.txt", "", "Destination", "/copy", "Depth", depth))
        .isEqualTo(201);
    assertThat(dav.content("/copy")).isEqualTo("first");
  }

  @Test
  void links_areNotFollowed() throws Exception {
    Files.createSymbolicLink(dav.folder.resolve("docs/out"), temporary);
    Files.createSymbolicLink(dav.folder.resolve("docs/passwd"), Path.of("/etc/passwd"));

    assertThat(copy("/docs", "/copy")).isEqualTo(201);

    try (Stream<Path> names = Files.list(dav.folder.resolve("copy"))) {
      assertThat(names.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("2026", "plan.txt");
    }
  }

  @Test
  void lockBelowTheDestination_keepsTheCopyAway() throws Exception {
    Files.createDirectory(dav.folder.resolve("copy"));
    Files.writeString(dav.folder.resolve("copy/old.txt"), "old");
    dav.locked(0, "bob", "/copy/old.txt", WebdavServers.EXCLUSIVE);

    assertThat(copy("/docs", "/copy")).isEqualTo(423);

    assertThat(dav.content("/copy/old.txt")).isEqualTo("old");
    assertNothingIsLeft();
  }

  /** A server that sleeps after it has copied all files must not put them into their place. */
  @Test
  void copyWhoseLockIsLost_appearsNowhere() throws Exception {
    SharedFolder shared = SharedFolder.at(dav.folder);
    Path from = dav.folder.resolve("docs");
    try (Lease lease = dav.client.acquire(LockRequest.copy("acme", "ann", "/docs", "/copy"));
        WriteScope scope = new WriteScope(lease, shared.fence(), LockPath::of)) {
      Path made = shared.copy(from, true);
      assertThat(made.resolve("2026/may/bill.txt")).hasContent("bill");
      dav.arbiter.forceRelease(lease, "operator", "a test");

      assertThatThrownBy(
              () ->
                  scope.writeAll(
                      () -> {
                        shared.move(made, dav.folder.resolve("copy"));
                        return made;
                      }))
          .isInstanceOf(LateWriteException.class);
    }
    assertThat(dav.folder.resolve("copy")).doesNotExist();
  }

  @Test
  void copyThatTheFenceRefuses_leavesNothing() throws Exception {
    FencingAction later = FencingAction.of("acme", Long.MAX_VALUE >> 1, Mode.EXCLUSIVE, "/copy");
    var unused = SharedFolder.at(dav.folder).fence().write(later, () -> "done");

    assertThat(copy("/docs", "/copy")).isEqualTo(503);

    assertThat(dav.folder.resolve("copy")).doesNotExist();
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> left = Files.list(dav.folder.resolve(".lockarbiter/incoming"))) {
      assertThat(left).isEmpty();
    }
  }
}
