package io.lockarbiter.gateway.stream;

import reactor.core.publisher.Mono;

/** The connection through which a stream is sent. */
public interface Outlet {
  /** Completes once all that was handed over before is written, or the connection is closed. */
  Mono<Void> written();

  /** Closes the connection, whatever is on the way. */
  void close();
}
