package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The locks of Git LFS, by the four routes of its locking API: check-outs of the arbiter, which
 * admit all programs of their member. Map it to the end of the repository's address, such as {@code
 * /team/plans.git/info/lfs/*}. Refs play no part: a lock holds for all branches.
 *
 * <p>A lock is kept for 30 days, and renewed when its member pushes.
 */
public final class LfsLocksServlet extends HttpServlet {
  private static final Duration KEEP = Duration.ofDays(30);
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int MOST_BODY_BYTES = 64 << 10;

  /** It is an attribute of its lock, beside a note. */
  private static final int MOST_PATH_BYTES = 3_500;

  private static final int USUAL_PAGE = 100;
  private static final int MOST_OF_A_PAGE = 1_000;
  private static final Pattern UNLOCK = Pattern.compile("/locks/([^/]+)/unlock");

  private final transient LockDesk desk;
  private final transient LockClient client;
  private final transient LockView view;
  private final transient WebdavPlaces places;
  private final transient Predicate<HttpServletRequest> mayForce;

  /**
   * A servlet.
   *
   * @param places maps {@code /} and the path of a file to the arbiter's path
   * @param mayForce says whether the user of a request may end locks of others
   */
  public LfsLocksServlet(
      LockClient client,
      LockView view,
      WebdavPlaces places,
      Predicate<HttpServletRequest> mayForce) {
    this.desk = new LockDesk(client, PATIENCE);
    this.client = client;
    this.view = view;
    this.places = places;
    this.mayForce = mayForce;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String route = Objects.requireNonNullElse(request.getPathInfo(), "");
    Matcher unlock = UNLOCK.matcher(route);
    boolean isPost = request.getMethod().equals("POST");
    try {
      if (route.equals("/locks") && request.getMethod().equals("GET")) {
        list(request, response);
      } else if (route.equals("/locks") && isPost) {
        create(request, response, body(request));
      } else if (route.equals("/locks/verify") && isPost) {
        verify(request, response, body(request));
      } else if (unlock.matches() && isPost) {
        unlock(request, response, unlock.group(1), body(request));
      } else {
        LfsJson.refuse(response, HttpServletResponse.SC_NOT_FOUND, "there is no such route");
      }
    } catch (BadPathException | BadBodyException e) {
      LfsJson.refuse(response, HttpServletResponse.SC_BAD_REQUEST, e);
    } catch (RefusedException e) {
      LfsJson.refuse(response, e.status(), e);
    } catch (AwayException e) {
      LfsJson.refuse(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, e);
    }
  }

  private static JsonMembers body(HttpServletRequest request) throws IOException {
    byte[] body = request.getInputStream().readNBytes(MOST_BODY_BYTES + 1);
    if (body.length > MOST_BODY_BYTES) {
      throw new BadBodyException("the body has more than 64 KiB");
    }
    return JsonMembers.in(new String(body, UTF_8));
  }

  private void create(HttpServletRequest request, HttpServletResponse response, JsonMembers body)
      throws IOException, RefusedException {
    String file = body.text("path");
    if (file == null || file.isEmpty()) {
      throw new BadBodyException("the body has no path");
    }
    if (file.getBytes(UTF_8).length > MOST_PATH_BYTES) {
      throw new BadBodyException("the path has more than %d bytes".formatted(MOST_PATH_BYTES));
    }
    WebdavPlace place = places.of(request, "/" + file);
    LockPath path = LockPath.of(place.path());
    DavLock present = at(place, path, view.now(place.account()));
    if (present != null) {
      conflict(request, response, present);
      return;
    }
    LockRequest asked =
        LockRequest.checkOut(place.account(), place.subAccount(), place.path())
            .attribute(DavLock.LFS, file);
    String made;
    try {
      made = desk.checkOut(asked, KEEP, "Git LFS: " + place.subAccount()).lockId();
    } catch (RefusedException e) {
      DavLock other = at(place, path, view.now(place.account()));
      if (other == null) {
        throw e;
      }
      conflict(request, response, other);
      return;
    }
    LockTable table = view.now(place.account());
    DavLock first = at(place, path, table);
    if (first != null && !first.lockId().equals(made)) {
      // An owner's locks are not in each other's way, so both of two requests were granted.
      var unused = client.checkedOut(place.account(), made, first.owner()).release();
      conflict(request, response, first);
    } else if (first == null) {
      throw new IOException("the lock was ended at once");
    } else {
      LfsJson.answer(
          response,
          HttpServletResponse.SC_CREATED,
          json -> json.lock("lock", shown(request, first)));
    }
  }

  /** The first lock at a path or above it. */
  private static @Nullable DavLock at(WebdavPlace place, LockPath path, LockTable table) {
    return table.covering(place.account(), path).stream()
        .min(Comparator.comparingLong(DavLock::token))
        .orElse(null);
  }

  private void conflict(HttpServletRequest request, HttpServletResponse response, DavLock present)
      throws IOException {
    LfsJson.answer(
        response,
        HttpServletResponse.SC_CONFLICT,
        json -> {
          json.lock("lock", shown(request, present));
          json.text("message", "already locked by " + present.member());
        });
  }

