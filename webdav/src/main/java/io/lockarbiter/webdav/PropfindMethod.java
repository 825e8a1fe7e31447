package io.lockarbiter.webdav;

import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.catalina.WebResource;
import org.apache.catalina.util.XMLWriter;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

/** {@code PROPFIND} (RFC 4918, 9.1), with the locks of all servers. */
final class PropfindMethod {
  private static final int MULTI_STATUS = 207;
  private static final int MOST_LEVELS = 3;

  private final ArbiterWebdavServlet servlet;
  private final FolderPropertyStore store;

  PropfindMethod(ArbiterWebdavServlet servlet, FolderPropertyStore store) {
    this.servlet = servlet;
    this.store = store;
  }

  void answer(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    byte[] body = LockMethods.body(request, response);
    if (body == null) {
      return;
    }
    String depth = request.getHeader("Depth");
    int levels =
        depth == null || depth.equalsIgnoreCase("infinity")
            ? MOST_LEVELS
            : depth.equals("0") ? 0 : depth.equals("1") ? 1 : -1;
    Propfind asked = question(body);
    if (asked == null || levels < 0) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST);
      return;
    }
    String path = servlet.pathOf(request);
    WebResource resource = servlet.resource(path);
    if (!servlet.checkIfHeaders(request, response, resource)) {
      response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
    } else if (!resource.exists()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
    } else {
      LockTable table =
          asked.asksForLocks()
              ? servlet.view().now(servlet.place(request, path).account())
              : new LockTable();
      response.setStatus(MULTI_STATUS);
      response.setContentType("application/xml; charset=UTF-8");
      XMLWriter xml = new XMLWriter(response.getWriter());
      xml.writeXMLHeader();
      xml.writeElement("D", DavXml.NAMESPACE, "multistatus", XMLWriter.OPENING);
      walk(request, xml, asked, table, path, levels);
      xml.writeElement("D", "multistatus", XMLWriter.CLOSING);
      xml.sendData();
    }
  }

  private static @Nullable Propfind question(byte[] body) throws IOException {
    try {
      return Propfind.in(body, BodyXml.reader());
    } catch (SAXException e) {
      return null;
    }
  }

  private record Place(String path, int levels) {}

  private void walk(
      HttpServletRequest request,
      XMLWriter xml,
      Propfind asked,
      LockTable table,
      String root,
      int levels)
      throws IOException {
    Deque<Place> left = new ArrayDeque<>();
    left.add(new Place(root, levels));
    while (!left.isEmpty()) {
      Place next = left.remove();
      String path = next.path();
      WebResource resource = servlet.resource(path);
      if (resource.exists()) {
        asked.write(
            xml,
            new Propfind.Found(
                servlet.href(request, path, resource.isDirectory()),
                path,
                resource,
                resource.isFile() ? servlet.generateETag(resource) : "",
                servlet.getServletContext().getMimeType(resource.getName()),
                store,
                () -> discovery(request, xml, table, path)));
        xml.sendData();
      }
      if (resource.isDirectory() && next.levels() > 0) {
        for (String name : servlet.names(path)) {
          left.add(new Place((path.equals("/") ? "" : path) + "/" + name, next.levels() - 1));
        }
      }
    }
  }

  private void discovery(HttpServletRequest request, XMLWriter xml, LockTable table, String path) {
    List<DavLock> shown = List.of();
    try {
      WebdavPlace place = servlet.place(request, path);
      LockPath at = LockPath.of(place.path());
      shown =
          table.covering(place.account(), at).stream()
              .filter(lock -> lock.isDeep() || lock.path().equals(table.compared(at)))
              .toList();
    } catch (BadPathException e) {
      // A file that somebody else put there has a name that no lock can have.
      servlet.log(path + " cannot be locked: " + e.getMessage());
    }
    DavXml.discovery(xml, shown, table.newestAt(), each -> servlet.hrefOf(request, each.path()));
  }
}
