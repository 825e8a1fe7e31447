package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.catalina.WebResource;
import org.apache.catalina.util.XMLWriter;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

/** {@code LOCK} and {@code UNLOCK} (RFC 4918, 9.10 and 9.11). */
final class LockMethods {
  private static final int MOST_BODY_BYTES = 64 << 10;
  private static final int MOST_OWNER_BYTES = 2_000;
  private static final int INSUFFICIENT_STORAGE = 507;

  private final ArbiterWebdavServlet servlet;
  private final LockDesk desk;

  LockMethods(ArbiterWebdavServlet servlet, LockDesk desk) {
    this.servlet = servlet;
    this.desk = desk;
  }

  /** Answers {@code LOCK} or {@code UNLOCK}. */
  void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
    try {
      if (request.getMethod().equals("LOCK")) {
        lock(request, response);
      } else {
        unlock(request, response);
      }
    } catch (RefusedException e) {
      Refusals.answer(e, response, place -> servlet.hrefOf(request, place));
    }
  }

  private void lock(HttpServletRequest request, HttpServletResponse response)
      throws IOException, RefusedException {
    byte[] body = body(request, response);
    if (body == null) {
      return;
    }
    WebResource resource = servlet.resource(servlet.pathOf(request));
    if (!servlet.checkIfHeaders(request, response, resource)) {
      response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
    } else if (body.length == 0) {
      refresh(request, response);
    } else {
      LockInfo info = info(body);
      Boolean isDeep = isDeep(request);
      if (info == null || isDeep == null) {
        response.sendError(HttpServletResponse.SC_BAD_REQUEST);
      } else if (info.ownerXml().getBytes(UTF_8).length > MOST_OWNER_BYTES) {
        response.sendError(INSUFFICIENT_STORAGE, "the owner has more than 2,000 bytes");
      } else {
        make(request, response, info, isDeep);
      }
    }
  }

  private static @Nullable LockInfo info(byte[] body) throws IOException {
    try {
      return LockInfo.in(body, BodyXml.reader());
    } catch (SAXException e) {
      return null;
    }
  }

  private static @Nullable Boolean isDeep(HttpServletRequest request) {
    String depth = request.getHeader("Depth");
    if (depth == null || depth.equalsIgnoreCase("infinity")) {
      return true;
    }
    return depth.equals("0") ? false : null;
  }

  /** The body of a request; null if it was too large, and refused. */
  static byte @Nullable [] body(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] body = request.getInputStream().readNBytes(MOST_BODY_BYTES + 1);
    if (body.length > MOST_BODY_BYTES) {
      response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
      return null;
    }
    return body;
  }

  private void make(
      HttpServletRequest request, HttpServletResponse response, LockInfo info, boolean isDeep)
      throws IOException, RefusedException {
    String path = servlet.pathOf(request);
    if (!servlet.resource(path).exists() && !isInFolder(path)) {
      response.sendError(HttpServletResponse.SC_CONFLICT);
      return;
    }
    WebdavPlace place = servlet.place(request, path);
    String uuid = UUID.randomUUID().toString();
    Owner owner = DavLock.ownerOf(place.subAccount(), uuid, info.isShared());
    Duration keep = Timeouts.of(request.getHeader("Timeout"));
    DavLock wanted =
        new DavLock(
            place.account(),
            /* lockId= */ "",
            owner,
            LockPath.of(place.path()),
            uuid,
            info.isShared(),
            isDeep,
            place.subAccount(),
            info.ownerXml(),
            note(info, place),
            /* lfsPath= */ null,
            /* wopiId= */ null,
            keep.toMillis(),
            /* token= */ 0,
            /* grantedAt= */ 0,
            /* expiresAt= */ 0);
    LockRequest asked =
        wanted
            .attributed(LockRequest.checkOut(place.account(), owner.subAccount(), place.path()))
            .owner(owner);
    CheckOut made = desk.checkOut(asked, keep, wanted.note());
    boolean creates = false;
    boolean isDone = false;
    try {
      if (!servlet.resource(path).exists()) {
        creates =
            servlet.createEmpty(
                request,
                path,
                LockRequest.upload(place.account(), owner.subAccount(), place.path())
                    .owner(owner)
                    .holding(made.lockId()));
      }
      if (servlet.resource(path).exists()) {
        response.setHeader("Lock-Token", "<" + wanted.tokenUri() + ">");
        response.setStatus(creates ? HttpServletResponse.SC_CREATED : HttpServletResponse.SC_OK);
        tell(request, response, place, uuid);
        isDone = true;
      }
    } finally {
      if (!isDone) {
        // Nobody is told its token.
        var unused = made.release();
      }
    }
    if (!isDone) {
      response.sendError(HttpServletResponse.SC_CONFLICT);
    }
  }

  private boolean isInFolder(String path) {
    int slash = path.lastIndexOf('/');
    return servlet.resource(slash <= 0 ? "/" : path.substring(0, slash)).isDirectory();
  }

  private static String note(LockInfo info, WebdavPlace place) {
    String text = info.ownerText().replaceAll("\\s+", " ");
    String who = text.isEmpty() ? place.subAccount() : text;
    return LockDesk.note("WebDAV", who);
  }

  private void tell(
      HttpServletRequest request, HttpServletResponse response, WebdavPlace place, String uuid)
      throws IOException {
    LockTable table = servlet.view().now(place.account());
    DavLock lock = newest(named(table, place, Set.of(uuid)), place);
    XMLWriter xml = new XMLWriter();
    xml.writeXMLHeader();
    xml.writeElement("D", DavXml.NAMESPACE, "prop", XMLWriter.OPENING);
    DavXml.discovery(
        xml,
        lock == null ? List.of() : List.of(lock),
        table.newestAt(),
        each -> servlet.hrefOf(request, each.path()));
    xml.writeElement("D", "prop", XMLWriter.CLOSING);
    response.setContentType("application/xml; charset=UTF-8");
    response.getWriter().write(xml.toString());
  }

  private void refresh(HttpServletRequest request, HttpServletResponse response)
      throws IOException, RefusedException {
    IfHeader header = Conditions.header(request);
    if (header == null) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST);
      return;
    }
    WebdavPlace place = servlet.place(request, servlet.pathOf(request));
    LockTable table = servlet.view().now(place.account());
    DavLock lock = newest(named(table, place, header.submitted()), place);
    String timeout = request.getHeader("Timeout");
    if (lock == null
        || lock.uuid() == null
        || !(timeout == null ? desk.extend(lock) : desk.extend(lock, Timeouts.of(timeout)))) {
      response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
      return;
    }
    tell(request, response, place, lock.uuid());
  }

  /**
   * The locks that cover a place and have one of these tokens. Other programs may give a lock any
   * attributes, and so the token of another one, which stands in every listing.
   */
  private static List<DavLock> named(LockTable table, WebdavPlace place, Set<String> uuids) {
    return table.covering(place.account(), LockPath.of(place.path())).stream()
        .filter(lock -> lock.uuid() != null && uuids.contains(lock.uuid()))
        .toList();
  }

  /** The newest lock of the member who asks, as one may have replaced another. */
  private static @Nullable DavLock newest(List<DavLock> locks, WebdavPlace place) {
    return locks.stream()
        .filter(lock -> lock.member().equals(place.subAccount()))
        .max(Comparator.comparingLong(DavLock::token))
        .orElse(null);
  }

  private void unlock(HttpServletRequest request, HttpServletResponse response)
      throws IOException, RefusedException {
    String header = request.getHeader("Lock-Token");
    String token = header == null ? "" : header.strip();
    if (!token.startsWith("<") || !token.endsWith(">")) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST);
      return;
    }
    WebdavPlace place = servlet.place(request, servlet.pathOf(request));
    String uuid = DavLock.uuidIn(token.substring(1, token.length() - 1));
    LockTable table = servlet.view().now(place.account());
    List<DavLock> named = uuid == null ? List.of() : named(table, place, Set.of(uuid));
    if (named.isEmpty()) {
      throw noSuchLock();
    }
    DavLock lock = newest(named, place);
    if (lock == null) {
      response.sendError(HttpServletResponse.SC_FORBIDDEN, "the lock is another user's");
    } else if (desk.release(lock)) {
      response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    } else {
      throw noSuchLock();
    }
  }

  private static RefusedException noSuchLock() {
    return new RefusedException(
        HttpServletResponse.SC_CONFLICT,
        "lock-token-matches-request-uri",
        List.of(),
        "no lock here has this token");
  }
}
