package io.lockarbiter.webdav;

import static io.lockarbiter.webdav.WebdavServers.EXCLUSIVE;
import static io.lockarbiter.webdav.WebdavServers.ifToken;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that an address cannot have as they are. */
class NamesTest extends TwoServers {
  private static final Pattern HREF = Pattern.compile("<D:href>(/docs/[^<]+)</D:href>");

  NamesTest() {
    super("plan.txt");
  }

  /** Whoever takes the address from the listing must meet this file, and no other. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a;b",
        "a;",
        "a?b",
        "a#b",
        "a%b",
        "a%3Bb",
        "a+b",
        "a&b",
        "a b",
        "a\"b",
        "a'b",
        "a<b",
        "\u00e9",
        "\uD83D\uDE00"
      })
  void listedAddress_isThatOfItsFile(String name) throws Exception {
    Files.delete(dav.folder.resolve("docs/plan.txt"));
    String encoded = "/docs/" + URLEncoder.encode(name, UTF_8).replace("+", "%20");
    assertThat(dav.status(0, "ann", "PUT", encoded, "content")).isEqualTo(201);
    assertThat(dav.folder.resolve("docs").toFile().list()).containsExactly(name);

    Matcher href = HREF.matcher(dav.ask(1, "ann", "PROPFIND", "/docs", "", "Depth", "1").body());
    assertThat(href.find()).isTrue();
    String address = href.group(1).replace("&amp;", "&").replace("&apos;", "'");
    assertThat(dav.ask(1, "ann", "GET", address, "").body()).isEqualTo("content");
    HttpResponse<String> locked = dav.ask(0, "ann", "LOCK", address, EXCLUSIVE);
    assertThat(locked.body()).contains("<D:href>" + href.group(1) + "</D:href>");
    String token = locked.headers().firstValue("Lock-Token").orElseThrow();
    assertThat(dav.status(1, "ann", "PUT", encoded, "new")).isEqualTo(423);
    assertThat(
            dav.status(
                1, "ann", "DELETE", address, "", "If", "<%s> (%s)".formatted(address, token)))
        .isEqualTo(204);
    assertThat(dav.folder.resolve("docs")).isEmptyDirectory();
  }

  /** Many clients send a semicolon as it is. */
  @Test
  void semicolon_isAPartOfTheName() throws Exception {
    Files.writeString(dav.folder.resolve("docs/a"), "another file");
    assertThat(dav.status(0, "ann", "PUT", "/docs/a;b", "content")).isEqualTo(201);
    assertThat(dav.content("/docs/a;b")).isEqualTo("content");
    String token = dav.locked(0, "ann", "/docs/a;b", EXCLUSIVE);
    assertThat(dav.status(1, "bob", "PUT", "/docs/a", "bob's")).isEqualTo(204);
    assertThat(
            dav.status(
                1,
                "ann",
                "MOVE",
                "/docs/a;b",
                "",
                "Destination",
                "/docs/c;d",
                "If",
                ifToken(token)))
        .isEqualTo(201);
    assertThat(dav.content("/docs/c;d")).isEqualTo("content");
    assertThat(dav.status(1, "ann", "MKCOL", "/docs/e;f/", "")).isEqualTo(201);
    assertThat(dav.status(1, "ann", "DELETE", "/docs/c;d", "")).isEqualTo(204);

    assertThat(dav.folder.resolve("docs").toFile().list())
        .containsExactlyInAnyOrder("a", "e;f", "plan.txt");
    assertThat(dav.content("/docs/a")).isEqualTo("bob's");
  }

  @Test
  void semicolon_leadsNowhereElse() throws Exception {
    for (String path :
        new String[] {
          "/.lockarbiter;x/fence", "/docs/..;/.lockarbiter", "/.lockarbiter/;x", "/;/.lockarbiter"
        }) {
      assertThat(dav.status(0, "ann", "GET", path, "")).as(path).isEqualTo(404);
    }
    assertThat(dav.status(0, "ann", "DELETE", "/;", "")).isEqualTo(404);
    assertThat(dav.status(0, "ann", "DELETE", "/docs;/..", "")).isEqualTo(403);
    assertThat(dav.status(0, "ann", "GET", "/docs;/../docs/plan.txt", "")).isEqualTo(200);
    assertThat(dav.content("/docs/plan.txt")).isEqualTo("first");
  }
}
