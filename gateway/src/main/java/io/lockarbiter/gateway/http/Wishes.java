package io.lockarbiter.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.IdRule;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerRequest;

/** Reads what headers and queries ask for. */
final class Wishes {
  /** Longest wait for one answer; proxies often end a request after 30 s. */
  static final int MOST_WAIT_SECONDS = 25;

  private static final String ALL = "*";
  private static final Pattern WAIT = Pattern.compile("(?:^|[,;])\\s*wait\\s*=\\s*\"?([0-9]{1,6})");
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,12}");

  private Wishes() {}

  /** The longest wait for an answer: {@code Prefer: wait=N}, or {@code ?wait=N}, in seconds. */
  static Duration waitOf(ServerRequest request) {
    String query = query(request, "wait");
    if (query != null) {
      return seconds(number("the query's wait", query));
    }
    for (String prefer : request.headers().header("Prefer")) {
      Matcher wait = WAIT.matcher(prefer);
      if (wait.find()) {
        return seconds(Long.parseLong(wait.group(1)));
      }
    }
    return Duration.ZERO;
  }

  private static Duration seconds(long wanted) {
    return Duration.ofSeconds(Math.min(wanted, MOST_WAIT_SECONDS));
  }

  /** The time since the caller first sent this request; zero if it is the first time. */
  static Duration ageOf(ServerRequest request) {
    String age = Gate.header(request, "Request-Age");
    return age == null ? Duration.ZERO : Duration.ofMillis(number("Request-Age", age));
  }

  /** The key of an acquire, which becomes the id of its lock; quotes around it do not count. */
  static String keyOf(ServerRequest request) {
    String key = Gate.header(request, "Idempotency-Key");
    if (key == null) {
      throw Refused.bad(
          "the header Idempotency-Key is missing: without it the same request could not be sent again. Make a random one for each new request; it becomes the lockId");
    }
    boolean isQuoted = key.length() > 2 && key.startsWith("\"") && key.endsWith("\"");
    return isQuoted ? key.substring(1, key.length() - 1) : key;
  }

  /**
   * Refuses an address whose names would be taken for others: the server cuts a segment at a
   * semicolon, and reads bytes that are no UTF-8 as some character.
   */
  static void requirePlainAddress(ServerRequest request) {
    String path = String.valueOf(request.uri().getRawPath());
    if (path.indexOf(';') >= 0) {
      throw Refused.bad(
          "the path of the address has a semicolon, at which a name would be cut off; nothing was sent. Escape each name: a semicolon is %3B");
    }
    if (!isUtf8(path) || !isUtf8(String.valueOf(request.uri().getRawQuery()))) {
      throw Refused.bad(
          "the address has bytes that are no UTF-8, or not escaped; names in it would be taken for others, so nothing was sent. Escape the UTF-8 bytes of each name, as encodeURIComponent does");
    }
  }

  private static boolean isUtf8(String raw) {
    if (!raw.chars().allMatch(each -> each < 0x80)) {
      return false;
    }
    ByteBuffer bytes = ByteBuffer.allocate(raw.length());
    for (int n = 0; n < raw.length(); n++) {
      boolean isEscape = raw.charAt(n) == '%';
      bytes.put((byte) (isEscape ? Integer.parseInt(raw, n + 1, n + 3, 16) : raw.charAt(n)));
      n += isEscape ? 2 : 0;
    }
    try {
      UTF_8.newDecoder().decode(bytes.flip());
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** An id in the address. */
  static String pathId(ServerRequest request, String name) {
    String value = request.pathVariable(name);
    String problem = IdRule.problem(value);
    if (problem != null) {
      throw Refused.bad("the " + name + " of the address " + problem);
    }
    return value;
  }

  /** A parameter of the query; null if it is absent. */
  static @Nullable String query(ServerRequest request, String name) {
    var values = request.queryParams().get(name);
    if (values == null || values.isEmpty()) {
      return null;
    }
    if (values.size() > 1) {
      throw Refused.bad("the query's " + name + " is given twice");
    }
    return values.get(0);
  }

  /** Says whether the caller wishes to read of all members whom it may see. */
  static boolean isOfAll(ServerRequest request) {
    String members = query(request, "members");
    if (members == null) {
      return false;
    }
    if (!members.equals(ALL)) {
      throw Refused.bad(
          "the query's members is not *, which means all whom this key may see; leave it out and send Sub-Account for one");
    }
    if (Gate.header(request, Gate.SUB_ACCOUNT) != null) {
      throw Refused.bad("the query's members and the header Sub-Account exclude each other");
    }
    return true;
  }

  /** A flag of the query. */
  static boolean flag(ServerRequest request, String name) {
    String value = query(request, name);
    if (value == null || value.equals("false")) {
      return false;
    }
    if (value.equals("true")) {
      return true;
    }
    throw Refused.bad("the query's " + name + " is neither true nor false");
  }

  static long number(String name, String value) {
    if (!DIGITS.matcher(value).matches()) {
      throw Refused.bad(name + " is no whole number of at most 12 digits");
    }
    return Long.parseLong(value);
  }
}
