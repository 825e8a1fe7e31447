package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockRequest;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** Everybody is shown the text that one user sends: it must not make a listing unreadable. */
class HostileXmlTest extends TwoServers {
  private static final String OWNER =
      "<D:lockinfo xmlns:D=\"DAV:\"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>%s</D:owner></D:lockinfo>";
  private static final String PROPERTY =
      "<D:propertyupdate xmlns:D=\"DAV:\"><D:set><D:prop><x xmlns=\"urn:x\">%s</x></D:prop></D:set></D:propertyupdate>";
  private static final String ENTITY = "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY e \"text\">]>";

  HostileXmlTest() {
    super("plan.txt");
  }

  /** A reader as other users' clients have it. */
  private static DocumentBuilder plain() throws ParserConfigurationException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder();
  }

  private void assertListed() throws Exception {
    HttpResponse<String> listing = dav.ask(1, "bob", "PROPFIND", "/docs", "", "Depth", "1");
    assertThat(listing.statusCode()).isEqualTo(207);
    assertThat(plain().parse(new InputSource(new StringReader(listing.body())))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOCK", "PROPPATCH"})
  void entity_isRefused(String method) throws Exception {
    String body = ENTITY + (method.equals("LOCK") ? OWNER : PROPERTY).formatted("<y>&e;</y>");

    assertThat(dav.status(0, "ann", method, "/docs/plan.txt", body)).isEqualTo(400);
    assertListed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOCK", "PROPPATCH"})
  void characterThatOnlyXml11Has_isRefused(String method) throws Exception {
    String body =
        "<?xml version=\"1.1\"?>"
            + (method.equals("LOCK") ? OWNER : PROPERTY).formatted("<y>&#1;</y>");

    assertThat(dav.status(0, "ann", method, "/docs/plan.txt", body)).isEqualTo(400);
    assertListed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOCK", "PROPPATCH", "PROPFIND"})
  void deepOrLargeBody_isRefused(String method) throws Exception {
    String body = method.equals("LOCK") ? OWNER : PROPERTY;
    String deep = body.formatted("<y>".repeat(5_000) + "</y>".repeat(5_000));

    assertThat(dav.status(0, "ann", method, "/docs/plan.txt", deep)).isEqualTo(400);
    assertThat(
            dav.status(0, "ann", method, "/docs/plan.txt", body.formatted("y".repeat(1_000_000))))
        .isEqualTo(413);
    assertListed();
  }

  @Test
  void ownerThatAnotherProgramHasWritten_isShownAsText() throws Exception {
    String owner = "</D:owner><D:href>\u0001&e;";
    dav.client
        .checkOut(
            LockRequest.checkOut("acme", "carl", "/docs/plan.txt")
                .session("carl's program")
                .attribute(DavLock.KIND, "exclusive 0")
                .attribute(DavLock.TOKEN, UUID.randomUUID().toString())
                .attribute(DavLock.OWNER_XML, owner),
            Duration.ofMinutes(5),
            null)
        .get();

    assertListed();
    assertThat(dav.ask(1, "bob", "PROPFIND", "/docs", "").body())
        .contains("&lt;/D:owner&gt;&lt;D:href&gt;\uFFFD&amp;e;");
  }

  @Test
  void noteThatIsCut_hasWholeCharacters() throws Exception {
    String owner = "a".repeat(199) + "\uD83D\uDE00";

    assertThat(dav.status(0, "ann", "LOCK", "/docs/plan.txt", OWNER.formatted(owner)))
        .isEqualTo(200);
    assertThat(dav.arbiter.locks("acme")).hasSize(1);
  }

  @Test
  void folder_thatReplacesAnother_hasNoneOfItsProperties() throws Exception {
    Files.createDirectories(dav.folder.resolve("other"));
    assertThat(dav.status(0, "ann", "PROPPATCH", "/docs/plan.txt", PROPERTY.formatted("old text")))
        .isEqualTo(207);
    assertThat(dav.status(0, "ann", "MOVE", "/other", "", "Destination", "/docs")).isEqualTo(204);
    assertThat(dav.status(0, "bob", "PUT", "/docs/plan.txt", "another file")).isEqualTo(201);

    assertThat(dav.ask(1, "bob", "PROPFIND", "/docs", "").body()).doesNotContain("old text");
  }
}
