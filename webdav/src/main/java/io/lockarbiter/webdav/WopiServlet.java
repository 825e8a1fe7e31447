package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.contracts.lock.BadPathException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a folder for office suites, by WOPI: CheckFileInfo, GetFile, PutFile and the locks.
 * Map it to {@code /wopi/*}. Any number of servers serve one folder, and WebDAV, uploads and every
 * other client of the arbiter keep the same locks.
 *
 * <p>PutRelativeFile, RenameFile and DeleteFile are answered 501: an access token is for one file.
 * Proof keys are not checked; that is for a filter before it.
 */
public final class WopiServlet extends HttpServlet {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int MOST_REASON_CHARS = 400;
  private static final Pattern ROUTE = Pattern.compile("/files/([^/]+)(/contents)?");
  private static final Pattern LOCK_ID = Pattern.compile("[ -~]{1,1024}");
  private static final String LOCK = "X-WOPI-Lock";
  private static final String OLD_LOCK = "X-WOPI-OldLock";
  private static final String TOKEN = "access_token=";
  private static final String BEARER = "Bearer ";

  private final transient WopiAccess access;
  private final transient WopiLocks locks;
  private final transient WopiContents contents;

  /**
   * A servlet.
   *
   * @param client asks for locks; stays the caller's
   * @param view knows them; stays the caller's
   */
  public WopiServlet(LockClient client, LockView view, WopiAccess access, SharedFolder folder) {
    this.access = access;
    this.locks = new WopiLocks(new LockDesk(client, PATIENCE), view);
    this.contents = new WopiContents(folder, locks);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Matcher route = ROUTE.matcher(Objects.requireNonNullElse(request.getPathInfo(), ""));
    if (!route.matches()) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    String token = token(request);
    WopiFile file = token == null ? null : access.of(request, route.group(1), token);
    if (file == null) {
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      response.setHeader("WWW-Authenticate", "Bearer");
      return;
    }
    try {
      answer(request, response, file, route.group(2) != null);
    } catch (WopiMismatchException e) {
      response.setStatus(HttpServletResponse.SC_CONFLICT);
      response.setHeader(LOCK, e.current());
      response.setHeader("X-WOPI-LockFailureReason", reason(e));
      if (e.isOther()) {
        response.setHeader("X-WOPI-LockedByOtherInterface", "true");
      }
    } catch (BadPathException e) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    } catch (BadBodyException e) {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      response.setHeader("X-WOPI-ServerError", reason(e));
    } catch (RefusedException | FencedException | LateWriteException e) {
      unavailable(e, response);
    } catch (IOException e) {
      if (response.isCommitted()) {
        throw e;
      }
      log("path=" + file.path() + " of WOPI could not be answered", e);
      unavailable(e, response);
    }
  }

  private static void unavailable(Exception e, HttpServletResponse response) {
    if (!response.isCommitted()) {
      response.reset();
      response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      response.setHeader("Retry-After", Long.toString(RefusedException.retryAfterSeconds(e)));
      response.setHeader("X-WOPI-ServerError", reason(e));
    }
  }

  /** A text for logs, as a header can have it. */
  private static String reason(Exception e) {
    String text = String.valueOf(e.getMessage()).replaceAll("[^ -~]", "?");
    return text.length() > MOST_REASON_CHARS ? text.substring(0, MOST_REASON_CHARS) : text;
  }

  /** Not by the container, which would take the body of a form for parameters. */
  private static @Nullable String token(HttpServletRequest request) {
    String query = Objects.requireNonNullElse(request.getQueryString(), "");
    for (String each : query.split("&", -1)) {
      if (each.startsWith(TOKEN)) {
        try {
          return URLDecoder.decode(each.substring(TOKEN.length()), UTF_8);
        } catch (IllegalArgumentException e) {
          return null;
        }
      }
    }
    String header = request.getHeader("Authorization");
    return header != null && header.startsWith(BEARER) ? header.substring(BEARER.length()) : null;
  }

  private void answer(
      HttpServletRequest request, HttpServletResponse response, WopiFile file, boolean isContents)
      throws IOException, RefusedException, WopiMismatchException {
    String override =
        request.getMethod().equals("POST")
            ? Objects.requireNonNullElse(request.getHeader("X-WOPI-Override"), "")
            : request.getMethod().equals("GET") ? "GET" : "";
    if (isContents) {
      switch (override) {
        case "GET" -> get(request, response, file);
        case "PUT" -> put(request, response, file);
        default -> response.setStatus(HttpServletResponse.SC_NOT_IMPLEMENTED);
      }
      return;
    }
    switch (override) {
      case "GET" -> info(response, file);
      case "GET_LOCK" -> getLock(response, file);
      case "LOCK" -> lock(request, response, file);
      case "REFRESH_LOCK" -> change(response, file, id -> locks.refresh(file, id), request);
      case "UNLOCK" -> change(response, file, id -> locks.unlock(file, id), request);
      default -> response.setStatus(HttpServletResponse.SC_NOT_IMPLEMENTED);
    }
  }

  private void info(HttpServletResponse response, WopiFile file) throws IOException {
    WopiContents.About about = contents.about(file);
    if (about == null) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    } else {
      json(response, WopiContents.info(file, about));
    }
  }

  private static void json(HttpServletResponse response, String text) throws IOException {
    response.setContentType("application/json");
    response.setCharacterEncoding("UTF-8");
    response.getWriter().write(text);
  }

  private void get(HttpServletRequest request, HttpServletResponse response, WopiFile file)
      throws IOException {
    try (WopiContents.Opened opened = contents.open(file)) {
      if (opened == null) {
        response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      } else if (opened.about().size() > most(request)) {
        response.setStatus(HttpServletResponse.SC_PRECONDITION_FAILED);
      } else {
        version(response, opened.about());
        response.setContentType("application/octet-stream");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLengthLong(opened.about().size());
        opened.bytes().transferTo(response.getOutputStream());
      }
    }
  }

  /** The most bytes that the asker wants. */
  private static long most(HttpServletRequest request) {
    String header = request.getHeader("X-WOPI-MaxExpectedSize");
    return header != null && header.matches("[0-9]{1,18}")
        ? Long.parseLong(header)
        : Long.MAX_VALUE;
  }

  private static void version(HttpServletResponse response, WopiContents.About about) {
    response.setHeader("X-WOPI-ItemVersion", about.version());
  }

  private void getLock(HttpServletResponse response, WopiFile file)
      throws IOException, WopiMismatchException {
    if (contents.about(file) == null) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    } else {
      response.setHeader(LOCK, locks.current(file));
    }
  }

  private void put(HttpServletRequest request, HttpServletResponse response, WopiFile file)
      throws IOException, RefusedException, WopiMismatchException {
    WopiContents.About saved =
        mayChange(file) ? contents.put(file, id(request, LOCK), request.getInputStream()) : null;
    if (saved == null) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    } else {
      version(response, saved);
      json(response, WopiContents.saved(saved));
    }
  }

  private boolean mayChange(WopiFile file) {
    return file.mayWrite() && contents.about(file) != null;
  }

  private void lock(HttpServletRequest request, HttpServletResponse response, WopiFile file)
      throws IOException, RefusedException, WopiMismatchException {
    String old = id(request, OLD_LOCK);
    change(
        response,
        file,
        id -> {
          if (old != null) {
            locks.relock(file, id, old);
          } else if (locks.lock(file, id) && contents.about(file) == null) {
            locks.unlock(file, id);
          }
        },
        request);
  }

  /** A change of a lock. */
  private interface Change {
    void of(String id) throws IOException, RefusedException, WopiMismatchException;
  }

  private void change(
      HttpServletResponse response, WopiFile file, Change change, HttpServletRequest request)
      throws IOException, RefusedException, WopiMismatchException {
    String id = id(request, LOCK);
    if (id == null) {
      throw new BadBodyException("the request has no lock id");
    }
    if (mayChange(file)) {
      change.of(id);
    }
    WopiContents.About about = file.mayWrite() ? contents.about(file) : null;
    if (about == null) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
    } else {
      version(response, about);
    }
  }

  /**
   * A lock id; null if there is none.
   *
   * @throws BadBodyException if it is none that a file can have
   */
  private static @Nullable String id(HttpServletRequest request, String name) {
    String header = request.getHeader(name);
    if (header == null || header.isEmpty()) {
      return null;
    }
    if (!LOCK_ID.matcher(header).matches()) {
      throw new BadBodyException(name + " is not 1 to 1,024 characters of ASCII");
    }
    return header;
  }
}
