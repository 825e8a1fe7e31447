package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand idle streams of one gateway with 256 MB of heap, beside readers that are slow. */
@Cluster
@Tag("nightly")
class GatewayStreamsIT {
  private static final int IDLE = 10_000;
  private static final int SLOW = 100;
  private static final int EVENTS = 1_500;
  private static final String MANY = "1000000";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @Test
  void tenThousandIdleStreamsAndSlowReaders_delayNoOther(Deployment deployment) throws Exception {
    deployment.arbiter();
    GatewayFiles files = GatewayFiles.in(folder, "me * * ask,hold,see");
    String key = files.add("me");
    Map<String, String> settings = new HashMap<>(files.settings(deployment));
    settings.put("lockarbiter.gateway.streams", MANY);
    settings.put("lockarbiter.gateway.streams-per-subject", MANY);
    settings.put("lockarbiter.gateway.requests-per-minute", MANY);
    try (GatewayProcess process = GatewayProcess.start(deployment, settings)) {
      GatewayCaller caller = GatewayCaller.of(process.awaitAddress(), key, "-").awaitReady();
      measure(deployment, caller);
    }
  }

  private static void measure(Deployment deployment, GatewayCaller caller) throws Exception {
    String path = "/v1/accounts/%s/events";
    try (IdleStreams idle = new IdleStreams(caller.address());
        IdleStreams slow = new IdleStreams(caller.address())) {
      System.out.println("heap before the streams: " + heap(caller));
      long begin = System.nanoTime();
      for (int n = 0; n < IDLE; n++) {
        idle.open(path.formatted("idle-" + n % 100), caller.key(), "u-" + n, 0);
      }
      System.out.printf(
          "%d idle streams, opened in %d s%n",
          idle.size(), Duration.ofNanos(System.nanoTime() - begin).toSeconds());
      System.out.println("heap with the streams: " + heap(caller));
      for (int n = 0; n < SLOW; n++) {
        slow.open(path.formatted("busy") + "?members=*", caller.key(), "", 4_096);
      }
      double[] latencies = latencies(deployment, caller, slow);
      System.out.printf(
          "event to client, from before its command was sent: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms%n",
          latencies[0], latencies[1], latencies[2]);
      System.out.println("heap at the end: " + heap(caller));
      assertThat(metric(caller, "lockarbiter_gateway_streams")).isGreaterThanOrEqualTo(IDLE);
      assertThat(idle.read(100_000)).as("idle streams that have ended").isZero();
      assertThat(latencies[1]).isLessThan(1_000);
    }
  }

  /** Tells p50, p95 and p99 of a reader that is quick, in ms. */
  private static double[] latencies(Deployment deployment, GatewayCaller caller, IdleStreams slow)
      throws Exception {
    Map<String, Long> sentAt = new ConcurrentHashMap<>();
    Map<String, Long> heardAt = new ConcurrentHashMap<>();
    AtomicInteger sent = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    ScheduledExecutorService work = Executors.newScheduledThreadPool(2);
    try (GatewayStream quick =
        GatewayStream.open(
            caller.in("busy"),
            "?members=*",
            null,
            told -> heardAt.putIfAbsent(told.lockId(), System.nanoTime()))) {
      await().until(() -> !quick.lastId().isEmpty());
      var reads =
          work.scheduleAtFixedRate(() -> ended.set(slow.read(1_000)), 1, 1, TimeUnit.SECONDS);
      var sends =
          work.scheduleAtFixedRate(
              () -> {
                if (sent.get() < EVENTS) {
                  String id = "b" + sent.incrementAndGet();
                  sentAt.put(id, System.nanoTime());
                  deployment.log().acquire("busy", id, "/" + id, 30_000);
                }
              },
              0,
              15,
              TimeUnit.MILLISECONDS);
      await().atMost(Duration.ofMinutes(3)).until(() -> heardAt.keySet().containsAll(ids()));
      sends.cancel(false);
      reads.cancel(false);
      System.out.printf(
          "%d slow readers, of which %.0f were told that they are too slow, and %d connections ended%n",
          SLOW, metric(caller, "lockarbiter_gateway_stream_slow_total"), ended.get());
    } finally {
      work.shutdownNow();
    }
    double[] all =
        ids().stream()
            .mapToDouble(id -> (heardAt.getOrDefault(id, 0L) - sentAt.getOrDefault(id, 0L)) / 1e6)
            .sorted()
            .toArray();
    return new double[] {
      all[all.length / 2], all[all.length * 95 / 100], all[all.length * 99 / 100]
    };
  }

  private static List<String> ids() {
    String[] ids = new String[EVENTS];
    Arrays.setAll(ids, n -> "b" + (n + 1));
    return List.of(ids);
  }

  private static String heap(GatewayCaller caller) throws Exception {
    return "%.0f MB used, garbage among them; direct buffers %.0f MB"
        .formatted(
            metric(caller, "jvm_memory_used_bytes\\{area=\"heap\"[^}]*}") / 1e6,
            metric(caller, "jvm_buffer_memory_used_bytes\\{id=\"direct\"}") / 1e6);
  }

  private static double metric(GatewayCaller caller, String name)
      throws IOException, InterruptedException {
    String text =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(caller.address() + "/actuator/prometheus"))
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    Matcher lines = Pattern.compile("(?m)^" + name + " (\\S+)$").matcher(text);
    double sum = 0;
    while (lines.find()) {
      sum += Double.parseDouble(lines.group(1));
    }
    return sum;
  }
}
