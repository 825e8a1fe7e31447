package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.lock.IdRule;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerRequest;

/** Reads what headers and queries ask for. */
final class Wishes {
  /** Longest wait for one answer; proxies often end a request after 30 s. */
  static final int MOST_WAIT_SECONDS = 25;

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
