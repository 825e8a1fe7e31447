package io.lockarbiter.webdav;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.tomcat.util.http.WebdavIfHeader;
import org.jspecify.annotations.Nullable;

/** The header {@code If} (RFC 4918, 10.4). */
final class IfHeader {
  private static final Pattern PART =
      Pattern.compile(
          "\\G\\s*(\\(|\\)|Not(?=[\\s<\\[])|<[^<>]*>|\\[\\s*(?:W/)?\"[^\"]*\"\\s*\\])",
          Pattern.CASE_INSENSITIVE);

  /** The parser compares each condition with each lock, so that it needs one. No token is this. */
  private static final List<String> UNLOCKED = List.of(">");

  private final WebdavIfHeader parsed;
  private final boolean isWhole;

  private IfHeader(WebdavIfHeader parsed, boolean isWhole) {
    this.parsed = parsed;
    this.isWhole = isWhole;
  }

  /**
   * The header of a request; null if there is none.
   *
   * @param uriPrefix scheme and host of the request
   */
  static @Nullable IfHeader of(@Nullable String header, String uriPrefix) throws IOException {
    return header == null
        ? null
        : new IfHeader(new WebdavIfHeader(uriPrefix, header), isWhole(header));
  }

  /** Says whether it has lists of conditions. The parser takes one that is cut off for true. */
  private static boolean isWhole(String header) {
    Matcher part = PART.matcher(header);
    int end = 0;
    int lists = 0;
    int conditions = -1;
    boolean isNegated = false;
    while (part.find()) {
      end = part.end();
      char first = part.group(1).charAt(0);
      boolean isInList = conditions >= 0;
      if (first == '(' ? isInList : first != '<' && !isInList) {
        return false;
      }
      if (first == ')' && (conditions == 0 || isNegated)) {
        return false;
      }
      if (first == ')') {
        lists++;
      }
      conditions = first == ')' ? -1 : first == '(' ? 0 : isInList ? conditions + 1 : -1;
      isNegated = isInList && Character.toLowerCase(first) == 'n';
    }
    return lists > 0 && conditions < 0 && header.substring(end).isBlank();
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
    if (!isWhole || !parsed.hasValue()) {
      return false;
    }
    List<String> hrefs = new ArrayList<>();
    parsed.getResources().forEachRemaining(hrefs::add);
    if (hrefs.isEmpty()) {
      State state = states.of(null);
      return state != null && matches("", state);
    }
    for (String href : hrefs) {
      State state = states.of(href);
      if (state != null && matches(href, state)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(String href, State state) {
    List<String> tokens = state.tokens().isEmpty() ? UNLOCKED : state.tokens();
    return parsed.matches(href, tokens, state.etag());
  }
}
