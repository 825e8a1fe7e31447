package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests of common clients, in their order, each at another server than the one before. */
class ClientHabitsTest {
  private static final String FINDER = "WebDAVFS/3.0.0 (03008000) Darwin/19.6.0 (x86_64)";
  private static final String WINDOWS = "Microsoft-WebDAV-MiniRedir/10.0.19045";

  @TempDir private Path temporary;

  private WebdavServers dav;
  private int requests;

  @BeforeEach
  void start() throws Exception {
    dav = new WebdavServers(Files.createDirectory(temporary.resolve("drive")), 2);
  }

  @AfterEach
  void close() throws Exception {
    dav.close();
  }

  /** The status of an answer of the next server. */
  private int next(String method, String path, String body, String... headers) throws Exception {
    return dav.status(requests++ % 2, "ann", method, path, body, headers);
  }

  private String lock(String path, String owner, String agent, String timeout) throws Exception {
    return dav.locked(
        requests++ % 2,
        "ann",
        path,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><D:lockinfo xmlns:D=\"DAV:\"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner><D:href>%s</D:href></D:owner></D:lockinfo>"
            .formatted(owner),
        "User-Agent",
        agent,
        "Depth",
        "0",
        "Timeout",
        timeout);
  }

  /**
   * The Finder copies a file: an empty {@code PUT}, a {@code LOCK}, the content in chunks, then the
   * same for its companion {@code ._}, whose lock comes before the first one's end. It looks and
   * reads without a token in between.
   */
  @Test
  void finder_copiesAFile() throws Exception {
    assertThat(next("OPTIONS", "/", "", "User-Agent", FINDER)).isEqualTo(200);
    assertThat(next("PROPFIND", "/plan.txt", "", "User-Agent", FINDER, "Depth", "0"))
        .isEqualTo(404);
    assertThat(next("PUT", "/plan.txt", "", "User-Agent", FINDER)).isEqualTo(201);
    String file = lock("/plan.txt", "http://www.apple.com/webdav_fs/", FINDER, "Second-600");
    assertThat(next("PROPFIND", "/plan.txt", "", "User-Agent", FINDER, "Depth", "0"))
        .isEqualTo(207);
    assertThat(inChunks("/plan.txt", "content", file)).isEqualTo(204);
    assertThat(next("PROPFIND", "/._plan.txt", "", "User-Agent", FINDER, "Depth", "0"))
        .isEqualTo(404);
    String companion = lock("/._plan.txt", "http://www.apple.com/webdav_fs/", FINDER, "Second-600");
    assertThat(inChunks("/._plan.txt", "fork", companion)).isEqualTo(204);
    assertThat(next("GET", "/._plan.txt", "", "User-Agent", FINDER)).isEqualTo(200);
    assertThat(next("LOCK", "/plan.txt", "", "User-Agent", FINDER, "If", "(<" + file + ">)"))
        .isEqualTo(200);
    assertThat(next("UNLOCK", "/._plan.txt", "", "Lock-Token", "<" + companion + ">"))
        .isEqualTo(204);
    assertThat(next("UNLOCK", "/plan.txt", "", "Lock-Token", "<" + file + ">")).isEqualTo(204);

    assertThat(dav.content("/plan.txt")).isEqualTo("content");
    assertThat(dav.content("/._plan.txt")).isEqualTo("fork");
    assertThat(dav.arbiter.locks("acme")).isEmpty();
  }

  private int inChunks(String path, String content, String token) throws Exception {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    HttpRequest put =
        dav.request(requests++ % 2, "ann", "PUT", path)
            .header("User-Agent", FINDER)
            .header("X-Expected-Entity-Length", Integer.toString(bytes.length))
            .header("If", "(<" + token + ">)")
            .PUT(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .build();
    return dav.http().send(put, BodyHandlers.discarding()).statusCode();
  }

  /**
   * Windows saves a file: an empty {@code PUT}, a {@code LOCK}, the content and its own times as
   * properties under the token, and the end of the lock.
   */
  @Test
  void windows_savesAFile() throws Exception {
    assertThat(next("OPTIONS", "/", "", "User-Agent", WINDOWS, "translate", "f")).isEqualTo(200);
    assertThat(next("PROPFIND", "/plan.docx", "", "User-Agent", WINDOWS, "Depth", "0"))
        .isEqualTo(404);
    assertThat(next("PUT", "/plan.docx", "", "User-Agent", WINDOWS)).isEqualTo(201);
    String token = lock("/plan.docx", "OFFICE\\ann", WINDOWS, "Second-3600");
    assertThat(next("HEAD", "/plan.docx", "", "User-Agent", WINDOWS, "translate", "f"))
        .isEqualTo(200);
    assertThat(next("PUT", "/plan.docx", "content", "If", "(<" + token + ">)")).isEqualTo(204);
    assertThat(
            next(
                "PROPPATCH",
                "/plan.docx",
                "<?xml version=\"1.0\" encoding=\"utf-8\" ?><D:propertyupdate xmlns:D=\"DAV:\" xmlns:Z=\"urn:schemas-microsoft-com:\"><D:set><D:prop><Z:Win32LastModifiedTime>Sun, 29 Nov 2026 12:00:00 GMT</Z:Win32LastModifiedTime><Z:Win32FileAttributes>00000020</Z:Win32FileAttributes></D:prop></D:set></D:propertyupdate>",
                "If",
                "(<" + token + ">)"))
        .isEqualTo(207);
    assertThat(next("PUT", "/plan.docx", "other")).isEqualTo(423);
    assertThat(next("UNLOCK", "/plan.docx", "", "Lock-Token", "<" + token + ">")).isEqualTo(204);

    assertThat(dav.content("/plan.docx")).isEqualTo("content");
  }

  /** Office writes a new file beside the old one, and moves both: the lock stays at its path. */
  @Test
  void office_movesTheNewFileIntoPlace() throws Exception {
    assertThat(next("PUT", "/plan.docx", "old")).isEqualTo(201);
    assertThat(next("PUT", "/~new.tmp", "new")).isEqualTo(201);
    assertThat(
            next(
                "MOVE",
                "/plan.docx",
                "",
                "Destination",
                dav.uri(requests % 2, "/~old.tmp").toString(),
                "Overwrite",
                "F"))
        .isEqualTo(201);
    assertThat(
            next(
                "MOVE",
                "/~new.tmp",
                "",
                "Destination",
                dav.uri(requests % 2, "/plan.docx").toString()))
        .isEqualTo(201);
    assertThat(next("DELETE", "/~old.tmp", "")).isEqualTo(204);

    assertThat(dav.content("/plan.docx")).isEqualTo("new");
  }
}
