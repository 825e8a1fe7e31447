package io.lockarbiter.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.stream.EventHub;
import io.lockarbiter.gateway.stream.EventStream;
import io.lockarbiter.gateway.stream.Outlet;
import io.lockarbiter.gateway.stream.StreamBounds;
import io.lockarbiter.gateway.stream.StreamWish;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;

class NettyOutletTest {
  private static final int STREAM_BYTES = 1 << 18;

  private final EventHub hub =
      new EventHub(
          new StreamBounds(64 << 20, STREAM_BYTES, 1_000, 1_000),
          event -> (event.position() + "x".repeat(4_000) + "\n").getBytes(UTF_8),
          System::nanoTime);
  private final AtomicInteger onTheWay = new AtomicInteger();
  private final List<Channel> channels = new CopyOnWriteArrayList<>();
  private final DisposableServer server =
      HttpServer.create()
          .port(0)
          .host("127.0.0.1")
          .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
          .childOption(ChannelOption.SO_SNDBUF, 8_192)
          .doOnChannelInit((observer, channel, address) -> channels.add(channel))
          .handle(new ReactorHttpHandlerAdapter(this::stream))
          .bindNow();

  private Mono<Void> stream(ServerHttpRequest request, ServerHttpResponse response) {
    EventStream stream =
        hub.open(
            new StreamWish("web", "acme", "ann", null, () -> null, each -> true, "", 0, null),
            null);
    NettyOutlet outlet = new NettyOutlet(response);
    Outlet counted =
        new Outlet() {
          @Override
          public Mono<Void> written() {
            return outlet
                .written()
                .doOnSubscribe(begin -> onTheWay.incrementAndGet())
                .doOnTerminate(onTheWay::decrementAndGet);
          }

          @Override
          public void close() {
            outlet.close();
          }
        };
    return response
        .writeAndFlushWith(stream.groups(response.bufferFactory(), counted))
        .doFinally(end -> hub.leave(stream));
  }

  private void see(int offset) {
    Granted event =
        new Granted(
            new EventHead(offset + 1, offset + 1, "acme", "l" + offset, new Cause(0, offset)),
            RequestCommands.acquire(
                    LockRequest.upload("acme", "ann", "/l" + offset)
                        .attribute("a", "x".repeat(4_000)),
                    new Owner("ann", "s"),
                    "l" + offset,
                    null)
                .fields(),
            7,
            30_000,
            0,
            false);
    hub.see(0, offset, EventCodec.encode(event), event, new LiveLock(event.subject(), event, null));
  }

  @AfterEach
  void stop() {
    server.disposeNow();
  }

  @Test
  void connectionThatTakesNothing_hasOneGroupOnTheWay_andTheRestIsCounted() throws Exception {
    hub.begin(0, 1, 0);
    try (Socket socket = opened()) {
      int offset = 0;
      long most = 0;
      while (hub.unsentBytes() < STREAM_BYTES / 2) {
        see(offset++);
        // Whatever the connection would take, it has taken then.
        await().until(() -> hub.unsentBytes() == 0 || onTheWay.get() == 1);
        most = Math.max(most, pending());
        assertThat(most).as("bytes on the way after %d events", offset).isLessThan(32 << 10);
      }
      assertThat(most).as("so it did take nothing").isPositive();
    }
    await().until(() -> hub.streams() == 0);
  }

  private Socket opened() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
    socket.getOutputStream().write("GET /x HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
    assertThat(socket.getInputStream().read()).isEqualTo('H');
    return socket;
  }

  @Test
  void connectionsThatComeAndGoWhileEventsCome_stopNoEvent_andLeaveNothingBehind()
      throws Exception {
    hub.begin(0, 1, 0);
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int n = 0; n < 400; n++) {
        boolean isReset = n % 2 == 0;
        clients.add(CompletableFuture.runAsync(() -> comeAndGo(isReset), threads));
      }
      CompletableFuture<Void> all =
          CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new));
      int offset = 0;
      while (!all.isDone()) {
        see(offset++);
      }
      all.join();
      assertThat(offset).isGreaterThan(400);
    } finally {
      threads.shutdownNow();
    }
    await().until(() -> hub.streams() == 0);
    assertThat(hub.unsentBytes()).isZero();
  }

  private void comeAndGo(boolean isReset) {
    try (Socket socket = opened()) {
      socket.setSoLinger(isReset, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long pending() {
    var waiting = channels.get(0).unsafe().outboundBuffer();
    return waiting == null ? 0 : waiting.totalPendingWriteBytes();
  }

  @Test
  void eventsOverHttp1_comeInOrder() {
    assertThat(read(HttpProtocol.HTTP11)).isEqualTo(offsets());
  }

  @Test
  void eventsOverHttp2_comeInOrder() {
    assertThat(read(HttpProtocol.H2C)).isEqualTo(offsets());
  }

  private static List<Integer> offsets() {
    return IntStream.range(0, 300).boxed().toList();
  }

  private List<Integer> read(HttpProtocol protocol) {
    hub.begin(0, 1, 0);
    StringBuilder text = new StringBuilder();
    var reading =
        HttpClient.newConnection()
            .protocol(protocol)
            .get()
            .uri("http://127.0.0.1:" + server.port() + "/x")
            .responseContent()
            .asString(UTF_8)
            .subscribe(
                part -> {
                  synchronized (text) {
                    text.append(part);
                  }
                });
    try {
      await().until(() -> !text(text).isEmpty());
      for (int offset = 0; offset < 300; offset++) {
        see(offset);
        if (offset % 40 == 0) {
          await().until(() -> hub.unsentBytes() == 0);
        }
      }
      await().until(() -> text(text).contains("0:299:300x") && text(text).endsWith("x\n"));
    } finally {
      reading.dispose();
    }
    return text(text)
        .lines()
        .filter(line -> line.endsWith("x"))
        .map(line -> Integer.parseInt(line.split(":")[1]))
        .toList();
  }

  private static String text(StringBuilder text) {
    synchronized (text) {
      return text.toString();
    }
  }
}