  private LfsJson.Shown shown(HttpServletRequest request, DavLock lock) {
    String base = places.of(request, "/").path();
    String path = lock.path().toString();
    String below =
        base.equals("/")
            ? path.substring(1)
            : path.startsWith(base + "/") ? path.substring(base.length() + 1) : "";
    return new LfsJson.Shown(
        lock.lockId(),
        Objects.requireNonNullElse(lock.lfsPath(), below),
        lock.grantedAt(),
        lock.member());
  }

  private List<DavLock> all(HttpServletRequest request) throws IOException {
    WebdavPlace root = places.of(request, "/");
    return all(root, view.now(root.account()));
  }

  private static List<DavLock> all(WebdavPlace root, LockTable table) {
    return table.within(root.account(), LockPath.of(root.path())).stream()
        .sorted(Comparator.comparingLong(DavLock::token))
        .toList();
  }

  private void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String path = request.getParameter("path");
    String id = request.getParameter("id");
    List<DavLock> wanted =
        all(request).stream()
            .filter(lock -> id == null || id.isEmpty() || lock.lockId().equals(id))
            .filter(
                lock -> path == null || path.isEmpty() || shown(request, lock).path().equals(path))
            .toList();
    Page page = page(wanted, request.getParameter("cursor"), request.getParameter("limit"));
    LfsJson.answer(
        response,
        HttpServletResponse.SC_OK,
        json -> {
          json.locks("locks", page.locks().stream().map(each -> shown(request, each)).toList());
          json.textIfAny("next_cursor", page.next());
        });
  }

  private void verify(HttpServletRequest request, HttpServletResponse response, JsonMembers body)
      throws IOException, RefusedException {
    WebdavPlace root = places.of(request, "/");
    // Its log time counts, as the clock of this machine may be wrong.
    LockTable table = view.now(root.account());
    Page page = page(all(root, table), body.text("cursor"), body.text("limit"));
    List<LfsJson.Shown> ours = new ArrayList<>();
    List<LfsJson.Shown> theirs = new ArrayList<>();
    for (DavLock lock : page.locks()) {
      boolean isOurs = lock.member().equals(root.subAccount());
      (isOurs ? ours : theirs).add(shown(request, lock));
      if (isOurs && lock.lfsPath() != null && isHalfOver(lock, table.newestAt())) {
        boolean unused = desk.extend(lock);
      }
    }
    LfsJson.answer(
        response,
        HttpServletResponse.SC_OK,
        json -> {
          json.locks("ours", ours);
          json.locks("theirs", theirs);
          json.textIfAny("next_cursor", page.next());
        });
  }

  private static boolean isHalfOver(DavLock lock, long now) {
    return lock.expiresAt() - now < KEEP.toMillis() / 2;
  }

  /**
   * A page of locks.
   *
   * @param next names the lock with which the next page begins; null = there is none
   */
  private record Page(List<DavLock> locks, @Nullable String next) {}

  /** Locks are in the order of their tokens, so a page begins behind a token. */
  private static Page page(List<DavLock> all, @Nullable String cursor, @Nullable String limit) {
    long from = number("cursor", cursor, 0);
    int most = (int) Math.min(MOST_OF_A_PAGE, Math.max(1, number("limit", limit, USUAL_PAGE)));
    List<DavLock> rest = all.stream().filter(lock -> lock.token() >= from).toList();
    int end = Math.min(most, rest.size());
    // The locks of one check-out have one token, so no page begins between them.
    while (end < rest.size() && rest.get(end).token() == rest.get(end - 1).token()) {
      end++;
    }
    return new Page(
        rest.subList(0, end), end == rest.size() ? null : Long.toString(rest.get(end).token()));
  }

  private static long number(String name, @Nullable String text, long absent) {
    if (text == null || text.isEmpty()) {
      return absent;
    }
    if (!text.matches("[0-9]{1,18}")) {
      throw new BadBodyException(name + " is no number");
    }
    return Long.parseLong(text);
  }

  private void unlock(
      HttpServletRequest request, HttpServletResponse response, String id, JsonMembers body)
      throws IOException, RefusedException {
    DavLock lock =
        all(request).stream().filter(each -> each.lockId().equals(id)).findFirst().orElse(null);
    String member = places.of(request, "/").subAccount();
    if (lock == null) {
      LfsJson.refuse(response, HttpServletResponse.SC_NOT_FOUND, "no such lock is held");
    } else if (lock.member().equals(member)) {
      answer(request, response, lock, desk.release(lock));
    } else if (!body.isTrue("force") || !mayForce.test(request)) {
      LfsJson.refuse(
          response,
          HttpServletResponse.SC_FORBIDDEN,
          "the lock is %s's, so it stays; ask them to unlock it, or somebody who may use --force"
              .formatted(lock.member()));
    } else {
      answer(request, response, lock, desk.force(lock, member, "git lfs unlock --force"));
    }
  }

  private void answer(
      HttpServletRequest request, HttpServletResponse response, DavLock lock, boolean isHeld)
      throws IOException {
    if (isHeld) {
      LfsJson.answer(
          response, HttpServletResponse.SC_OK, json -> json.lock("lock", shown(request, lock)));
    } else {
      LfsJson.refuse(response, HttpServletResponse.SC_NOT_FOUND, "the lock had ended already");
    }
  }
}
