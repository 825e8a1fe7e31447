package io.lockarbiter.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gives problem details to requests that never reach the routes: those that are no HTTP, have too
 * long an address or too long headers, or an address that is none. The server refuses them by
 * itself, with a status alone.
 */
public final class UnreadableRequests implements NettyServerCustomizer {
  private static final Map<Integer, Refused> OF_SERVER =
      Map.of(
          HttpStatus.BAD_REQUEST.value(),
          Refused.bad(
              "the request is not HTTP as it should be: its first line or a header has a character that may not stand there, or is incomplete; nothing was sent. Escape each name in the address, as encodeURIComponent does"),
          HttpStatus.URI_TOO_LONG.value(),
          Refused.of(
              HttpStatus.URI_TOO_LONG,
              "URI_TOO_LONG",
              "the address is longer than this gateway reads; nothing was sent. Names have 128 bytes at most, and a result 1 KiB"),
          HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE.value(),
          Refused.of(
              HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
              "REQUEST_HEADER_FIELDS_TOO_LARGE",
              "the headers are larger than this gateway reads; nothing was sent. Send fewer cookies or a smaller token, or let the operators raise server.max-http-request-header-size"));

  private static final Refused NO_ADDRESS =
      Refused.bad(
          "the address or the Host of the request is none: an escape is not % and two hexadecimal digits, or a character should have been escaped; nothing was sent. Escape each name in the address, as encodeURIComponent does");

  private final RefusalCounts refusals;

  /** Counts what it answers. */
  public UnreadableRequests(RefusalCounts refusals) {
    this.refusals = refusals;
  }

  @Override
  public HttpServer apply(HttpServer server) {
    return server
        .doOnChannelInit((observer, channel, address) -> channel.pipeline().addLast(new OfServer()))
        .mapHandle(this::handled);
  }

  /** Spring answers so, and with nothing more, if it can make no address of that of a request. */
  private Mono<Void> handled(Mono<Void> handling, Connection connection) {
    if (!(connection instanceof HttpServerRequest request)
        || !(connection instanceof HttpServerResponse response)) {
      return handling;
    }
    return handling.then(
        Mono.defer(
            () ->
                response.hasSentHeaders()
                        || response.status().code() != HttpStatus.BAD_REQUEST.value()
                        || response.responseHeaders().contains(HttpHeaderNames.CONTENT_TYPE)
                        || request.method().equals(HttpMethod.HEAD)
                    ? Mono.empty()
                    : written(response)));
  }

  /** A body that may follow is not read, so no other request can. */
  private Mono<Void> written(HttpServerResponse response) {
    byte[] body = body(NO_ADDRESS);
    return response
        .keepAlive(false)
        .header(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE)
        .header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length))
        .sendByteArray(Mono.just(body))
        .then();
  }

  private byte[] body(Refused refused) {
    JsonMapper json = JsonMapper.shared();
    return json.writeValueAsBytes(Problems.body(refusals.counted(refused), json));
  }

  /** Adds bodies to what the server itself answers; it closes the connection after that. */
  private final class OfServer extends ChannelOutboundHandlerAdapter {
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
      Refused refused = message instanceof FullHttpResponse answer ? refusal(answer) : null;
      if (refused == null) {
        context.write(message, written);
        return;
      }
      FullHttpResponse bare = (FullHttpResponse) message;
      byte[] body = body(refused);
      FullHttpResponse told =
          new DefaultFullHttpResponse(
              bare.protocolVersion(), bare.status(), Unpooled.wrappedBuffer(body));
      told.headers().set(bare.headers());
      told.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
      told.headers().set(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      bare.release();
      context.write(told, written);
    }

    private @Nullable Refused refusal(FullHttpResponse answer) {
      return !answer.content().isReadable()
              && !answer.headers().contains(HttpHeaderNames.CONTENT_TYPE)
              && answer.headers().containsValue(HttpHeaderNames.CONNECTION, "close", true)
          ? OF_SERVER.get(answer.status().code())
          : null;
    }
  }
}
