package io.lockarbiter.gateway.http;

import org.springframework.web.reactive.function.server.ServerRequest;

/**
 * The arrival of a request. Its age counts until then, so it must not be noted after anything that
 * may wait.
 */
final class Arrival {
  private static final String ATTRIBUTE = Arrival.class.getName();

  private Arrival() {}

  /** Notes a time of the desk's clock, ns. */
  static void note(ServerRequest request, long nanoTime) {
    request.attributes().put(ATTRIBUTE, nanoTime);
  }

  /** The time that was noted. */
  static long of(ServerRequest request) {
    if (request.attributes().get(ATTRIBUTE) instanceof Long nanoTime) {
      return nanoTime;
    }
    throw new IllegalStateException("nobody has noted when this request came");
  }
}
