package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.webdav.ArbiterWebdavServlet;
import io.lockarbiter.webdav.KafkaLockView;
import io.lockarbiter.webdav.LockView;
import io.lockarbiter.webdav.SharedFolder;
import io.lockarbiter.webdav.WebdavPlaces;
import io.lockarbiter.webdav.WebdavServer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.servlets.WebdavServlet;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures requests to a WebDAV server beside those to Tomcat's servlet with its own locks, in
 * turn. Both run in this JVM, the arbiter in a process of its own; {@code -Dlockarbiter.pairs=2000}
 * is a longer run.
 */
@Cluster
@Tag("nightly")
class WebdavCostIT {
  private static final int PAIRS = Integer.getInteger("lockarbiter.pairs", 500);
  private static final int WARM_UP = 200;
  private static final String USER = "anonymous";
  private static final String BODY = "x".repeat(10_000);

  private final WebdavClient client = new WebdavClient();

  /** Something that a client does at a server. */
  private interface Habit {
    void once(int port, int n) throws Exception;
  }

  @Test
  void requests_besideTomcatsOwnLocks(Deployment deployment, @TempDir Path temporary)
      throws Exception {
    deployment.log().createTopics();
    deployment.process(deployment.settings());
    Path own = Files.createDirectory(temporary.resolve("own"));
    Path shared = Files.createDirectory(temporary.resolve("shared"));
    Tomcat tomcat = plain(own);
    try (LockClient locks = KafkaLockClient.open(deployment.clientOptions());
        LockView view = KafkaLockView.open(deployment.clientOptions());
        WebdavServer server =
            WebdavServer.start(
                new ArbiterWebdavServlet(
                    locks, view, WebdavPlaces.inAccount("acme"), SharedFolder.at(shared)),
                shared,
                0,
                /* users= */ null)) {
      int theirs = tomcat.getConnector().getLocalPort();
      int ours = server.port();
      await().until(() -> client.status(ours, USER, "PUT", path(0), BODY) == 201);
      for (int n = 0; n < 100; n++) {
        put(theirs, n);
        put(ours, n);
      }
      compare("PUT", theirs, ours, this::put);
      compare("LOCK, PUT, UNLOCK", theirs, ours, this::lockAndPut);
      compare("GET", theirs, ours, (port, n) -> expect(200, port, "GET", path(n), ""));
      compare("PROPFIND of a file", theirs, ours, this::look);
      compare("PROPFIND of 100 files", theirs, ours, this::list);
    } finally {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  private static Tomcat plain(Path folder) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("webdav").toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", folder.toRealPath().toString());
    Wrapper servlet = Tomcat.addServlet(context, "webdav", new WebdavServlet());
    servlet.addInitParameter("readonly", "false");
    servlet.addInitParameter("listings", "true");
    servlet.setLoadOnStartup(1);
    context.addServletMappingDecoded("/*", "webdav");
    tomcat.start();
    return tomcat;
  }

  private void compare(String what, int theirs, int ours, Habit habit) throws Exception {
    for (int n = 0; n < WARM_UP; n++) {
      habit.once(theirs, n);
      habit.once(ours, n);
    }
    long[] plain = new long[PAIRS];
    long[] arbiters = new long[PAIRS];
    for (int n = 0; n < PAIRS; n++) {
      boolean isFirst = n % 2 == 0;
      if (isFirst) {
        plain[n] = nanos(theirs, n, habit);
      }
      arbiters[n] = nanos(ours, n, habit);
      if (!isFirst) {
        plain[n] = nanos(theirs, n, habit);
      }
    }
    Arrays.sort(plain);
    Arrays.sort(arbiters);
    System.out.printf(
        "%-22s Tomcat's locks p50 %6.2f ms, p95 %6.2f ms; the arbiter's p50 %6.2f ms, p95 %6.2f ms; p50 %+6.2f ms, times %.1f%n",
        what,
        ms(plain, 50),
        ms(plain, 95),
        ms(arbiters, 50),
        ms(arbiters, 95),
        ms(arbiters, 50) - ms(plain, 50),
        ms(arbiters, 50) / ms(plain, 50));
  }

  private static long nanos(int port, int n, Habit habit) throws Exception {
    long began = System.nanoTime();
    habit.once(port, n);
    return System.nanoTime() - began;
  }

  private static double ms(long[] sorted, int percent) {
    return sorted[sorted.length * percent / 100] / 1_000_000.0;
  }

  private static String path(int n) {
    return "/f" + n % 100 + ".txt";
  }

  private void put(int port, int n) throws Exception {
    assertThat(client.status(port, USER, "PUT", path(n), BODY)).isIn(201, 204);
  }

  private void lockAndPut(int port, int n) throws Exception {
    HttpResponse<String> locked =
        client.ask(port, USER, "LOCK", path(n), WebdavClient.EXCLUSIVE, "Timeout", "Second-600");
    assertThat(locked.statusCode()).isEqualTo(200);
    String token = locked.headers().firstValue("Lock-Token").orElseThrow();
    expect(204, port, "PUT", path(n), BODY, "If", "(" + token + ")");
    expect(204, port, "UNLOCK", path(n), "", "Lock-Token", token);
  }

  private void look(int port, int n) throws Exception {
    expect(207, port, "PROPFIND", path(n), "", "Depth", "0");
  }

  private void list(int port, int n) throws Exception {
    expect(207, port, "PROPFIND", "/", "", "Depth", "1");
  }

  private void expect(
      int status, int port, String method, String path, String body, String... headers)
      throws Exception {
    assertThat(client.status(port, USER, method, path, body, headers))
        .as("%s %s", method, List.of(headers))
        .isEqualTo(status);
  }
}
