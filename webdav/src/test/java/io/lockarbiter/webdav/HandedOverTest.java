package io.lockarbiter.webdav;

import static io.lockarbiter.webdav.WebdavServers.EXCLUSIVE;
import static io.lockarbiter.webdav.WebdavServers.ifToken;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockDetails;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Locks that an operator has given to another member: no token and no id opens them any more. */
class HandedOverTest extends TwoServers {
  private static final String FILE = "/docs/plan.docx";

  HandedOverTest() {
    super("plan.docx");
  }

  /** As the console and {@code checkouts hand-over} do it: all attributes stay, but the note. */
  private void handOverToBob() {
    LockDetails held = dav.arbiter.locks("acme").get(0).lock();
    dav.client.checkedOut("acme", held.lockId(), held.owner()).handTo("bob", "from ann").join();
  }

  @Test
  void lockOfAnOffice_isNoLongerThatOfItsId() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    handOverToBob();

    HttpResponse<String> save = dav.office(1, "ann", "PUT", FILE, "ann's", "X-WOPI-Lock", "A");
    assertThat(save.statusCode()).isEqualTo(409);
    assertThat(save.headers().firstValue("X-WOPI-LockedByOtherInterface")).hasValue("true");
    for (String override : new String[] {"LOCK", "REFRESH_LOCK", "UNLOCK"}) {
      assertThat(dav.officeStatus(0, "ann", override, FILE, "", "A")).as(override).isEqualTo(409);
    }
    assertThat(
            dav.office(0, "ann", "LOCK", FILE, "", "X-WOPI-Lock", "A")
                .headers()
                .firstValue("X-WOPI-LockFailureReason"))
        .hasValue("CONFLICT, in the way: CHECK_OUT of bob at /docs/plan.docx (from ann)");
    assertThat(dav.content(FILE)).isEqualTo("first");
    assertThat(dav.officeStatus(0, "bob", "LOCK", FILE, "", "B")).isEqualTo(200);
    assertThat(dav.officeStatus(1, "bob", "PUT", FILE, "bob's", "B")).isEqualTo(200);
  }

  @Test
  void lockOfWebdav_isShownAsTheOtherMembers_withoutToken() throws Exception {
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE);
    handOverToBob();

    assertThat(dav.status(1, "ann", "PUT", FILE, "ann's", "If", ifToken(token))).isEqualTo(412);
    assertThat(dav.status(1, "ann", "PUT", FILE, "ann's")).isEqualTo(423);
    assertThat(dav.ask(1, "bob", "PROPFIND", FILE, "", "Depth", "0").body())
        .contains("<D:owner>bob: from ann</D:owner>")
        .doesNotContain(token);
    assertThat(dav.status(1, "bob", "PUT", FILE, "bob's")).isEqualTo(204);
  }
}
