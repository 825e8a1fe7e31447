package io.lockarbiter.console.config;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SocketEvent;

/**
 * HTTP/1.1 that closes a connection if a body was not read to its end. Tomcat's own protocol reads
 * the rest to reuse the connection, and its thread waits as long as bytes arrive, even after
 * answers of its own, such as to {@code TRACE} and {@code OPTIONS *}.
 */
public final class ClosingHttp11Protocol extends Http11NioProtocol {
  @Override
  public void setAdapter(Adapter adapter) {
    super.setAdapter(new Closing(adapter));
  }

  private record Closing(Adapter adapter) implements Adapter {
    @Override
    public void service(Request request, Response response) throws Exception {
      adapter.service(request, response);
      AtomicBoolean isRead = new AtomicBoolean();
      request.action(ActionCode.REQUEST_BODY_FULLY_READ, isRead);
      if (!isRead.get()) {
        response.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
      }
    }

    @Override
    public boolean prepare(Request request, Response response) throws Exception {
      return adapter.prepare(request, response);
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent status)
        throws Exception {
      return adapter.asyncDispatch(request, response, status);
    }

    @Override
    public void log(Request request, Response response, long time) {
      adapter.log(request, response, time);
    }

    @Override
    public void checkRecycled(Request request, Response response) {
      adapter.checkRecycled(request, response);
    }

    @Override
    public String getDomain() {
      return adapter.getDomain();
    }
  }
}
