package io.lockarbiter.e2e;

import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.embedded.server.Ports;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector of traces, as OTLP over HTTP has it, which keeps what it is sent. */
final class OtlpReceiver implements AutoCloseable {
  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  /**
   * A step of a trace.
   *
   * @param parent empty for the first step
   */
  record Span(String trace, String id, String parent, String service, String kind, String name) {}

  OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(Ports.HOST, 0), 0);
    server.createContext(
        "/v1/traces",
        exchange -> {
          ExportTraceServiceRequest.parseFrom(exchange.getRequestBody())
              .getResourceSpansList()
              .forEach(this::add);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  private void add(ResourceSpans resource) {
    String service =
        resource.getResource().getAttributesList().stream()
            .filter(attribute -> attribute.getKey().equals("service.name"))
            .map(KeyValue::getValue)
            .map(value -> value.getStringValue())
            .findFirst()
            .orElse("");
    resource.getScopeSpansList().stream()
        .flatMap(scope -> scope.getSpansList().stream())
        .forEach(
            span ->
                spans.add(
                    new Span(
                        hex(span.getTraceId().toByteArray()),
                        hex(span.getSpanId().toByteArray()),
                        hex(span.getParentSpanId().toByteArray()),
                        service,
                        span.getKind().name().replace("SPAN_KIND_", ""),
                        span.getName())));
  }

  private static String hex(byte[] id) {
    return HexFormat.of().formatHex(id);
  }

  String address() {
    return "http://" + Ports.HOST + ":" + server.getAddress().getPort();
  }

  /** Returns the steps that have come so far. */
  List<Span> spans() {
    return spans;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
