package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes on a condition, and writes that cannot be done. */
class ConditionsTest extends TwoServers {
  private static final String FILE = "/docs/plan.txt";

  ConditionsTest() {
    super("plan.txt");
  }

  private String etag(int server) throws Exception {
    return dav.ask(server, "ann", "GET", FILE, "").headers().firstValue("ETag").orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"If-Match,%s", "If,([%s])"})
  void whoeverHasReadTheLastVersion_mayReplaceIt_once(String header, String value)
      throws Exception {
    String read = value.formatted(etag(0));

    assertThat(dav.status(1, "ann", "PUT", FILE, "by ann", header, read)).isEqualTo(204);
    assertThat(dav.status(0, "bob", "PUT", FILE, "by bob", header, read)).isEqualTo(412);
    assertThat(dav.content(FILE)).isEqualTo("by ann");
    assertThat(dav.status(0, "bob", "PUT", FILE, "by bob", header, value.formatted(etag(1))))
        .isEqualTo(204);
  }

  @Test
  void fileThatIsMovedOverAnother_hasAnotherTag() throws Exception {
    Path other = Files.writeString(dav.folder.resolve("other.txt"), "other");
    Files.setLastModifiedTime(
        other, Files.getLastModifiedTime(dav.folder.resolve("docs/plan.txt")));
    String read = etag(0);
    assertThat(dav.status(0, "bob", "MOVE", "/other.txt", "", "Destination", FILE)).isEqualTo(204);

    assertThat(dav.status(1, "ann", "PUT", FILE, "by ann", "If-Match", read)).isEqualTo(412);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "()", "(Not)", "([W/\"", "([\"x\"]"})
  void conditionThatIsCutOff_isFalse(String header) throws Exception {
    assertThat(dav.status(0, "ann", "PUT", FILE, "second", "If", header)).isEqualTo(412);
    assertThat(dav.content(FILE)).isEqualTo("first");
  }

  @ParameterizedTest
  @CsvSource({
    "COPY,/,/docs/all",
    "MOVE,/,/docs/all",
    "COPY,/docs,/docs/all",
    "COPY,/%C3%A9,/e%CC%81",
    "COPY,/%C3%A9,/e%CC%81/below",
    "MOVE,/%C3%A9,/e%CC%81/below"
  })
  void copyOfAPlaceIntoItself_isRefused(String method, String path, String destination)
      throws Exception {
    Files.createDirectory(dav.folder.resolve("\u00e9"));

    assertThat(dav.status(0, "ann", method, path, "", "Destination", destination)).isIn(403, 409);
  }

  @ParameterizedTest
  @CsvSource({"PUT,''", "MKCOL,''", "LOCK,''", "MOVE,/docs/plan.txt"})
  void nameThatNoFileCanHave_isAConflict(String method, String path) throws Exception {
    String name = "/docs/" + "%E4%B8%AD".repeat(100);
    int status =
        path.isEmpty()
            ? dav.status(
                0, "ann", method, name, method.equals("LOCK") ? WebdavServers.EXCLUSIVE : "")
            : dav.status(0, "ann", method, path, "", "Destination", name);

    assertThat(status).isIn(405, 409);
    assertThat(dav.content(FILE)).isEqualTo("first");
  }
}
