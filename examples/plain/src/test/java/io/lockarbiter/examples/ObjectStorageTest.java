package io.lockarbiter.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.client.Lease;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ObjectStorageTest {
  private static final Lease LEASE =
      (Lease)
          Proxy.newProxyInstance(
              Lease.class.getClassLoader(),
              new Class<?>[] {Lease.class},
              (proxy, method, arguments) -> 7L); // its token, and its run

  @Test
  void storeWithoutETags_isLeftAsItIs() throws Exception {
    List<String> puts = new CopyOnWriteArrayList<>();
    HttpServer store =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    store.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          if (exchange.getRequestMethod().equals("PUT")) {
            puts.add(path);
          }
          byte[] pointer = "3 3 /data/x".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, pointer.length);
          exchange.getResponseBody().write(pointer);
          exchange.close();
        });
    store.start();
    String bucket = "http://127.0.0.1:" + store.getAddress().getPort() + "/files";
    try {
      ObjectStorage storage = new ObjectStorage(HttpClient.newHttpClient(), bucket, () -> {});

      assertThatThrownBy(() -> storage.delete(LEASE, "/a"))
          .hasMessage("the store answers no ETag, it could not refuse a late writer");
      assertThat(puts).isEmpty();
    } finally {
      store.stop(0);
    }
  }
}
