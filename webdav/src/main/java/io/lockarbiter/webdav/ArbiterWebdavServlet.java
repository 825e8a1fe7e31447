package io.lockarbiter.webdav;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilder;
import org.apache.catalina.WebResource;
import org.apache.catalina.servlets.WebdavServlet;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's WebDAV servlet on the arbiter's locks. Any number of servers serve one folder: a lock
 * belongs to no process, and each write has a short lock of its own, whose token the storage
 * compares. So WebDAV, uploads and every other client of the arbiter keep each other out.
 *
 * <p>Map it to {@code /*} or {@code /dav/*}. The folder must be the document base of its web
 * application. It sets what Tomcat's servlet needs itself: it may write, and lists folders.
 */
public final class ArbiterWebdavServlet extends WebdavServlet {
  private static final Set<String> WRITES =
      Set.of("PUT", "DELETE", "MKCOL", "PROPPATCH", "COPY", "MOVE");
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int MOST_READS = 10;

  private final transient LockView view;
  private final transient WebdavPlaces places;
  private final transient SharedFolder folder;
  private final transient FolderPropertyStore properties = new FolderPropertyStore();
  private final transient Conditions conditions = new Conditions(this);
  private final transient LockedWrites lockedWrites;
  private final transient LockMethods lockMethods;
  private final transient PropfindMethod propfindMethod;
  private final transient TreeMethods treeMethods;

  /**
   * A servlet.
   *
   * @param client asks for locks; stays the caller's
   * @param view knows them; stays the caller's
   */
  public ArbiterWebdavServlet(
      LockClient client, LockView view, WebdavPlaces places, SharedFolder folder) {
    LockDesk desk = new LockDesk(client, PATIENCE);
    this.view = view;
    this.places = places;
    this.folder = folder;
    this.lockedWrites = new LockedWrites(this, desk, folder.fence(), conditions);
    this.lockMethods = new LockMethods(this, desk);
    this.propfindMethod = new PropfindMethod(this, properties);
    this.treeMethods = new TreeMethods(this, folder, properties);
  }

  @Override
  public void init(ServletConfig config) throws ServletException {
    String own = folder.properties().toString();
    super.init(
        new PresetConfig(
            config,
            Map.of(
                "readonly", "false",
                "listings", "true",
                "allowPartialPut", "false",
                // It would open a file by its name after its length was told.
                "sendfileSize", "-1",
                "propertyStore", FolderPropertyStore.class.getName(),
                "store.folder", own)));
    properties.setFolder(own);
    String served = resources.getResource("/").getCanonicalPath();
    try {
      if (served == null || !Path.of(served).toRealPath().equals(folder.root())) {
        throw new ServletException(
            "The web application serves %s, expected %s. Set its document base to that folder."
                .formatted(served, folder.root()));
      }
    } catch (IOException e) {
      throw new ServletException(e);
    }
    // Another server may change any file at any time.
    resources.setCachingAllowed(false);
    resources = FencedResources.of(resources, folder);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    if (request.getDispatcherType() == DispatcherType.ERROR) {
      super.service(request, response);
      return;
    }
    try {
      if (SharedFolder.isOwn(getRelativePath(request))) {
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
      } else if (WRITES.contains(request.getMethod())) {
        write(request, response);
      } else {
        read(request, response);
      }
    } catch (RefusedException e) {
      Refusals.answer(e, response, place -> hrefOf(request, place));
    } catch (FencedException | LateWriteException | AwayException e) {
      // A later request has written there, or may have; the client sends this one again.
      Refusals.unavailable(e, response);
    } catch (BadPathException e) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof AwayException away)) {
        throw e.getCause();
      }
      Refusals.unavailable(away, response);
    }
  }

  /** Begins again if a file is replaced meanwhile. */
  private void read(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    for (int left = MOST_READS; left > 0; left--) {
      try {
        super.service(request, response);
        return;
      } catch (SteadyFile.ReplacedException e) {
        if (response.isCommitted()) {
          throw new IOException(e);
        }
        if (left == 1) {
          Refusals.unavailable(e, response);
        }
      }
    }
  }

  private void write(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException, RefusedException {
    if (request.getMethod().equals("DELETE") && getRelativePath(request).equals("/")) {
      response.sendError(HttpServletResponse.SC_FORBIDDEN, "the root cannot be deleted");
      return;
    }
    WriteWish wish = wish(request);
    LockRequest asked = wish == null ? null : wish.request(path -> place(request, path));
    if (wish == null || asked == null) {
      // The base class says what is wrong with it. Without a lock nothing can be written.
      try {
        super.service(request, response);
      } catch (LateWriteException e) {
        response.sendError(HttpServletResponse.SC_FORBIDDEN, "nothing can be written there");
      }
      return;
    }
    lockedWrites.run(request, response, wish, asked, () -> super.service(request, response));
  }

  @Override
  protected void doDelete(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    treeMethods.delete(request, response);
  }

  @Override
  protected void doCopy(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!treeMethods.copyOrMove(request, response)) {
      super.doCopy(request, response);
    }
  }

  @Override
  protected void doMove(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!treeMethods.copyOrMove(request, response)) {
      super.doMove(request, response);
    }
  }

  @Override
  protected void doLock(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    lockMethods.answer(request, response);
  }

  @Override
  protected void doUnlock(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    lockMethods.answer(request, response);
  }

  @Override
  protected void doProppatch(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    byte[] body = LockMethods.body(request, response);
    if (body != null) {
      super.doProppatch(new KnownBody(request, body), response);
    }
  }

  @Override
  protected void doPropfind(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    propfindMethod.answer(request, response);
  }

  /** A strong one, for which If-Match asks: size and time tell the contents of a file apart. */
  @Override
  protected String generateETag(WebResource resource) {
    String tag = super.generateETag(resource);
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }

  /** The conditions of HTTP by the base class, {@code If} by the arbiter's locks. */
  @Override
  protected boolean checkIfHeaders(
      HttpServletRequest request, HttpServletResponse response, WebResource resource)
      throws IOException {
    if (!super.checkIfHeaders(new WithoutIf(request), response, resource)) {
      return false;
    }
    boolean isTrue = conditions.hold(request);
    if (!isTrue) {
      // The base class compares twice, and says nothing if the second comparison fails.
      response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
    }
    return isTrue;
  }

  /** Makes an empty file, under a short lock of its own. */
  boolean createEmpty(HttpServletRequest request, String path, LockRequest asked)
      throws IOException, RefusedException {
    return lockedWrites.run(
        request, asked, () -> resources.write(path, InputStream.nullInputStream(), false));
  }

  @Nullable WriteWish wish(HttpServletRequest request) {
    return WriteWish.of(request, getRelativePath(request), getPathPrefix(request));
  }

  /** The path of an address within the servlet; null if it is elsewhere. */
  @Nullable String pathIn(HttpServletRequest request, String address) {
    return WriteWish.path(address, request, getPathPrefix(request));
  }

  WebdavPlace place(HttpServletRequest request, String path) {
    return places.of(request, path);
  }

  LockView view() {
    return view;
  }

  WebResource resource(String path) {
    return resources.getResource(path);
  }

  String[] names(String path) {
    return resources.list(path);
  }

  String pathOf(HttpServletRequest request) {
    return getRelativePath(request);
  }

  @Override
  protected DocumentBuilder getDocumentBuilder() {
    return BodyXml.reader();
  }

  /** The address of a resource, encoded. */
  String href(HttpServletRequest request, String path, boolean isFolder) {
    String all = getPathPrefix(request) + path;
    return rewriteUrl(isFolder && !all.endsWith("/") ? all + "/" : all).replace(";", "%3B");
  }

  @Override
  protected String getRelativePath(HttpServletRequest request, boolean allowEmptyPath) {
    String whole = WriteWish.wholePath(request.getRequestURI(), getPathPrefix(request));
    return whole == null ? super.getRelativePath(request, allowEmptyPath) : whole;
  }

  /** The address of the root of a lock; null if it lies outside of what is served. */
  @Nullable String hrefOf(HttpServletRequest request, LockPath place) {
    String path = places.of(request, "/").pathBelow(place);
    return path == null ? null : href(request, path, resources.getResource(path).isDirectory());
  }
}
