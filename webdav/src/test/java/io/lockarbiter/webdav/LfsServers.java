package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.testing.FakeArbiter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Two servers of Git LFS's locking API, which are asked in turn, and one fake arbiter. */
final class LfsServers implements AutoCloseable {
  static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  final FakeArbiter arbiter = new FakeArbiter();
  private final List<Tomcat> servers = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger requests = new AtomicInteger();
  private final Thread time =
      new Thread(
          () -> {
            while (!Thread.currentThread().isInterrupted()) {
              arbiter.pass(Duration.ofMillis(2));
              try {
                Thread.sleep(2);
              } catch (InterruptedException e) {
                return;
              }
            }
          });

  /**
   * Starts them. The header {@code User} tells the member; {@code ops} may end locks of others.
   *
   * @param base the folder of the repository in the account; empty = the account is one repository
   */
  LfsServers(Path folder, String base) throws Exception {
    time.setDaemon(true);
    time.start();
    for (int i = 0; i < 2; i++) {
      Tomcat tomcat = new Tomcat();
      tomcat.setBaseDir(folder.resolve("tomcat-" + i).toString());
      tomcat.setPort(0);
      tomcat.getConnector();
      Context context = tomcat.addContext("", null);
      Tomcat.addServlet(
          context,
          "lfs",
          new LfsLocksServlet(
              arbiter.client("server-" + i),
              new FakeLockView(arbiter),
              (request, path) ->
                  new WebdavPlace(
                      "acme",
                      Objects.requireNonNullElse(request.getHeader("User"), "nobody"),
                      base + path),
              request -> "ops".equals(request.getHeader("User"))));
      context.addServletMappingDecoded("/plans.git/info/lfs/*", "lfs");
      tomcat.start();
      servers.add(tomcat);
    }
  }

  /** The answer of the next server to a user. */
  HttpResponse<String> ask(String user, String method, String route, String body) throws Exception {
    int port = servers.get(requests.getAndIncrement() % 2).getConnector().getLocalPort();
    return http.send(
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + "/plans.git/info/lfs" + route))
            .header("User", user)
            .header("Content-Type", "application/vnd.git-lfs+json")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  /** The answer to a user who locks a file. */
  HttpResponse<String> create(String user, String path) throws Exception {
    return ask(
        user,
        "POST",
        "/locks",
        "{\"path\":\"%s\",\"ref\":{\"name\":\"refs/heads/main\"}}".formatted(path));
  }

  /** Locks a file; returns the lock's id. */
  String created(String user, String path) throws Exception {
    HttpResponse<String> answer = create(user, path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/vnd.git-lfs+json");
    return first(ID, answer.body());
  }

  /** The first group of a pattern that a text must have. */
  static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return found.group(1);
  }

  @Override
  public void close() throws Exception {
    for (Tomcat server : servers) {
      server.stop();
      server.destroy();
    }
    time.interrupt();
    time.join();
  }
}
