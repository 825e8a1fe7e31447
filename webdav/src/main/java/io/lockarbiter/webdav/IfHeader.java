package io.lockarbiter.webdav;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.tomcat.util.http.WebdavIfHeader;
import org.jspecify.annotations.Nullable;

/** The header {@code If} (RFC 4918, 10.4). */
final class IfHeader {
  private final WebdavIfHeader parsed;

  private IfHeader(WebdavIfHeader parsed) {
    this.parsed = parsed;
  }

  /**
   * The header of a request; null if there is none.
   *
   * @param uriPrefix scheme and host of the request
   */
  static @Nullable IfHeader of(@Nullable String header, String uriPrefix) throws IOException {
    return header == null ? null : new IfHeader(new WebdavIfHeader(uriPrefix, header));
  }

  /** The UUIDs of our tokens that the client shows to know. */
  Set<String> submitted() {
    Set<String> uuids = new TreeSet<>();
    Iterator<String> all = parsed.getAllTokens();
    while (all.hasNext()) {
      String uuid = DavLock.uuidIn(all.next());
      if (uuid != null) {
        uuids.add(uuid);
      }
    }
    return uuids;
  }

  /** The state of a resource against which a list of the header is compared. */
  record State(List<String> tokens, String etag) {}

  /** Tells the state of a resource. */
  @FunctionalInterface
  interface States {
    /**
     * The state of a resource.
     *
     * @param href an address in the header; null = the resource of the request
     * @return null if the address is none of this servlet's
     */
    @Nullable State of(@Nullable String href) throws IOException;
  }

  /** Says whether one of its lists is true. One that cannot be read is not. */
  boolean isTrue(States states) throws IOException {
    if (!parsed.hasValue()) {
      return false;
    }
    List<String> hrefs = new ArrayList<>();
    parsed.getResources().forEachRemaining(hrefs::add);
    if (hrefs.isEmpty()) {
      State state = states.of(null);
      return state != null && parsed.matches("", state.tokens(), state.etag());
    }
    for (String href : hrefs) {
      State state = states.of(href);
      if (state != null && parsed.matches(href, state.tokens(), state.etag())) {
        return true;
      }
    }
    return false;
  }
}
