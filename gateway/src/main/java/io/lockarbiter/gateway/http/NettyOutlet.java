package io.lockarbiter.gateway.http;

import io.lockarbiter.gateway.stream.Outlet;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A connection of Reactor Netty. Left to itself that takes 128 pieces before the first is written,
 * which nobody would count. So an empty piece follows each, and its write says that all before it
 * are written.
 */
final class NettyOutlet implements Outlet {
  private final HttpServerResponse connection;

  /** The connection of a response. */
  NettyOutlet(ServerHttpResponse response) {
    this.connection = ServerHttpResponseDecorator.getNativeResponse(response);
  }

  @Override
  public Mono<Void> written() {
    return Mono.create(
        sink ->
            connection.withConnection(
                open ->
                    open.channel()
                        .writeAndFlush(new DefaultHttpContent(Unpooled.EMPTY_BUFFER))
                        .addListener(done -> sink.success())));
  }

  @Override
  public void close() {
    connection.withConnection(open -> open.channel().close());
  }
}
