package io.lockarbiter.gateway.config;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import reactor.netty.http.server.HttpServer;

/** Closes connections beyond a number at once. */
final class ConnectionLimit implements NettyServerCustomizer {
  private final int most;
  private final AtomicInteger open = new AtomicInteger();

  ConnectionLimit(int most) {
    this.most = most;
  }

  @Override
  public HttpServer apply(HttpServer server) {
    return server.doOnChannelInit(
        (observer, channel, address) -> {
          if (open.incrementAndGet() > most) {
            channel.close();
          }
          channel.closeFuture().addListener(closed -> open.decrementAndGet());
        });
  }
}
